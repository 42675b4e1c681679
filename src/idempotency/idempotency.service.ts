import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { ApiError } from '../errors';
import { DoneRequestEntity } from './done-request.entity';
import { digestOf, type RepeatableRequest, type Work } from './repeatable-request';
import type { Sender } from './sender';
import { RequestTraces, unanswered } from './request-traces';
import { UnansweredRequests } from './unanswered-requests';

/** Senders repeat for days: phones that were offline send what was never acknowledged. */
const lifetime = 7 * 24 * 3_600_000;
const deletedAtOnce = 1_000;

/**
 * Lets a sender repeat a request whose answer was lost: it is carried out once, and both get the same answer. It is
 * known by the key of the first one (draft-ietf-httpapi-idempotency-key-header); without a key, by its body when the first
 * answer has not left, or was lost.
 */
export class IdempotencyService {
  private readonly traces: RequestTraces;
  private readonly unanswered: UnansweredRequests;

  constructor(private readonly database: Database) {
    this.traces = new RequestTraces(database);
    this.unanswered = new UnansweredRequests(database, this.traces);
  }

  /** Stores what is known of answers, for the last time. */
  stop(): Promise<void> {
    return this.traces.stop();
  }

  /**
   * Runs `work` in a transaction, once for a request and its repetitions, and returns what it returned the first time.
   * Throws what `work` throws, which leaves the key free, and when the key was used with another body.
   */
  async once(request: RepeatableRequest, work: Work): Promise<string> {
    const { sender } = request;
    if (sender?.key !== undefined) return this.onceByKey(request, keyOf(sender, request.purpose), work);
    const { delivery } = sender ?? {};
    if (!sender || !delivery || request.isHarmless) return this.database.transaction(work);
    return this.unanswered.carryOut({ ...request, sender: { ...sender, delivery } }, work);
  }

  private async onceByKey(request: RepeatableRequest, key: string, work: Work): Promise<string> {
    const { userId, purpose } = request;
    const place = { userId, purpose, keyDigest: digestOf(key) };
    const bodyDigest = digestOf(JSON.stringify(request.body()));
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
    const both = purpose !== undefined && { purpose: In([purpose, unanswered(purpose)]) };
    await manager.delete(DoneRequestEntity, { userId, ...both });
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

/** The name of one of the things that a request asks for. */
function keyOf({ userId, key = '', repetitionOf }: Sender, purpose: string): string {
  const before = repetitionOf?.(purpose) ?? 0;
  return before === 0 ? `${userId} ${key}` : `${userId} ${before} ${key}`;
}

function resultOf({ bodyDigest, result }: DoneRequestEntity, expected: string): string {
  if (bodyDigest === expected) return result;
  const detail = 'The Idempotency-Key was used for another request before; a new request needs a new key.';
  throw new ApiError('UNPROCESSABLE', detail, {
    findings: [{ code: 'key-used', title: 'idempotency key was used before', detail }],
  });
}
