import fc from 'fast-check';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { newPerson, type Person } from '../../../support/person';
import type { SentRecord } from '../../../support/records';
import { day, hour, recentHour, reading, recomputed } from '../../../support/summaries';
import type { Json } from '../../../support/api';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
});
afterAll(() => own.close());

const deduplicator = { name: 'org.tidepool.deduplicator.dataset.delete.origin' };

/** Deletes stored results, so that the next calculation starts from the records. */
async function forget({ userId }: Person): Promise<void> {
  await own.database.transaction(async (manager) => {
    for (const table of ['summaries', 'summary_days', 'summary_intervals', 'glucose_changes'])
      await manager.query(`DELETE FROM ${table} WHERE user_id = ?`, [userId]);
  });
}

/** The content of a summary, without the reason and time of its calculation. */
function figuresOf(summary: Json): Json {
  if (summary === null) return null;
  const { lastUpdatedDate: _date, lastUpdatedReason: _reason, ...dates } = summary.dates;
  return { ...summary, dates };
}

/** The weeks and months that are known: from when on those of each type are, and their figures. */
interface Intervals {
  from: Json[];
  figures: Json[];
}

async function readIntervals({ userId }: Person): Promise<Intervals> {
  const read = (sql: string): Promise<Json[]> => own.database.reader.query(sql, [userId]);
  return {
    from: await read('SELECT summary_type, intervals_from FROM summaries WHERE user_id = ?'),
    figures: await read(
      'SELECT * FROM summary_intervals WHERE user_id = ? ORDER BY summary_type, span, start',
    ),
  };
}

/** Those that both know are equal. */
function expectSameIntervals(one: Intervals, other: Intervals): void {
  const from = (type: string) =>
    Math.max(
      ...[one, other]
        .flatMap((each) => each.from.filter(({ summary_type: of }) => of === type))
        .map(({ intervals_from: of }) => Number(of)),
    );
  const known = ({ figures }: Intervals) =>
    figures.filter(({ summary_type: type, start }) => Number(start) >= from(type));
  expect(known(one)).toEqual(known(other));
}

const types = ['cgm', 'bgm', 'con'];

/** A record in the last days, or around the boundaries; many are close together or in the same hours. */
const record = fc
  .record({
    age: fc.oneof(
      fc.integer({ min: 0, max: 3 * hour }),
      fc.integer({ min: 0, max: 90 * day }),
      fc.integer({ min: 60 * day - hour, max: 60 * day + hour }),
      fc.integer({ min: -3 * day, max: 0 }),
      fc.integer({ min: 729 * day, max: 732 * day }),
    ),
    step: fc.constantFrom(1_000, 60_000, 300_000),
    value: fc.integer({ min: 20, max: 450 }),
    type: fc.constantFrom('cbg', 'cbg', 'cbg', 'smbg'),
    device: fc.constantFrom('Dex', 'AbbottFreeStyleLibre-1', 'xAbbottFreeStyleLibre3'),
    sampleInterval: fc.option(fc.constantFrom(0, 60_000, 90_000, 300_000), { nil: undefined }),
    /** Few ids, so that records replace each other. */
    origin: fc.integer({ min: 0, max: 40 }),
  })
  .map(
    ({ age, step, value, type, device, sampleInterval, origin }) =>
      (now: number): SentRecord =>
        reading(Math.floor((now - age) / step) * step, value, {
          units: 'mg/dL',
          type,
          deviceId: device,
          origin: { id: `origin-${origin}` },
          ...(sampleInterval !== undefined && type === 'cbg' && { sampleInterval }),
        }),
  );

/** Possible changes to an account. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('upload'),
      records: fc.array(record, { minLength: 1, maxLength: 25 }),
      set: fc.nat({ max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recompute') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('deleteRecords'),
      origins: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 10 }),
      set: fc.nat({ max: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteSet'), set: fc.nat({ max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('readOut'),
      records: fc.array(record, { minLength: 1, maxLength: 25 }),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** An account whose changes run one after the other. */
class Story {
  private readonly sets: (string | undefined)[] = [];

  constructor(
    private readonly person: Person,
    private readonly now: number,
  ) {}

  private async setAt(index: number): Promise<string> {
    // The third data set keeps all records that it gets.
    const body = index < 2 ? { deduplicator } : {};
    return (this.sets[index] ??= await this.person.openedContinuous(body));
  }

