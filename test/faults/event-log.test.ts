import { Database } from '../../src/platform/database/database';
import { EventService } from '../../src/platform/events/event.service';
import type { EventStream } from '../../src/platform/events/event-stream';
import { MemoryEventBus } from '../../src/platform/events/memory-event-bus';
import { topic } from '../../src/platform/events/topic';
import { createLogger } from '../../src/platform/logging';
import { persistence } from '../../src/persistence';
import { ownDatabases } from '../support/own-databases';
import { inTime } from '../support/wait-until';

interface News {
  text: string;
  about?: string;
}

const newsOf = topic<News>('log-news', ({ about }) => [about ?? null]);
const hour = 3_600_000;

/** The next event, or what comes instead. */
async function nextOf(stream: EventStream): Promise<string> {
  for (;;) {
    const { value } = await inTime('an event', stream.next());
    if (value?.kind === 'event') return (value.payload as News).text;
    if (value?.kind !== 'recheck') return String(value?.kind);
  }
}

async function nextOnes(stream: EventStream, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push(await nextOf(stream));
  return texts;
}

const sorted = (texts: readonly string[] = []) => [...texts].sort();

describe.each(ownDatabases)('the event log on %s', (name, on) => {
  let database: Database;
  let finish: () => void;
  let finished: Promise<void>;
  beforeAll(
    () =>
      new Promise<void>((resolve, reject) => {
        finished = on(async (url = 'sqlite::memory:') => {
          database = await Database.open(url, { schema: persistence, poolSize: 10, migrate: true });
          resolve();
          await new Promise<void>((end) => (finish = end));
          await database.close();
        });
        finished.catch(reject);
      }),
  );
  afterAll(async () => {
    finish();
    await finished;
  });

  const started: EventService[] = [];
  /** The log in a process that gets no hints from other processes. */
  const start = (lifetime = hour): EventService => {
    const events = new EventService(database, new MemoryEventBus(), lifetime, createLogger('silent'));
    events.start();
    started.push(events);
    return events;
  };
  const open: EventStream[] = [];
  const listen = async (events: EventService, key: string, since?: string): Promise<EventStream> => {
    const stream = await events.listen([newsOf(key)], { since });
    open.push(stream);
    return stream;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((stream) => stream.return()));
    await Promise.all(started.splice(0).map((events) => events.stop()));
  });

  const tell = (events: EventService, key: string, event: News) =>
    database.transaction(async (manager) => events.publish(manager, newsOf(key), event));

  it('contains committed events, each once, however transactions overlap', async () => {
    const events = start();
    const live = await listen(events, 'many');
    const before = await events.cursor();
    const wanted = Array.from({ length: 60 }, (_, index) => `${index}`);
    await Promise.all(wanted.map((text) => tell(events, 'many', { text })));
    const told = await nextOnes(live, wanted.length);
    expect(sorted(told)).toEqual(sorted(wanted));
    const later = await listen(events, 'many', before);
    expect(await nextOnes(later, wanted.length)).toEqual(told);
    await tell(events, 'many', { text: 'last' });
    expect(await Promise.all([nextOf(live), nextOf(later)])).toEqual(['last', 'last']);
  });

  // SQLite runs one transaction after the other.
  (name === 'SQLite' ? it.skip : it)(
    'shows a transaction that is committed late to those who have read past it',
    async () => {
      const events = start();
      const live = await listen(events, 'late');
      let goOn = () => {};
      const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
      let tellStored = () => {};
      const stored = new Promise<void>((resolve) => (tellStored = resolve));
      let isFirst = true;
      // After its event is stored, and before the commit.
      database.addToTransactions(async () => {
        if (!isFirst) return;
        isFirst = false;
        tellStored();
        await mayGoOn;
      });
      const slow = tell(events, 'late', { text: 'slow' });
      await stored;
      await tell(events, 'late', { text: 'quick' });
      expect(await nextOf(live)).toBe('quick');
      const between = await events.cursor();
      goOn();
      await slow;
      expect(await nextOf(live)).toBe('slow');
      expect(await nextOf(await listen(events, 'late', between))).toBe('slow');
    },
  );

  it('is read by processes that get no hints', async () => {
    const [events, other, third] = [start(), start(), start()];
    const streams = [await listen(other, 'far'), await listen(third, 'far')];
    const wanted = ['one', 'two', 'three'];
    for (const text of wanted) await tell(events, 'far', { text });
    for (const stream of streams) expect(await nextOnes(stream, 3)).toEqual(wanted);
  });

  it('has one order in all processes, which number events at once', async () => {
    const all = [start(), start(), start()] as const;
    const streams = await Promise.all(all.map((each) => listen(each, 'order')));
    const wanted = Array.from({ length: 90 }, (_, index) => `${index}`);
    await Promise.all(wanted.map((text, index) => tell(all[index % 3] ?? all[0], 'order', { text })));
    const [told, ...others] = await Promise.all(streams.map((stream) => nextOnes(stream, wanted.length)));
    expect(sorted(told)).toEqual(sorted(wanted));
    expect(others).toEqual([told, told]);
  });

  it('forgets an account: its own events, and those about it to others, who see that something is missing', async () => {
    const events = start();
    const before = await events.cursor();
    await tell(events, 'departed', { text: 'own' });
    await tell(events, 'left', { text: 'one' });
    await tell(events, 'left', { text: 'of departed', about: 'departed' });
    await tell(events, 'left', { text: 'two' });
    await events.forgetAccount('departed');
    const rows: unknown = await database.reader.query('SELECT * FROM events');
    expect(JSON.stringify(rows)).toContain('log-news:left');
    expect(JSON.stringify(rows)).not.toContain('departed');
    expect(await nextOnes(await listen(events, 'left', before), 3)).toEqual(['one', 'gap', 'two']);
  });

  it('keeps events for their retention time, and the last one beyond that', async () => {
    const events = start(-1_000);
    const first = await events.cursor();
    await tell(events, 'old', { text: 'one' });
    const one = await events.cursor();
    await tell(events, 'old', { text: 'two' });
    const two = await events.cursor();
    await start(hour).purge(() => false);
    expect(await nextOnes(await listen(events, 'old', first), 2)).toEqual(['one', 'two']);
    await events.purge(() => false);
    for (const since of [first, one]) expect(await nextOf(await listen(events, 'old', since))).toBe('gap');
    const stream = await listen(events, 'old', two);
    await tell(events, 'old', { text: 'three' });
    expect(await nextOf(stream)).toBe('three');
  });
});
