import DataLoader from 'dataloader';
import type { Caller } from '../auth/caller';
import type { Logger } from '../logging';
import type { Services } from '../services';
import type { EffectivePermission } from '../sharing/permission';

/** Where a request came from, for sessions, audits and throttling. */
export interface Origin {
  /** Address of the caller as far as proxies are trusted. */
  address: string;
  userAgent?: string;
}

type Batch<Key, Value> = (keys: readonly Key[]) => Promise<ArrayLike<Value>>;

/**
 * All that the answer to one request shares: who is calling, the services, and one batch per edge of the graph.
 * It lives for one request, so nothing that it has looked up is ever used for somebody else.
 */
export class RequestContext {
  private readonly loaders = new Map<unknown, Map<string, unknown>>();

  constructor(
    private currentCaller: Caller,
    readonly services: Services,
    readonly origin: Origin,
    readonly requestId: string,
    readonly log: Logger,
  ) {}

  /**
   * Loads one of many: all keys that are asked for in the same tick go to `batch` together, and none is asked twice.
   * `batch` is a method of a service; `variant` sets apart loads of the same edge with other arguments.
   */
  load<Key, Value>(batch: Batch<Key, Value>, key: Key, variant = ''): Promise<Value> {
    return this.loader(batch, variant).load(key);
  }

  private loader<Key, Value>(batch: Batch<Key, Value>, variant: string): DataLoader<Key, Value, string> {
    let variants = this.loaders.get(batch);
    if (!variants) this.loaders.set(batch, (variants = new Map<string, unknown>()));
    let loader = variants.get(variant) as DataLoader<Key, Value, string> | undefined;
    if (!loader) {
      loader = new DataLoader(batch, {
        cacheKeyFn: (key) => (typeof key === 'string' ? key : JSON.stringify(key)),
      });
      variants.set(variant, loader);
    }
    return loader;
  }

  /** What the caller may do with the data of an account; nothing for callers who are not users. */
  permissionsOn(ownerId: string): Promise<ReadonlySet<EffectivePermission>> {
    if (this.caller.kind !== 'user') return Promise.resolve(new Set<EffectivePermission>());
    return this.load(this.services.sharing.effectivePermissions, { ownerId, userId: this.caller.userId });
  }

  /** Who is calling. */
  get caller(): Caller {
    return this.currentCaller;
  }

  /** From here on the request acts for the account that has just logged in, as its next request would. */
  async continueWith(token: string): Promise<void> {
    this.currentCaller = (await this.services.identity.callerOf(token)) ?? {
      kind: 'anonymous',
      refused: true,
    };
  }

  /** The account of the caller. Only for code behind a rule that demands a token. */
  get callerId(): string {
    if (this.caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
    return this.caller.userId;
  }
}