  async take(step: Step): Promise<void> {
    if ('origins' in step) {
      const selectors = step.origins.map((origin) => ({ origin: { id: `origin-${origin}` } }));
      await this.person.deleteData(await this.setAt(step.set), selectors);
    } else if (step.kind === 'readOut') {
      await this.readOut('records' in step ? step.records : []);
    } else if ('records' in step && 'set' in step) {
      await this.person.uploaded(
        await this.setAt(step.set),
        step.records.map((make) => make(this.now)),
      );
    } else if ('set' in step) {
      const dataSetId = this.sets[step.set];
      if (dataSetId !== undefined) await this.person.deleted(dataSetId);
      this.sets[step.set] = undefined;
    } else {
      for (const type of types) await recomputed(own.server, this.person, type);
    }
  }

  /** A meter that is read out completely each time, which displaces earlier records. */
  private async readOut(records: readonly ((now: number) => SentRecord)[]): Promise<void> {
    const dataSetId = await this.person.opened({
      deviceId: 'Dex',
      deduplicator: { name: 'org.tidepool.deduplicator.device.deactivate.hash' },
    });
    const ofDevice = records.map((make) => ({ ...make(this.now), deviceId: 'Dex' }));
    await this.person.uploaded(dataSetId, ofDevice);
    await this.person.closed(dataSetId);
  }
}

it('equals a calculation from all records, after any order of uploads and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const person = await newPerson(own.server);
      const story = new Story(person, recentHour());
      for (const each of steps) await story.take(each);
      const kept: Json[] = [];
      for (const type of types) kept.push(figuresOf(await recomputed(own.server, person, type)));
      const intervals = await readIntervals(person);
      await forget(person);
      for (const [index, type] of types.entries())
        expect(figuresOf(await recomputed(own.server, person, type))).toEqual(kept[index]);
      expectSameIntervals(intervals, await readIntervals(person));
    }),
    { numRuns: 8 },
  );
}, 120_000);

it('is the same for any order and size of uploads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.infiniteStream(fc.nat({ max: 1_000 })),
      async (makers, size, random) => {
        const now = recentHour();
        // With ids of their own: for equal times the lower id counts, so ids must not depend on the upload.
        const records = makers.map((make, index): SentRecord => {
          const { origin: _origin, ...rest } = make(now);
          return { ...rest, id: String(index).padStart(32, '0') };
        });
        const shuffled = records
          .map((each) => ({ each, place: random.next().value }))
          .sort((one, other) => one.place - other.place)
          .map(({ each }) => each);
        const [at, inPieces] = [await newPerson(own.server), await newPerson(own.server)];
        await at.uploaded(await at.openedContinuous(), records);
        const dataSetId = await inPieces.openedContinuous();
        for (let start = 0; start < shuffled.length; start += size) {
          await inPieces.uploaded(dataSetId, shuffled.slice(start, start + size));
          if (start % 3 === 0) await recomputed(own.server, inPieces);
        }
        for (const type of types) {
          const [one, other] = [
            await recomputed(own.server, at, type),
            await recomputed(own.server, inPieces, type),
          ];
          expect(other?.periods).toEqual(one?.periods);
          expect(other?.dates.firstData).toEqual(one?.dates.firstData);
          expect(other?.dates.lastData).toEqual(one?.dates.lastData);
        }
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

it('is correct after concurrent uploads, deletions and calculations', async () => {
  const person = await newPerson(own.server);
  const now = recentHour();
  const sets = await Promise.all([0, 1, 2, 3].map(() => person.openedContinuous({ deduplicator })));
  const upload = async (dataSetId: string, index: number) => {
    for (let round = 0; round < 4; round += 1) {
      const records = Array.from({ length: 20 }, (_, each) =>
        reading(now - (each * 7 + index) * 600_000, 4 + round, { origin: { id: `o-${each}` } }),
      );
      await person.uploaded(dataSetId, records);
      await recomputed(own.server, person);
    }
    if (index === 3) await person.deleted(dataSetId);
  };
  const calculate = async () => {
    for (let round = 0; round < 6; round += 1) await recomputed(own.server, person);
  };
  await Promise.all([...sets.map(upload), calculate(), calculate()]);
  const kept = figuresOf(await recomputed(own.server, person));
  const intervals = await readIntervals(person);
  await forget(person);
  expect(figuresOf(await recomputed(own.server, person))).toEqual(kept);
  expectSameIntervals(intervals, await readIntervals(person));
  expect(intervals.figures.length).toBeGreaterThan(0);
  expect(kept.periods['7d'].total.records).toBe(60);
});
