import DataLoader from 'dataloader';
import { AccessTrail, type Verdict } from '../identity/audit/access-trail';
import type { AnonymousCaller, Caller, Origin, TokenHolder } from '../identity/caller';
import { now } from '../platform/clock';
import { endReason } from '../platform/errors';
import type { EventStream } from '../platform/events/event-stream';
import type { Channel } from '../platform/events/topic';
import type { RequestFacts } from '../platform/http/trace';
import type { Sender } from '../platform/idempotency/sender';
import type { Logger } from '../platform/logging';
import { cacheCounts } from '../platform/telemetry/measures';
import { LongWork } from '../platform/long-work';
import { untilEnd } from '../platform/until-end';
import { BoundedOperation, type OperationLimits } from '../platform/workload/bounded-operation';
import type { Services } from '../services';
import type { HeldPermissions } from '../identity/held-permissions';
import type { Renewal } from './renewal';
import { Repetitions, type Repetition } from './repetitions';
import { SlicedLoading } from './sliced-loading';
import type { ClinicRecord, Subjects } from './subjects';
import type { Loaders, SharedWork } from './turn-loaders';

/** Maximum length of a name in the log. */
const longestName = 100;

/** Entries of the access log that are made at once. */
const notedAtOnce = 100;

/** Milliseconds within which the body of a request usually arrives. */
const promptly = 100;

/** The caller's token is not, or no longer, accepted. */
const refused: AnonymousCaller = { kind: 'anonymous', refused: true };

/** An access to the data of an account, allowed or denied; `operation` is that of the graph. */
export type Access = Omit<Verdict, 'operation'> & { operation?: string };

type Batch<Key, Value> = (
  keys: readonly Key[],
  signal?: AbortSignal,
  operation?: BoundedOperation,
) => Promise<ArrayLike<Value | Error>>;

const nameKey = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

/**
 * The shared state of one request: the caller, the services, and one batch per edge of the graph. It lives for one
 * request, so nothing that it has loaded is ever used for somebody else.
 *
 * What every request creates has no closures as properties: V8 does not free an object with such a property in a minor
 * garbage collection, nor all that it refers to, so that every request would wait for a major one. Bound methods do no harm.
 */
export class RequestContext {
  /** Collects the access log entries of the request. */
  readonly trail: AccessTrail;
  private ownLog: Logger | undefined;
  private readonly loaders: Loaders;
  private isCarriedThrough = false;
  private work: LongWork | undefined;
  private readonly sliced = new SlicedLoading();
  /** The running operation, if it is limited. */
  private operation: BoundedOperation | undefined;
  private readonly heldThroughClinics = new Map<string, HeldPermissions>();
  /** Session of the initial token of the connection; it stays known when the token is no longer valid. */
  readonly sessionId: string | undefined;
  private readonly repetitions: Repetitions;

  constructor(
    private currentCaller: Caller,
    readonly services: Services,
    readonly origin: Origin,
    readonly requestId: string,
    /** Of the process, or of the request if it has no `facts`. */
    private readonly parentLog: Logger,
    /** Work shared with others. */
    private readonly shared?: SharedWork,
    /** The REST route, such as `GET /data/{userId}`; absent for the graph itself, whose operations have names. */
    readonly route?: string,
    trail?: AccessTrail,
    repetition?: Repetition,
    /** Aborted when the caller has disconnected. */
    private readonly leaving?: AbortSignal,
    /** For the log line of the request. */
    private readonly facts?: RequestFacts,
  ) {
    this.loaders = shared?.loaders ?? new Map<unknown, Map<string, unknown>>();
    this.operation = shared?.operation;
    this.repetitions = new Repetitions(repetition);
    this.trail = trail ?? new AccessTrail(services.audit, requestId);
    this.sessionId = currentCaller.kind === 'anonymous' ? undefined : currentCaller.sessionId;
  }

  /** Its lines name the request and what is known of it. Most requests have nothing to say. */
  get log(): Logger {
    const { parentLog, requestId, facts } = this;
    return (this.ownLog ??= facts ? parentLog.child({ requestId, ...facts }) : parentLog);
  }

  /**
   * A new context for later operations on the same connection: nothing loaded before is reused. A connection lives
   * as long as the session of its token, not only as long as the token. If the session is over, or the token was
   * revoked, the caller becomes anonymous.
   */
  async renewed({ shared, trail, leaving = this.leaving }: Renewal = {}): Promise<RequestContext> {
    const { caller, services, origin, requestId, log } = this;
    const same = [caller, services, origin, requestId, log] as const;
    // Shared work continues when one of its callers has disconnected.
    const ending = shared ? undefined : leaving;
    const next = new RequestContext(...same, shared, undefined, trail, undefined, ending);
    if (caller.kind === 'anonymous' || (await next.isSessionGood(caller))) return next;
    next.currentCaller = refused;
    return next;
  }

