import 'reflect-metadata';
import type { Config } from '../../../src/platform/config';
import { MemoryBuckets } from '../../../src/platform/throttle/buckets';
import { operationCost, refusals } from '../../../src/platform/telemetry/measures';
import { CostBudget, rateLimitFields } from '../../../src/graph/limits/budget';
import type { RequestContext } from '../../../src/request/request-context';

type Kind = RequestContext['caller']['kind'];

beforeAll(() => jest.useFakeTimers());
afterAll(() => jest.useRealTimers());

const limits = { GRAPH_COST_PER_ACCOUNT: 100, GRAPH_COST_PER_ADDRESS: 300, GRAPH_MAX_COST: 60 };

function budget(changed: Partial<typeof limits> = {}) {
  const costs = new CostBudget(new MemoryBuckets(), { ...limits, ...changed } as Config);
  return (kind: Kind, cost: number, { userId = 'me', address = '10.0.0.1' } = {}) =>
    costs.spend({ caller: { kind, userId }, origin: { address } } as never, cost);
}

/** What is left of each limit, by its name. */
const left = async (spending: ReturnType<ReturnType<typeof budget>>) =>
  Object.fromEntries((await spending).quotas.map(({ bucket, remaining }) => [bucket.name, remaining]));

async function countedCosts(): Promise<Record<string, number>> {
  const [costs, refused] = [await operationCost.get(), await refusals.get()];
  const counted = (values: typeof costs.values, [label, value]: [string, string]) =>
    values.find(({ labels }) => (labels as Record<string, unknown>)[label] === value)?.value ?? 0;
  return {
    user: counted(costs.values, ['caller', 'user']),
    server: counted(costs.values, ['caller', 'server']),
    refused: counted(refused.values as never, ['limit', 'cost-per-minute']),
  };
}

describe('what operations cost in time', () => {
  it('is taken from the account and the address', async () => {
    const spend = budget();
    expect(await left(spend('user', 40))).toEqual({ account: 60, address: 260 });
    expect(await left(spend('user', 40, { userId: 'another' }))).toEqual({ account: 60, address: 220 });
    expect(await left(spend('user', 20, { address: '10.0.0.2' }))).toEqual({ account: 40, address: 280 });
    expect(await left(spend('anonymous', 20))).toEqual({ address: 200 });
  });

  it('is free for servers, and without limits', async () => {
    expect(await left(budget()('server', 1_000))).toEqual({});
    expect(await left(budget({ GRAPH_COST_PER_ACCOUNT: 0 })('user', 10))).toEqual({ address: 290 });
    expect(await left(budget({ GRAPH_COST_PER_ADDRESS: 0 })('user', 10))).toEqual({ account: 90 });
    const unlimited = budget({ GRAPH_COST_PER_ACCOUNT: 0, GRAPH_COST_PER_ADDRESS: 0 });
    expect(await unlimited('anonymous', 1_000)).toEqual({ quotas: [] });
  });

  it('needs no store where nothing is limited', async () => {
    const away = { take: () => Promise.reject(new Error('Redis is away.')) };
    const costs = new CostBudget(away, limits as Config);
    const payer = (kind: Kind) =>
      ({ caller: { kind, userId: 'me' }, origin: { address: '10.0.0.1' } }) as never;
    expect(await costs.spend(payer('server'), 5)).toEqual({ quotas: [] });
    await expect(costs.spend(payer('user'), 5)).rejects.toThrow('Redis is away.');
  });

  it('has room for the largest operation', async () => {
    const spend = budget({ GRAPH_COST_PER_ACCOUNT: 10, GRAPH_COST_PER_ADDRESS: 10 });
    expect(await left(spend('user', 60))).toEqual({ account: 0, address: 0 });
  });

  it('is refused when nothing is left, with the time to wait, and then nothing is taken', async () => {
    const spend = budget();
    await spend('user', 60);
    const { refusal, quotas } = await spend('user', 60);
    const headers = (refusal?.extensions.http as { headers: Map<string, string> }).headers;
    expect(headers.get('retry-after')).toBe('12');
    expect(refusal?.extensions).toMatchObject({ code: 'RATE_LIMITED', http: { status: 429 } });
    expect(refusal?.message).toContain('Wait 12 s');
    expect(quotas.map(({ remaining }) => remaining)).toEqual([40, 240]);
    expect((await spend('user', 40)).refusal).toBeUndefined();
  });

  it('is counted by kind of caller, and so are refusals', async () => {
    const before = await countedCosts();
    const spend = budget();
    await spend('user', 60);
    await spend('user', 60);
    await spend('server', 500);
    const after = await countedCosts();
    const added = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]);
    expect(Object.fromEntries(added)).toEqual({ user: 60, server: 500, refused: 1 });
  });

  it('is told in the headers of the draft', () => {
    const quota = (name: string, capacity: number, remaining: number, fullIn: number) => ({
      bucket: { name, capacity, seconds: 60 },
      remaining,
      fullIn,
    });
    expect(rateLimitFields({ quotas: [] })).toEqual([]);
    const quotas = [quota('account', 100, 40, 36_000), quota('address', 300, 299, 1)];
    expect(rateLimitFields({ quotas })).toEqual([
      ['RateLimit-Policy', '"account";q=100;w=60, "address";q=300;w=60'],
      ['RateLimit', '"account";r=40;t=36, "address";r=299;t=1'],
    ]);
  });
});
