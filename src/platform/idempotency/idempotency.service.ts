import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { ApiError } from '../errors';
import { DoneRequestEntity } from './done-request.entity';
import { sha256Base64Url, type RepeatableRequest, type Work } from './repeatable-request';
import type { Sender } from './sender';
import { RequestTraces, unanswered } from './request-traces';
import { UnansweredRequests } from './unanswered-requests';

/** Senders may repeat for days: phones that were offline resend everything unacknowledged. */
const lifetime = 7 * 24 * 3_600_000;
const deletedAtOnce = 1_000;

/**
 * Lets a sender repeat a request whose response was lost: it is carried out once, and both get the same response. It
 * is identified by the key of the first one (draft-ietf-httpapi-idempotency-key-header), or without a key by its
 * body if the first response was not sent or was lost.
 */
export class IdempotencyService {
  private readonly traces: RequestTraces;
  private readonly unanswered: UnansweredRequests;

  constructor(private readonly database: Database) {
    this.traces = new RequestTraces(database);
    this.unanswered = new UnansweredRequests(database, this.traces);
  }

  /** Stores the final states of responses. */
  stop(): Promise<void> {
    return this.traces.stop();
  }

  /**
   * Runs `work` in a transaction, once for a request and its repetitions, and returns the result of the first run.
   * Throws errors of `work`, which leave the key free, and an error if the key was used with a different body.
   */
  async once(request: RepeatableRequest, work: Work): Promise<string> {
    const { sender } = request;
    if (sender?.key !== undefined)
      return this.onceByKey(request, computeKeyDigest(sender, request.purpose), work);
    const { delivery } = sender ?? {};
    if (!sender || !delivery || request.isHarmless) return this.database.transaction(work);
    return this.unanswered.carryOut({ ...request, sender: { ...sender, delivery } }, work);
  }

  private async onceByKey(request: RepeatableRequest, key: string, work: Work): Promise<string> {
    const { userId, purpose } = request;
    const place = { userId, purpose, keyDigest: sha256Base64Url(key) };
    const bodyDigest = sha256Base64Url(JSON.stringify(request.body()));
    const earlier = () => this.database.reader.findOneBy(DoneRequestEntity, place);
    const done = await earlier();
    if (done) return getStoredResult(done, bodyDigest);
    try {
      return await this.database.transaction(async (manager) => {
        const result = await work(manager);
        await manager.insert(DoneRequestEntity, { ...place, bodyDigest, result, createdTime: now() });
        return result;
      });
    } catch (error) {
      // A request with the same key was faster; the primary key admits only one of them.
      const quicker = isDuplicateKey(error) ? await earlier() : null;
      if (!quicker) throw error;
      return getStoredResult(quicker, bodyDigest);
    }
  }

  /** Deletes the requests of an account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => this.forget(manager, userId));
  }

  /** Deletes requests together with the change that undoes them, so that they can be carried out again. */
  async forget(manager: EntityManager, userId: string, purpose?: string): Promise<void> {
    const both = purpose !== undefined && { purpose: In([purpose, unanswered(purpose)]) };
    await manager.delete(DoneRequestEntity, { userId, ...both });
  }

  /** Deletes requests that nobody repeats any more. */
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

/** The name of one of the operations in a request. */
function computeKeyDigest({ userId, key = '', repetitionOf }: Sender, purpose: string): string {
  const before = repetitionOf?.(purpose) ?? 0;
  return before === 0 ? `${userId} ${key}` : `${userId} ${before} ${key}`;
}

function getStoredResult({ bodyDigest, result }: DoneRequestEntity, expected: string): string {
  if (bodyDigest === expected) return result;
  const detail = 'The Idempotency-Key was already used for a different request. Use a new key.';
  throw new ApiError('UNPROCESSABLE', detail, {
    findings: [{ code: 'key-used', title: 'idempotency key was used before', detail }],
  });
}