  /**
   * Checks the caller again if the body of the request has taken its time, and forgets everything loaded before: what they
   * may do can have changed meanwhile. A token or a session that has only expired since is accepted. Returns whether rules
   * have to be checked again, too.
   *
   * @param begun when it was begun to read the body (`performance.now()`)
   */
  async checkAgainIfLate(begun: number): Promise<boolean> {
    const waited = performance.now() - begun;
    if (waited < promptly) return false;
    this.forgetLoaded();
    const { caller } = this;
    if (caller.kind === 'anonymous') return true;
    const { userId, sessionId, tokenId } = caller;
    const key = { userId, sessionId, tokenId, time: now() - waited };
    if (!(await this.load(this.services.sessions.checkTokens, key)).isAlive) this.currentCaller = refused;
    return true;
  }

  private async isSessionGood({ userId, sessionId, tokenId, ...times }: TokenHolder): Promise<boolean> {
    const expiredTokenIssued = times.expiresTime <= now() ? times.issuedTime : undefined;
    const key = { userId, sessionId, tokenId, expiredTokenIssued };
    return (await this.load(this.services.sessions.checkTokens, key)).isAlive;
  }

  /** The events of a channel, from now on or since a cursor, as long as the caller has access. */
  listen(channel: Channel<object>, since?: string): Promise<EventStream> {
    const { caller } = this;
    const subscriber = caller.kind === 'anonymous' ? undefined : caller;
    return this.services.events.listen([channel], { subscriber, since });
  }

  /**
   * Loads one of many: all keys requested in the same tick go to `batch` together, and none is requested twice.
   * `batch` is a method of a service; `variant` separates loads of the same edge with different arguments.
   */
  load<Key, Value>(batch: Batch<Key, Value>, key: Key, variant = ''): Promise<Value> {
    if (this.signal?.aborted) return Promise.reject(endReason(this.signal));
    cacheCounts.loaders.lookups += 1;
    const loading = this.loader(batch, variant).load(key);
    // All who wait for it put it into their answers.
    return this.shared?.operation ? this.shared.operation.counted(loading) : loading;
  }

  /** Sets the result of `load` for a value that was loaded together with something else. */
  prime<Key, Value>(batch: Batch<Key, Value>, key: Key, value: Value): void {
    this.loader(batch, '').prime(key, value);
  }

  /** Forgets everything loaded: it may have changed since. */
  forgetLoaded(): void {
    this.loaders.clear();
  }

  private loader<Key, Value>(batch: Batch<Key, Value>, variant: string): DataLoader<Key, Value, string> {
    let variants = this.loaders.get(batch);
    if (!variants) this.loaders.set(batch, (variants = new Map<string, unknown>()));
    let loader = variants.get(variant) as DataLoader<Key, Value, string> | undefined;
    if (!loader) {
      loader = new DataLoader<Key, Value, string>((keys) => this.loadTogether(batch, keys), {
        cacheKeyFn: nameKey,
        batchScheduleFn: this.sliced.dispatchLater.bind(this.sliced),
      });
      variants.set(variant, loader);
    }
    return loader;
  }

  private loadTogether<Key, Value>(
    batch: Batch<Key, Value>,
    keys: readonly Key[],
  ): Promise<ArrayLike<Value | Error>> {
    cacheCounts.loaders.misses += keys.length;
    const { signal, operation } = this;
    const found = batch(keys, signal, operation);
    // A batch method that takes the operation counts by itself, before everything is in memory.
    const counts = batch.length >= 3 || this.shared !== undefined;
    return untilEnd(operation && !counts ? operation.counted(found) : found, signal);
  }

  /**
   * Runs an operation that only reads, within limits. An operation within another one has the limits of the outer one.
   */
  async bounded<Result>(
    limits: OperationLimits,
    work: (signal?: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.operation || this.isCarriedThrough) return work(this.signal);
    const operation = new BoundedOperation(limits, this.payingFor, this.leaving);
    this.operation = operation;
    try {
      return await work(operation.signal);
    } finally {
      operation.close();
      this.operation = undefined;
    }
  }

  /**
   * Aborted when the caller has disconnected, or the running operation ends for another reason, which is that of the
   * signal: long work that changes nothing ends then.
   */
  get signal(): AbortSignal | undefined {
    return this.isCarriedThrough ? undefined : (this.operation?.signal ?? this.leaving);
  }

