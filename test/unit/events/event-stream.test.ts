import { EventStream, occasionOf } from '../../../src/events/event-stream';
import { MemoryEventBus } from '../../../src/events/memory-event-bus';
import { accessEvents, topic } from '../../../src/events/topic';

const news = topic<{ index: number }>('news')('someone');
const someone = () => ({ userId: 'someone', expiresTime: Date.now() + 3_600_000 });

/** Reads the recheck that every stream begins with. */
async function opened(bus: MemoryEventBus, subscriber = someone()): Promise<EventStream> {
  const stream = await EventStream.open(bus, [news], subscriber);
  expect(await stream.next()).toMatchObject({ done: false, value: { kind: 'recheck' } });
  return stream;
}

describe('a stream of events', () => {
  it('keeps what comes while its reader is busy, in order', async () => {
    const bus = new MemoryEventBus();
    const stream = await opened(bus);
    for (const index of [1, 2, 3]) bus.publish(news.name, () => ({ index }));
    for (const index of [1, 2, 3]) {
      expect((await stream.next()).value).toEqual({ kind: 'event', payload: { index } });
    }
    await stream.return();
  });

  it('ends with an error when its reader is too slow, and keeps nothing then', async () => {
    const bus = new MemoryEventBus();
    const stream = await opened(bus);
    for (let index = 0; index <= 500; index += 1) bus.publish(news.name, () => ({ index }));
    expect(bus.hasListeners(news.name)).toBe(false);
    await expect(stream.next()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('asks for a recheck when the access of its account has changed, once however often that was', async () => {
    const bus = new MemoryEventBus();
    const stream = await opened(bus);
    for (let times = 0; times < 3; times += 1) bus.publish(accessEvents('someone').name, () => ({}));
    bus.publish(accessEvents('other').name, () => ({}));
    bus.publish(news.name, () => ({ index: 1 }));
    const kinds = [await stream.next(), await stream.next()].map(({ value }) => value?.kind);
    expect(kinds).toEqual(['recheck', 'event']);
    await stream.return();
  });

  it('asks for a recheck on the last of several occasions, which is the same for all streams', async () => {
    const bus = new MemoryEventBus();
    const [one, other] = [await opened(bus), await opened(bus)];
    const early = other.next();
    for (const index of [1, 2]) bus.publish(accessEvents('someone').name, () => ({ index }));
    expect((await one.next()).value).toEqual({ kind: 'recheck', occasion: { index: 2 } });
    expect((await early).value).toEqual({ kind: 'recheck', occasion: { index: 1 } });
    const [last, again] = [other.next(), one.next()];
    bus.publish(accessEvents('someone').name, () => ({ index: 3 }));
    expect((await last).value).toEqual({ kind: 'recheck', occasion: { index: 2 } });
    const [third, same] = [await other.next(), await again].map(({ value }) => value);
    expect(third && same && occasionOf(third) === occasionOf(same)).toBe(true);
    await Promise.all([one.return(), other.return()]);
  });

  it('asks for a recheck when the token expires', async () => {
    const stream = await opened(new MemoryEventBus(), { userId: 'someone', expiresTime: Date.now() + 20 });
    expect((await stream.next()).value).toMatchObject({ kind: 'recheck' });
    await stream.return();
  });

  it('ends for a reader who waits, and listens no more', async () => {
    const bus = new MemoryEventBus();
    const stream = await opened(bus);
    const coming = stream.next();
    await stream.return();
    expect(await coming).toEqual({ done: true, value: undefined });
    expect([news, accessEvents('someone')].map(({ name }) => bus.hasListeners(name))).toEqual([false, false]);
  });
});
