import { createHash } from 'node:crypto';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { ApiError } from '../errors';
import { DoneRequestEntity } from './done-request.entity';

/** A request that its sender may repeat. */
export interface RepeatableRequest {
  /** What the sender calls the request; without one it counts as new each time. */
  key: string | undefined;
  /** The account that the request changes. */
  userId: string;
  /** What is asked for, with the address, such as `upload/<id of the data set>`: each has keys of its own. */
  purpose: string;
  /** What was sent, or a digest of it. Only asked for when there is a key. */
  body: () => unknown;
}

/** Senders repeat for days: phones that were offline send what was never acknowledged. */
const lifetime = 7 * 24 * 3_600_000;
const deletedAtOnce = 1_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Lets a sender repeat a request whose answer was lost, with the key of the first one (draft-ietf-httpapi-idempotency-key-header):
 * it is carried out once, and both get the same answer.
 */
export class IdempotencyService {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in a transaction, once for all requests with the same key, and returns what it returned the first time.
   * Throws what `work` throws, which leaves the key free, and when the key was used with another body.
   */
  async once(request: RepeatableRequest, work: (manager: EntityManager) => Promise<string>): Promise<string> {
    const { key, userId, purpose } = request;
    if (key === undefined) return this.database.transaction(work);
    const place = { userId, purpose, keyDigest: sha256(key) };
    const bodyDigest = sha256(JSON.stringify(request.body()));
    const earlier = () => this.database.reader.findOneBy(DoneRequestEntity, place);
    const done = await earlier();
    if (done) return resultOf(done, bodyDigest);
    try {
      return await this.database.transaction(async (manager) => {
        const result = await work(manager);
        await manager.insert(DoneRequestEntity, { ...place, bodyDigest, result, createdTime: now() });
        return result;
      });
    } catch (error) {
      // One with the same key was quicker; the primary key has let only one of them through.
      const quicker = isDuplicateKey(error) ? await earlier() : null;
      if (!quicker) throw error;
      return resultOf(quicker, bodyDigest);
    }
  }

  /** Forgets the requests of an account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => this.forget(manager, userId));
  }

  /** Forgets requests together with the change that undoes what they did, so that they may be carried out again. */
  async forget(manager: EntityManager, userId: string, purpose?: string): Promise<void> {
    await manager.delete(DoneRequestEntity, { userId, ...(purpose !== undefined && { purpose }) });
  }

  /** Deletes what nobody repeats any more. */
  async purge(isStopped: () => boolean): Promise<void> {
    const over = LessThanOrEqual(now() - lifetime);
    while (!isStopped()) {
      const rows = await this.database.reader.find(DoneRequestEntity, {
        where: { createdTime: over },
        take: deletedAtOnce,
      });
      await this.database.transaction((manager) => manager.remove(rows));
      if (rows.length < deletedAtOnce) return;
    }
  }
}

function resultOf({ bodyDigest, result }: DoneRequestEntity, expected: string): string {
  if (bodyDigest === expected) return result;
  const detail = 'The Idempotency-Key was used for another request before; a new request needs a new key.';
  throw new ApiError('UNPROCESSABLE', detail, {
    findings: [{ code: 'key-used', title: 'idempotency key was used before', detail }],
  });
}
