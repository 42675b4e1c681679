import { Database } from '../../../../src/platform/database/database';
import { EventService } from '../../../../src/platform/events/event.service';
import { getOccasion, type EventStream } from '../../../../src/platform/events/event-stream';
import { MemoryEventBus } from '../../../../src/platform/events/memory-event-bus';
import { topic } from '../../../../src/platform/events/topic';
import { createLogger } from '../../../../src/platform/logging';
import { persistence } from '../../../../src/persistence';

interface News {
  index: number;
}

const newsOf = topic<News>('unit-news');

let database: Database;
let events: EventService;
beforeAll(async () => {
  database = await Database.open('sqlite::memory:', { schema: persistence, poolSize: 2, migrate: true });
  events = new EventService(database, new MemoryEventBus(), 3_600_000, createLogger('silent'));
  events.start();
});
afterAll(async () => {
  await events.stop();
  await database.close();
});

let count = 0;
/** A unique channel and account. */
const somebody = () => {
  count += 1;
  const userId = `somebody-${count}`;
  return { news: newsOf(userId), subscriber: { userId, expiresTime: Date.now() + 3_600_000 } };
};
type Somebody = ReturnType<typeof somebody>;

const tell = ({ news }: Somebody, ...indexes: number[]) =>
  database.transaction(async (manager) => {
    for (const index of indexes) events.publish(manager, news, { index });
  });
const changeAccess = (userId: string) =>
  database.transaction(async (manager) => events.accessChanged(manager, userId));
const upTo = (length: number) => Array.from({ length }, (_, index) => index);

/** Reads the recheck at the start of every stream. */
async function opened({ news, subscriber }: Somebody, since?: string): Promise<EventStream> {
  const stream = await events.listen([news], { subscriber, since });
  expect(await stream.next()).toMatchObject({ done: false, value: { kind: 'recheck' } });
  return stream;
}

async function nextOf(stream: EventStream) {
  const { value } = await stream.next();
  if (value?.kind !== 'event') throw new Error(`There is no event but ${value?.kind}.`);
  return { index: (value.payload as News).index, cursor: value.cursor };
}

async function indexesOf(stream: EventStream, length: number) {
  const indexes: number[] = [];
  while (indexes.length < length) indexes.push((await nextOf(stream)).index);
  return indexes;
}

describe('a stream of events', () => {
  it('keeps events that arrive while its reader is busy, in order', async () => {
    const who = somebody();
    const stream = await opened(who);
    for (const index of [1, 2, 3]) await tell(who, index);
    expect(await indexesOf(stream, 3)).toEqual([1, 2, 3]);
    await stream.return();
  });

  it('starts with events committed after its beginning', async () => {
    const who = somebody();
    const other = await opened(who);
    await tell(who, 1);
    const stream = await opened(who);
    await tell(who, 2);
    expect(await indexesOf(stream, 1)).toEqual([2]);
    await Promise.all([stream.return(), other.return()]);
  });

  it('ends with an error if its reader is too slow, and can resume after the last event', async () => {
    const who = somebody();
    const stream = await opened(who);
    await tell(who, 0);
    const { cursor } = await nextOf(stream);
    await tell(who, ...upTo(501));
    // Another reader has received all of them when this one has.
    await opened(who).then((later) => later.return());
    await expect(stream.next()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const again = await opened(who, cursor);
    expect(await indexesOf(again, 501)).toEqual(upTo(501));
    await again.return();
  });

  it('resumes after any event, without a gap or a duplicate, while more and more happen', async () => {
    const who = somebody();
    const first = await opened(who);
    await tell(who, 0);
    const { cursor } = await nextOf(first);
    await first.return();
    await tell(who, ...upTo(450).slice(1));
    const again = await opened(who, cursor);
    let told = 450;
    for (let expected = 1; expected < 900; expected += 1) {
      expect((await nextOf(again)).index).toBe(expected);
      if (told < 900) await tell(who, told++);
    }
    await again.return();
  });

  it('reports a gap if its cursor names no stored event, and continues', async () => {
    const who = somebody();
    const first = await opened(who);
    await tell(who, 1);
    const { cursor } = await nextOf(first);
    const [id, time] = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
    const unknown = [`${id! + 1000}.${time}`, `${id}.${time! + 1}`].map((text) =>
      Buffer.from(text).toString('base64url'),
    );
    for (const since of [...unknown, '', 'nonsense', '1; DROP TABLE events']) {
      const stream = await opened(who, since);
      const gap = (await stream.next()).value;
      if (gap?.kind !== 'gap') throw new Error(`After "${since}" comes ${gap?.kind}.`);
      await tell(who, 2);
      expect(await indexesOf(stream, 1)).toEqual([2]);
      const after = await opened(who, gap.cursor);
      expect(await indexesOf(after, 1)).toEqual([2]);
      await Promise.all([stream.return(), after.return()]);
    }
    await first.return();
  });

  it('also reports a gap if the next event is deleted before it is read', async () => {
    const who = somebody();
    const before = await events.cursor();
    await tell(who, ...upTo(250));
    const stream = await opened(who, before);
    expect(await indexesOf(stream, 50)).toEqual(upTo(50));
    await database.transaction((manager) =>
      manager.query('DELETE FROM events WHERE channel = ?', [who.news.name]),
    );
    expect(await indexesOf(stream, 50)).toEqual(upTo(100).slice(50));
    expect((await stream.next()).value).toMatchObject({ kind: 'gap' });
    await tell(who, 1);
    expect(await indexesOf(stream, 1)).toEqual([1]);
    await stream.return();
  });

  it('requests a recheck when the access of its account has changed, once for several changes', async () => {
    const who = somebody();
    const stream = await opened(who);
    for (let times = 0; times < 3; times += 1) await changeAccess(who.subscriber.userId);
    await changeAccess('other');
    await tell(who, 1);
    // By then all of them have arrived.
    await opened(who).then((later) => later.return());
    const kinds = [await stream.next(), await stream.next()].map(({ value }) => value?.kind);
    expect(kinds).toEqual(['recheck', 'event']);
    await stream.return();
  });

  it('requests a recheck with one occasion for all streams', async () => {
    const who = somebody();
    const streams = [await opened(who), await opened(who)];
    await changeAccess(who.subscriber.userId);
    const [one, other] = (await Promise.all(streams.map((stream) => stream.next()))).map(
      ({ value }) => value,
    );
    expect([one?.kind, other?.kind]).toEqual(['recheck', 'recheck']);
    expect(one && other && getOccasion(one) === getOccasion(other)).toBe(true);
    await Promise.all(streams.map((stream) => stream.return()));
  });

  it('requests a recheck when the token expires', async () => {
    const who = somebody();
    const subscriber = { ...who.subscriber, expiresTime: Date.now() + 20 };
    const stream = await opened({ ...who, subscriber });
    expect((await stream.next()).value).toMatchObject({ kind: 'recheck' });
    await stream.return();
  });

  it('ends for a waiting reader', async () => {
    const stream = await opened(somebody());
    const coming = stream.next();
    await stream.return();
    expect(await coming).toEqual({ done: true, value: undefined });
  });
});
