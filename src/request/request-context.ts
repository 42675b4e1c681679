import DataLoader from 'dataloader';
import { AccessTrail, type Verdict } from '../audit/access-trail';
import type { AnonymousCaller, Caller, Origin, TokenHolder } from '../auth/caller';
import { now } from '../clock';
import { badInput, callerGone } from '../errors';
import type { EventStream } from '../events/event-stream';
import type { Channel } from '../events/topic';
import type { Sender } from '../idempotency/sender';
import type { Logger } from '../logging';
import type { Services } from '../services';
import type { HeldPermissions } from '../sharing/held-permissions';
import type { Permission } from '../sharing/permission';
import type { Loaders } from './turn-loaders';

/** Longest name that a sender may give a request. */
const longestKey = 255;

/** By what a request is known when it comes again. */
export interface Repetition {
  /** What the sender calls it. */
  key?: string;
  /** From here on what becomes of the answer is known. */
  watchDelivery?: () => NonNullable<Sender['delivery']>;
}

/** Whose token is not accepted, or no more. */
const refused: AnonymousCaller = { kind: 'anonymous', refused: true };

/** What somebody did with the data of an account, or wanted to do; `operation` is that of the graph. */
export type Access = Omit<Verdict, 'operation'> & { operation?: string };

/** An account as a clinic keeps it, with what everybody of the clinic may do with it. */
export interface ClinicRecord {
  userId: string;
  permissions: readonly Permission[];
}

/** Whose data something is about: accounts, some of them as a clinic keeps them; null stands for nobody's. */
export type Subjects = string | ClinicRecord | readonly (string | ClinicRecord)[] | null;

type Batch<Key, Value> = (keys: readonly Key[], signal?: AbortSignal) => Promise<ArrayLike<Value>>;

/**
 * All that the answer to one request shares: who is calling, the services, and one batch per edge of the graph.
 * It lives for one request, so nothing that it has looked up is ever used for somebody else.
 */
export class RequestContext {
  /** Puts on record whose data the request touches. */
  readonly trail: AccessTrail;
  private delivery: Sender['delivery'];
  private readonly loaders: Loaders;
  private isCarriedThrough = false;
  private readonly heldThroughClinics = new Map<string, HeldPermissions>();
  /** What the request has asked for that may be repeated, and how often. */
  private readonly asked = new Map<string, number>();
  /** Session of the token that the connection began with; it stays known when the token is good no more. */
  readonly sessionId: string | undefined;

  constructor(
    private currentCaller: Caller,
    readonly services: Services,
    readonly origin: Origin,
    readonly requestId: string,
    readonly log: Logger,
    /** Loaders that others use, too. */
    private readonly sharedLoaders?: Loaders,
    /** The REST route, such as `GET /data/{userId}`; absent for the graph itself, whose operations have names. */
    readonly route?: string,
    trail?: AccessTrail,
    /** By what the request is known when it comes again. */
    private readonly repetition: Repetition = {},
    /** Aborted when the caller has gone. */
    private readonly leaving?: AbortSignal,
  ) {
    this.loaders = sharedLoaders ?? new Map<unknown, Map<string, unknown>>();
    this.trail = trail ?? new AccessTrail(services.audit, requestId);
    this.sessionId = currentCaller.kind === 'anonymous' ? undefined : currentCaller.sessionId;
  }

  /**
   * A context of its own for what comes later over the same connection: nothing that was looked up before is used
   * again. A connection lives as long as the session that its token belongs to, not as the token: whose session is
   * over, or whose token was given up, is a stranger. With the `trail` of what is going on, what is on record
   * of it already is not put there again.
   */
  async renewed(loaders?: Loaders, trail?: AccessTrail): Promise<RequestContext> {
    const { caller, services, origin, requestId, log } = this;
    // What is shared goes on when one of those who wait for it has gone.
    const leaving = loaders ? undefined : this.leaving;
    const next = new RequestContext(
      ...([caller, services, origin, requestId, log, loaders] as const),
      ...([undefined, trail, undefined, leaving] as const),
    );
    if (caller.kind === 'anonymous' || (await next.isSessionGood(caller))) return next;
    next.currentCaller = refused;
    return next;
  }

  private isSessionGood({ userId, sessionId, tokenId, ...times }: TokenHolder): Promise<boolean> {
    const expiredTokenIssued = times.expiresTime <= now() ? times.issuedTime : undefined;
    const key = { userId, sessionId, tokenId, expiredTokenIssued };
    return this.load(this.services.sessions.areTokensAlive, key);
  }

  /** The events of a channel, from now on or since a cursor, for as long as the caller may have them. */
  listen(channel: Channel<object>, since?: string): Promise<EventStream> {
    const { caller } = this;
    const subscriber = caller.kind === 'anonymous' ? undefined : caller;
    return this.services.events.listen([channel], { subscriber, since });
  }

