import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Config } from '../../platform/config';
import { ApiError } from '../../platform/errors';
import type { Bucket, BucketStore, Level, OwnBucket } from '../../platform/throttle/buckets';
import { operationCost, refusals } from '../../platform/telemetry/measures';
import { counterKey } from '../../platform/throttle/throttle';
import type { RequestContext } from '../../request/request-context';

/** A limit in time, and what is left of it. */
export interface Quota extends Level {
  bucket: Bucket;
}

/** What a caller may still spend after an operation. */
export interface Spending {
  quotas: Quota[];
  /** Set if the operation must not run; nothing was spent then. */
  refusal?: GraphQLError;
}

/** Who pays for an operation. */
type Payer = Pick<RequestContext, 'caller' | 'origin'>;

/** Seconds in which an empty bucket fills. */
const period = 60;

/**
 * What the operations of an account, and of all callers at one address, may cost in time. Each has a bucket that
 * refills evenly. It holds at least what one operation may cost. Trusted servers have no limit, because they work for
 * everybody.
 */
export class CostBudget {
  private readonly ofAccount: Bucket;
  private readonly ofAddress: Bucket;

  constructor(
    private readonly store: BucketStore,
    { GRAPH_COST_PER_ACCOUNT, GRAPH_COST_PER_ADDRESS, GRAPH_MAX_COST }: Config,
  ) {
    const bucket = (name: string, limit: number): Bucket => ({
      name,
      capacity: limit === 0 ? 0 : Math.max(limit, GRAPH_MAX_COST),
      seconds: period,
    });
    this.ofAccount = bucket('account', GRAPH_COST_PER_ACCOUNT);
    this.ofAddress = bucket('address', GRAPH_COST_PER_ADDRESS);
  }

  /** Takes the cost of an operation from the buckets of its sender. */
  async spend(payer: Payer, cost: number): Promise<Spending> {
    const buckets = this.chooseBuckets(payer);
    const labels = { caller: payer.caller.kind };
    if (buckets.length === 0) {
      operationCost.inc(labels, cost);
      return { quotas: [] };
    }
    const { wait, levels } = await this.store.take(buckets, cost);
    const quotas = levels.map((level, index) => ({ ...level, bucket: buckets[index]?.bucket as Bucket }));
    if (wait > 0) {
      refusals.inc({ limit: 'cost-per-minute' });
      return { quotas, refusal: tooCostly(wait) };
    }
    operationCost.inc(labels, cost);
    return { quotas };
  }

  private chooseBuckets({ caller, origin }: Payer): OwnBucket[] {
    if (caller.kind === 'server') return [];
    const buckets: OwnBucket[] = [];
    const { ofAccount, ofAddress } = this;
    if (caller.kind === 'user' && ofAccount.capacity > 0)
      buckets.push({ bucket: ofAccount, key: counterKey({ of: caller.userId }) });
    if (ofAddress.capacity > 0)
      buckets.push({ bucket: ofAddress, key: counterKey({ from: origin.address }) });
    return buckets;
  }
}

function tooCostly(wait: number): GraphQLError {
  const retryAfter = Math.ceil(wait / 1000);
  const originalError = new ApiError(
    'RATE_LIMITED',
    `The operations of the last minute cost too much. Wait ${retryAfter} s, or ask for less.`,
    { retryAfter },
  );
  const headers = new HeaderMap([['Retry-After', String(retryAfter)]]);
  const { code, status, message } = originalError;
  return new GraphQLError(message, { originalError, extensions: { code, http: { status, headers } } });
}

/** The fields of a response that tell its receiver the limits (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitFields({ quotas }: Spending): [name: string, value: string][] {
  if (quotas.length === 0) return [];
  const policies = quotas.map(({ bucket }) => `"${bucket.name}";q=${bucket.capacity};w=${bucket.seconds}`);
  const levels = quotas.map(
    ({ bucket, remaining, fullIn }) => `"${bucket.name}";r=${remaining};t=${Math.ceil(fullIn / 1000)}`,
  );
  return [
    ['RateLimit-Policy', policies.join(', ')],
    ['RateLimit', levels.join(', ')],
  ];
}