  /** From here on the request runs to completion, even if the caller disconnects. */
  carryThrough(): void {
    this.isCarriedThrough = true;
  }

  /** Throws when the caller has disconnected, or the operation has ended for another reason. */
  assertWanted(): void {
    if (this.signal?.aborted) throw endReason(this.signal);
  }

  /** The caller's permissions on the data of an account; empty for callers who are not users. */
  permissionsOn(ownerId: string): Promise<HeldPermissions> {
    const { caller, services } = this;
    const { sharing } = services;
    if (caller.kind !== 'user') return Promise.resolve(sharing.throughClinics([]));
    if (caller.userId === ownerId) return Promise.resolve(sharing.onOwnData);
    return this.load(sharing.effectivePermissions, { ownerId, userId: caller.userId });
  }

  /**
   * Logs an allowed or denied access to the data of accounts. A clinic's record already contains the caller's
   * permissions: nothing is looked up for it, however many there are.
   */
  async noteAccess(subjects: Subjects, access: Access): Promise<void> {
    if (subjects === null) return;
    const verdict = { ...access, operation: this.nameOperation(access.operation) };
    const note = (id: string, held: HeldPermissions) => this.trail.note(this.caller, { id, held }, verdict);
    if (typeof subjects === 'string') return note(subjects, await this.permissionsOn(subjects));
    const all = [subjects].flat();
    for (const [index, subject] of all.entries()) {
      if (typeof subject !== 'string') note(subject.userId, this.heldIn(subject));
      if (index % notedAtOnce === notedAtOnce - 1) await this.giveWay();
    }
    const accounts = all.filter((subject) => typeof subject === 'string');
    await Promise.all(accounts.map(async (id) => note(id, await this.permissionsOn(id))));
  }

  /** The same object for the same permissions: a list shows many patients with equal ones. */
  private heldIn({ permissions }: ClinicRecord): HeldPermissions {
    const held = this.caller.kind === 'user' ? permissions : [];
    const name = held.join();
    let known = this.heldThroughClinics.get(name);
    if (!known) this.heldThroughClinics.set(name, (known = this.services.sharing.throughClinics(held)));
    return known;
  }

  private nameOperation(ofGraph = ''): string {
    return this.route ?? ofGraph;
  }

  /** Runs an allowed change; it is logged together with its writes. */
  changing<Result>(change: () => Result | Promise<Result>, operation?: string): Promise<Awaited<Result>> {
    return this.trail.changing(this.caller, this.nameOperation(operation), change);
  }

  /** The caller. */
  get caller(): Caller {
    return this.currentCaller;
  }

  /** From here on the request acts for the account that has just logged in, as its next request would. */
  async continueWith(token: string): Promise<void> {
    this.currentCaller = (await this.services.identity.identifyCaller(token))?.caller ?? refused;
  }

  /** Lets others have their turn, before work that takes some milliseconds and may occur many times in an operation. */
  async giveWay(): Promise<void> {
    this.work ??= new LongWork(this.signal);
    await this.work.pause();
  }

  /** Runs work that pauses now and then. What it loads meanwhile is loaded together, at its end. */
  inSlices<Result>(work: (pause: () => Promise<void>) => Promise<Result>): Promise<Result> {
    return this.sliced.during(() => work(() => this.giveWay()));
  }

  /** Whom the limits in time are for: the account, or the address of somebody without one. */
  get payingFor(): string {
    return this.caller.kind === 'anonymous' ? this.origin.address : this.caller.userId;
  }

  /** The caller's account if it is a person; null for trusted servers. */
  get personId(): string | null {
    return this.caller.kind === 'user' ? this.caller.userId : null;
  }

  /** The idempotency key of the request; undefined if it has none. */
  get requestKey(): string | undefined {
    return this.repetitions.requestKey;
  }

  /** Names an operation of the request in its log line; the first one counts. */
  noteOperation(name: string): void {
    if (this.facts) this.facts.operation ??= name.slice(0, longestName);
  }

  /** Begins a mutation, with its own idempotency key if it has one. The mutations of a request run one by one. */
  beginMutation(key?: string): void {
    this.repetitions.beginMutation(key);
    // The caller's account was loaded with their session; the mutation may change it.
    this.loaders.delete(this.services.accounts.findMany);
  }

  /** The sender of the request, for repeatable operations. Throws when the idempotency key is too long. */
  get sender(): Sender {
    return this.repetitions.sentBy(this.callerId);
  }

  /** The caller's account. Only for code behind a rule that requires a token. */
  get callerId(): string {
    if (this.caller.kind === 'anonymous') throw new Error('A rule let an anonymous caller through.');
    return this.caller.userId;
  }
}