  /**
   * Loads one of many: all keys that are asked for in the same tick go to `batch` together, and none is asked twice.
   * `batch` is a method of a service; `variant` sets apart loads of the same edge with other arguments.
   */
  load<Key, Value>(batch: Batch<Key, Value>, key: Key, variant = ''): Promise<Value> {
    if (this.signal?.aborted) return Promise.reject(callerGone());
    return this.loader(batch, variant).load(key);
  }

  /** Tells `load` what it would find, where that was found together with something else. */
  prime<Key, Value>(batch: Batch<Key, Value>, key: Key, value: Value): void {
    this.loader(batch, '').prime(key, value);
  }

  private loader<Key, Value>(batch: Batch<Key, Value>, variant: string): DataLoader<Key, Value, string> {
    let variants = this.loaders.get(batch);
    if (!variants) this.loaders.set(batch, (variants = new Map<string, unknown>()));
    let loader = variants.get(variant) as DataLoader<Key, Value, string> | undefined;
    if (!loader) {
      loader = new DataLoader((keys) => batch(keys, this.sharedLoaders ? undefined : this.signal), {
        cacheKeyFn: (key) => (typeof key === 'string' ? key : JSON.stringify(key)),
      });
      variants.set(variant, loader);
    }
    return loader;
  }

  /** Aborted when the caller has gone: whatever takes long and changes nothing ends then. */
  get signal(): AbortSignal | undefined {
    return this.isCarriedThrough ? undefined : this.leaving;
  }

  /** From here on the request is carried out to its end, whether its caller waits for the answer or not. */
  carryThrough(): void {
    this.isCarriedThrough = true;
  }

  /** Throws when the caller has gone. */
  assertWanted(): void {
    if (this.signal?.aborted) throw callerGone();
  }

  /** What the caller may do with the data of an account; nothing for callers who are not users. */
  permissionsOn(ownerId: string): Promise<HeldPermissions> {
    if (this.caller.kind !== 'user') return Promise.resolve(this.services.sharing.throughClinics([]));
    return this.load(this.services.sharing.effectivePermissions, { ownerId, userId: this.caller.userId });
  }

  /**
   * Puts on record that the caller got, or did not get, at the data of accounts. What a clinic keeps of them tells by
   * itself what the caller holds there: nothing is looked up for it, however many there are.
   */
  async noteAccess(subjects: Subjects, access: Access): Promise<void> {
    if (subjects === null) return;
    const verdict = { ...access, operation: this.operationOf(access.operation) };
    const note = (id: string, held: HeldPermissions) => this.trail.note(this.caller, { id, held }, verdict);
    const all = [subjects].flat();
    for (const subject of all) if (typeof subject !== 'string') note(subject.userId, this.heldIn(subject));
    const accounts = all.filter((subject) => typeof subject === 'string');
    await Promise.all(accounts.map(async (id) => note(id, await this.permissionsOn(id))));
  }

  /** The same object where the same is held: a list shows many, of whom the clinic may do the same. */
  private heldIn({ permissions }: ClinicRecord): HeldPermissions {
    const held = this.caller.kind === 'user' ? permissions : [];
    const name = held.join();
    let known = this.heldThroughClinics.get(name);
    if (!known) this.heldThroughClinics.set(name, (known = this.services.sharing.throughClinics(held)));
    return known;
  }

  private operationOf(ofGraph = ''): string {
    return this.route ?? ofGraph;
  }

  /** Runs a change that was allowed; it goes on record together with what it changes. */
  changing<Result>(change: () => Result | Promise<Result>, operation?: string): Promise<Awaited<Result>> {
    return this.trail.changing(this.caller, this.operationOf(operation), change);
  }

  /** Who is calling. */
  get caller(): Caller {
    return this.currentCaller;
  }

  /** From here on the request acts for the account that has just logged in, as its next request would. */
  async continueWith(token: string): Promise<void> {
    this.currentCaller = (await this.services.identity.callerOf(token)) ?? refused;
  }

  /** The account of the caller where it is a person's; null for trusted servers. */
  get personId(): string | null {
    return this.caller.kind === 'user' ? this.caller.userId : null;
  }

  /** Who sends the request, for what may be repeated. Throws when the name of the request is too long. */
  get sender(): Sender {
    const { key, watchDelivery } = this.repetition;
    if (key !== undefined && key.length > longestKey) {
      throw badInput(`The header Idempotency-Key is longer than ${longestKey} characters.`);
    }
    this.delivery ??= watchDelivery?.();
    return { userId: this.callerId, key, repetitionOf: this.countAsked, delivery: this.delivery };
  }

  private readonly countAsked = (purpose: string): number => {
    const before = this.asked.get(purpose) ?? 0;
    this.asked.set(purpose, before + 1);
    return before;
  };

  /** The account of the caller. Only for code behind a rule that demands a token. */
  get callerId(): string {
    if (this.caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
    return this.caller.userId;
  }
}
