import { AsyncLocalStorage } from 'node:async_hooks';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { readCreated } from '../database/created';
import { isDuplicateKey, type Database } from '../database/database';
import { deleteInBatches } from '../database/delete-in-batches';
import { ApiError } from '../errors';
import { DoneRequestEntity } from './done-request.entity';
import { digestJson, sha256Base64Url, type RepeatableRequest, type Work } from './repeatable-request';
import type { Sender } from './sender';
import { RequestTraces, unanswered } from './request-traces';
import { UnansweredRequests } from './unanswered-requests';

/** Senders may repeat for days: phones that were offline resend everything unacknowledged. */
const lifetime = 7 * 24 * 3_600_000;

/** Results whose use is known. When there are more, all are forgotten, and noted again. */
const mostUsed = 10_000;

/** A request with a key, identified as it is stored. */
type KeyedRequest = Pick<DoneRequestEntity, 'userId' | 'purpose' | 'keyDigest' | 'bodyDigest'>;

/** A change under a key that is running; no longer open once what it created is stored, or it has ended. */
interface KeyedChange {
  request: KeyedRequest;
  isOpen: boolean;
}

/** What a request has created. */
type UsedResult = Pick<DoneRequestEntity, 'userId' | 'purpose' | 'result' | 'createdTime'>;

/** The answer of a change, or the id of what an earlier one under the same key has created. */
export type AnswerOrCreated<Answer> = { answer: Answer } | { created: string };

/** Ends a transaction because a request with the same key was faster. Services must not mistake it for a taken name. */
class DoneMeanwhile extends ApiError {
  constructor() {
    super('CONFLICT', 'A request with this Idempotency-Key is in progress. Repeat it.');
  }
}

/**
 * Lets a sender repeat a request whose response was lost: it is carried out once, and both get the same response. It
 * is identified by the key of the first one (draft-ietf-httpapi-idempotency-key-header), or without a key by its
 * body if the first response was not sent or was lost.
 */
export class IdempotencyService {
  private readonly traces: RequestTraces;
  private readonly unanswered: UnansweredRequests;
  private readonly keyedChanges = new AsyncLocalStorage<KeyedChange>();
  private keyedChangesUnderWay = 0;
  /** Results whose use is stored: each of them is used many times. */
  private readonly used = new Set<string>();

  constructor(private readonly database: Database) {
    this.traces = new RequestTraces(database);
    this.unanswered = new UnansweredRequests(database, this.traces);
    database.addToTransactions((manager) => this.storeCreated(manager));
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
    const keyed = await identifyKeyed(request, key);
    const done = await this.findResult(keyed);
    if (done !== undefined) return done;
    try {
      return await this.database.transaction(async (manager) => {
        const result = await work(manager);
        await manager.insert(DoneRequestEntity, { ...keyed, result, createdTime: now() });
        return result;
      });
    } catch (error) {
      // A request with the same key was faster; the primary key admits only one of them.
      const quicker = isDuplicateKey(error) ? await this.findResult(keyed) : undefined;
      if (quicker === undefined) throw error;
      return quicker;
    }
  }

  /**
   * Runs a change of any number of transactions, once for all requests with the same key, which the sender must have.
   * One of the transactions declares what it creates (`declareCreated`), and remembers the key. A change that fails
   * before leaves the key free.
   */
  async createOnce<Answer>(
    request: RepeatableRequest & { sender: Sender },
    change: () => Promise<Answer>,
  ): Promise<AnswerOrCreated<Answer>> {
    const keyed = await identifyKeyed(request, computeKeyDigest(request.sender, request.purpose));
    const done = await this.findResult(keyed);
    if (done !== undefined) return { created: done };
    const running: KeyedChange = { request: keyed, isOpen: true };
    this.keyedChangesUnderWay += 1;
    try {
      const answer = await this.keyedChanges.run(running, change);
      if (running.isOpen) throw new Error(`${keyed.purpose} declares nothing that it has created.`);
      return { answer };
    } catch (error) {
      // Whatever failed: what a request with the same key has created since is the response to both.
      const created = await this.findResult(keyed);
      if (created === undefined) throw error;
      return { created };
    } finally {
      // Work triggered by a change, such as deliveries, inherits the storage but is not part of the change.
      running.isOpen = false;
      this.keyedChangesUnderWay -= 1;
      // The storage makes every promise in the process more expensive until it is disabled.
      if (this.keyedChangesUnderWay === 0) this.keyedChanges.disable();
    }
  }

  private async storeCreated(manager: EntityManager): Promise<void> {
    const running = this.keyedChanges.getStore();
    const result = readCreated(manager);
    if (!running?.isOpen || result === undefined) return;
    try {
      await manager.insert(DoneRequestEntity, { ...running.request, result, createdTime: now() });
    } catch (error) {
      throw isDuplicateKey(error) ? new DoneMeanwhile() : error;
    }
    this.database.afterCommit(manager, () => {
      running.isOpen = false;
    });
  }

  /** The result of an earlier request with the same key; undefined if there is none. Throws if its body differs. */
  private async findResult({ bodyDigest, ...place }: KeyedRequest): Promise<string | undefined> {
    const done = await this.database.reader.findOneBy(DoneRequestEntity, place);
    return done ? getStoredResult(done, bodyDigest) : undefined;
  }

  /** Deletes the requests of an account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => this.forget(manager, userId));
  }

  /**
   * Deletes requests together with the change that undoes them, so that they can be carried out again: all of an
   * account, or those of a purpose, or only those with a result.
   */
  async forget(manager: EntityManager, userId: string, purpose?: string, result?: string): Promise<void> {
    const both = purpose !== undefined && { purpose: In([purpose, unanswered(purpose)]) };
    await manager.delete(DoneRequestEntity, { userId, ...both, ...(result !== undefined && { result }) });
  }

  /**
   * Notes that what a request without a key created is being used, so its response has arrived: an equal request is
   * another one from now on.
   */
  async noteUse(manager: EntityManager, { createdTime, purpose, ...made }: UsedResult): Promise<void> {
    const use = `${made.userId} ${purpose} ${made.result} ${createdTime}`;
    if (!this.traces.isYoung({ createdTime }) || this.used.has(use)) return;
    await manager.delete(DoneRequestEntity, { ...made, purpose: unanswered(purpose) });
    this.database.afterCommit(manager, () => {
      if (this.used.size >= mostUsed) this.used.clear();
      this.used.add(use);
    });
  }

  /** Deletes requests that nobody repeats any more. */
  async purge(isStopped: () => boolean): Promise<void> {
    const over = LessThanOrEqual(now() - lifetime);
    await deleteInBatches(this.database, DoneRequestEntity, { createdTime: over }, isStopped);
  }
}

/** The name of one of the operations in a request. */
function computeKeyDigest({ userId, key = '', repetitionOf }: Sender, purpose: string): string {
  const before = repetitionOf?.(purpose) ?? 0;
  return before === 0 ? `${userId} ${key}` : `${userId} ${before} ${key}`;
}

async function identifyKeyed(
  { userId, purpose, body }: RepeatableRequest,
  key: string,
): Promise<KeyedRequest> {
  const bodyDigest = await digestJson(body());
  return { userId, purpose, keyDigest: sha256Base64Url(key), bodyDigest };
}

function getStoredResult({ bodyDigest, result }: DoneRequestEntity, expected: string): string {
  if (bodyDigest === expected) return result;
  const detail = 'The Idempotency-Key was already used for a different request. Use a new key.';
  throw new ApiError('UNPROCESSABLE', detail, {
    findings: [{ code: 'key-used', title: 'idempotency key was used before', detail }],
  });
}
