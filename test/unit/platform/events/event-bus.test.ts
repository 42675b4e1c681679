import type { EventBus } from '../../../../src/platform/events/event-bus';
import { MemoryEventBus } from '../../../../src/platform/events/memory-event-bus';
import { RedisEventBus } from '../../../../src/platform/events/redis-event-bus';
import { createLogger } from '../../../../src/platform/logging';
import { findRedis, startRedis, type TestRedis } from '../../../support/redis';
import { waitFor } from '../../../support/wait-until';

/** Two ends of one backend: what one publishes, the other receives. */
interface Backend {
  one: EventBus;
  other: EventBus;
  close(): Promise<void>;
}

const quiet = createLogger('silent');

/** Timeout of Redis in milliseconds. */
const timeout = 1_000;

const newBus = ({ url }: TestRedis, prefix: string) => new RedisEventBus(url, timeout, prefix, quiet);

async function inMemory(): Promise<Backend> {
  const bus = new MemoryEventBus();
  return { one: bus, other: bus, close: async () => bus.close() };
}

async function overRedis(): Promise<Backend> {
  const redis = await startRedis();
  const [one, other] = [newBus(redis, 'a:'), newBus(redis, 'a:')];
  await meet(one, other);
  return {
    one,
    other,
    async close() {
      one.close();
      other.close();
      await redis.kill();
    },
  };
}

/** Waits until each receives what the other publishes. */
async function meet(...buses: EventBus[]): Promise<void> {
  for (const [from, to] of [buses, [...buses].reverse()]) {
    let heard = false;
    const leave = await to!.subscribe('meeting', () => (heard = true));
    await waitFor('the buses to meet', () => {
      from!.publish('meeting', () => ({}));
      return heard || undefined;
    });
    leave();
  }
}

const backends: [string, () => Promise<Backend>][] = [['in memory', inMemory]];
if (findRedis()) backends.push(['over Redis', overRedis]);

describe.each(backends)('events %s', (_name, open) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await open();
  });
  afterAll(() => backend.close());

  /** Everything that a bus receives on a channel, and a wait for a number of messages. */
  async function hear(bus: EventBus, channel: string) {
    const heard: object[] = [];
    const leave = await bus.subscribe(channel, (payload) => heard.push(payload));
    const until = (count: number) =>
      waitFor(`${count} events`, () => (heard.length >= count ? heard : undefined));
    return { heard, until, leave };
  }

  it('reach all listeners, once and in order, on both sides', async () => {
    const ears = [
      await hear(backend.one, 'order'),
      await hear(backend.other, 'order'),
      await hear(backend.other, 'order'),
    ];
    const numbers = Array.from({ length: 50 }, (_, index) => ({ index }));
    for (const event of numbers) backend.one.publish('order', () => event);
    for (const { until } of ears) expect(await until(50)).toEqual(numbers);
  });

  it('only reach the listeners of their channel', async () => {
    const [ear, otherEar] = [await hear(backend.other, 'this'), await hear(backend.other, 'that')];
    backend.one.publish('other', () => ({}));
    backend.one.publish('this', () => ({ text: 'Grüße 🍕' }));
    backend.one.publish('that', () => ({ last: true }));
    expect(await otherEar.until(1)).toEqual([{ last: true }]);
    expect(await ear.until(1)).toEqual([{ text: 'Grüße 🍕' }]);
  });

  it('no longer reach those who have left, but still the others', async () => {
    const [left, stays] = [await hear(backend.other, 'leaving'), await hear(backend.other, 'leaving')];
    left.leave();
    left.leave();
    backend.one.publish('leaving', () => ({ first: true }));
    await stays.until(1);
    stays.leave();
    const again = await hear(backend.other, 'leaving');
    backend.one.publish('leaving', () => ({ second: true }));
    expect(await again.until(1)).toEqual([{ second: true }]);
    expect([left.heard, stays.heard]).toEqual([[], [{ first: true }]]);
  });
});

it('events within a process are not even created without listeners', () => {
  const payload = jest.fn(() => ({}));
  new MemoryEventBus().publish('nobody', payload);
  expect(payload).not.toHaveBeenCalled();
});

(findRedis() ? describe : describe.skip)('while Redis is down', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.kill());

  it('events still arrive within the process, and in others again once it is back', async () => {
    const [one, other] = [newBus(redis, ''), newBus(redis, '')];
    await meet(one, other);
    const early: object[] = [];
    await other.subscribe('early', (payload) => early.push(payload));
    await redis.kill();
    const own: object[] = [];
    await one.subscribe('own', (payload) => own.push(payload));
    one.publish('own', () => ({ alone: true }));
    expect(own).toEqual([{ alone: true }]);

    await redis.start();
    await meet(one, other);
    one.publish('early', () => ({ again: true }));
    other.publish('own', () => ({ other: true }));
    await waitFor('both events', () => (early.length > 0 && own.length > 1) || undefined);
    expect([early, own]).toEqual([[{ again: true }], [{ alone: true }, { other: true }]]);
    one.close();
    other.close();
  });

  it("two services on one server do not receive each other's events", async () => {
    const connect = (prefix: string) => newBus(redis, prefix);
    const [a, b, b2] = [connect('a:'), connect('b:'), connect('b:')];
    await meet(b, b2);
    const heard: object[] = [];
    await b2.subscribe('news', (payload) => heard.push(payload));
    a.publish('news', () => ({ from: 'a' }));
    b.publish('news', () => ({ from: 'b' }));
    await waitFor('the event', () => heard[0]);
    expect(heard).toEqual([{ from: 'b' }]);
    for (const bus of [a, b, b2]) bus.close();
  });
});
