import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, food, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const origin = (id: string, more: object = {}) => ({ origin: { id, ...more } });
const valuesOf = (records: { value: number }[]): number[] => records.map(({ value }) => value);

describe('a data set that replaces records by origin', () => {
  let person: Person;
  let dataSetId: string;
  beforeEach(async () => {
    person = await newPerson(server);
    dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
  });

  it('shows only the last form of a record', async () => {
    const running = bolus({ normal: 4.25, annotations: [{ code: 'bolus/mutable' }], ...origin('b') });
    await person.uploaded(dataSetId, [running]);
    await person.uploaded(dataSetId, [bolus({ normal: 3.5, expectedNormal: 4.25, ...origin('b') })]);
    const records = await person.records('type=bolus');
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ normal: 3.5, expectedNormal: 4.25 });
    expect(records[0]).not.toHaveProperty('annotations');
  });

  it('replaces a record of any type and time', async () => {
    await person.uploaded(dataSetId, [basal({ ...origin('x'), time: at(0) })]);
    await person.uploaded(dataSetId, [cbg({ ...origin('x'), time: at(500) })]);
    expect((await person.records('type=basal,cbg')).map(({ type }) => type)).toEqual(['cbg']);
  });

  it('does so with the id that phones derive from the origin', async () => {
    const record = (normal: number) => bolus({ id: 'a'.repeat(32), normal, ...origin('b') });
    for (const normal of [1, 2, 3]) await person.uploaded(dataSetId, [record(normal)]);
    expect((await person.records('type=bolus')).map(({ normal }) => normal)).toEqual([3]);
  });

  it('keeps all records of one batch with the same origin', async () => {
    const pair = [cbg({ ...origin('x'), value: 1 }), cbg({ ...origin('x'), time: at(1), value: 2 })];
    await person.uploaded(dataSetId, pair);
    expect(valuesOf(await person.records('type=cbg'))).toEqual([1, 2]);
    await person.uploaded(dataSetId, [cbg({ ...origin('x'), value: 3 })]);
    expect(valuesOf(await person.records('type=cbg'))).toEqual([3]);
  });

  it('replaces a calculation and its bolus by the repeated pair', async () => {
    const pair = [wizard({ ...origin('w'), bolus: bolus({ ...origin('w'), normal: 0.0001 }) })];
    for (let times = 0; times < 3; times += 1) await person.uploaded(dataSetId, pair);
    const records = await person.records('type=wizard,bolus');
    expect(records.map(({ type }) => type).sort()).toEqual(['bolus', 'wizard']);
    const byType = new Map(records.map((record) => [record.type, record]));
    expect(byType.get('wizard').bolus).toBe(byType.get('bolus').id);
  });

  it('replaces a calculation with the bolus that was sent within it', async () => {
    for (const normal of [5, 3]) {
      const pair = [wizard({ ...origin('w'), bolus: bolus({ normal }) })];
      await person.uploaded(dataSetId, pair);
    }
    const [given, ...others] = await person.records('type=bolus');
    expect([given?.normal, others]).toEqual([3, []]);
    expect(await person.records('type=wizard')).toMatchObject([{ bolus: given?.id }]);
  });

  it('adds records without an origin', async () => {
    for (let times = 0; times < 2; times += 1) {
      await person.uploaded(dataSetId, [cbg(), cbg({ origin: { name: 'app' } })]);
    }
    expect(await person.records('type=cbg')).toHaveLength(4);
  });

  it('distinguishes origins by case and accents', async () => {
    await person.uploaded(dataSetId, [cbg(origin('e')), cbg(origin('E')), cbg(origin('é'))]);
    await person.uploaded(dataSetId, [cbg({ ...origin('E'), value: 1 })]);
    expect(await person.records('type=cbg')).toHaveLength(3);
  });

  it('leaves other data sets and accounts unchanged', async () => {
    const [other, second] = [await newPerson(server), await person.openedContinuous()];
    const foreign = await other.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    for (const [who, where] of [
      [other, foreign],
      [person, second],
      [person, dataSetId],
    ] as const) {
      await who.uploaded(where, [cbg(origin('x'))]);
    }
    expect(await person.records('type=cbg')).toHaveLength(2);
    expect(await other.records('type=cbg')).toHaveLength(1);
  });

  it('adds nothing if whole batches are repeated', async () => {
    const batch = Array.from({ length: 1_500 }, (_, index) =>
      cbg({ time: at(index), ...origin(`cgm-${index}`) }),
    );
    await person.uploaded(dataSetId, batch);
    const before = await person.records('type=cbg');
    await person.uploaded(dataSetId, batch);
    const after = await person.records('type=cbg');
    const facts = (records: typeof before) => records.map(({ id: _id, ...record }) => record);
    expect(facts(after)).toEqual(facts(before));
  });

  it('does the same in a normal data set, for records that are not visible yet', async () => {
    const normal = await person.opened({ deduplicator: deduplicator('dataset.delete.origin') });
    await person.uploaded(normal, [cbg({ ...origin('x'), value: 1 })]);
    await person.uploaded(normal, [cbg({ ...origin('x'), value: 2 })]);
    await person.closed(normal);
    expect(valuesOf(await person.records('type=cbg'))).toEqual([2]);
  });
});

describe('a data set that replaces boluses and meals only by newer forms', () => {
  const earlier = '2024-05-06T10:00:00+02:00';
  const later = '2024-05-06T08:00:00.001Z';
  let person: Person;
  let dataSetId: string;
  beforeEach(async () => {
    person = await newPerson(server);
    dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin.older') });
  });

  const amounts = async () => (await person.records('type=bolus')).map(({ normal }) => normal);
  const send = (normal: number, time?: string) =>
    person.uploaded(dataSetId, [bolus({ normal, origin: { id: 'x', time } })]);

  it.each<[string, string | undefined, string | undefined, number[]]>([
    ['is later', earlier, later, [2]],
    ['is earlier', later, earlier, [1]],
    ['is the same instant in another zone', earlier, '2024-05-06T08:00:00Z', [1]],
    [
      'is later by less than a millisecond',
      '2024-05-06T08:00:00.0014Z',
      '2024-05-06T10:00:00.00141+02:00',
      [2],
    ],
    ['is earlier by less than a millisecond', '2024-05-06T08:00:00.0014Z', '2024-05-06T08:00:00.00135Z', [1]],
    ['is the same instant with more zeros', '2024-05-06T08:00:00.0014Z', '2024-05-06T08:00:00.001400Z', [1]],
    ['is missing', earlier, undefined, [1]],
    ['is there for the first time', undefined, earlier, [2]],
    ['is missing on both', undefined, undefined, [1]],
  ])('if the time of the origin %s', async (_what, first, second, expected) => {
    await send(1, first);
    await send(2, second);
    expect(await amounts()).toEqual(expected);
  });

  it('applies to meals too, and to nothing else', async () => {
    const forms = (time: string, name: string) => [
      food({ name, origin: { id: 'f', time } }),
      cbg({ payload: { name }, origin: { id: 'c', time } }),
    ];
    await person.uploaded(dataSetId, forms(later, 'first'));
    await person.uploaded(dataSetId, forms(earlier, 'second'));
    const [meal] = await person.records('type=food');
    const [reading] = await person.records('type=cbg');
    expect([meal.name, reading.payload.name]).toEqual(['first', 'second']);
  });

  it('does not compare other records with boluses, even with the same origin', async () => {
    await send(1, later);
    await person.uploaded(dataSetId, [cbg({ origin: { id: 'x', time: earlier } })]);
    expect((await person.records('type=bolus,cbg')).map(({ type }) => type)).toEqual(['cbg']);
  });

  it('keep the newer form when an older one comes with its calculation', async () => {
    const pair = (normal: number, time: string) => [
      wizard({ origin: { id: 'x', time } }),
      bolus({ normal, origin: { id: 'x', time } }),
    ];
    await person.uploaded(dataSetId, pair(1, later));
    await person.uploaded(dataSetId, pair(2, earlier));
    expect(await amounts()).toEqual([1]);
    expect(await person.records('type=wizard')).toHaveLength(1);
  });

  it('lead the link of a repeated calculation to the bolus that stays', async () => {
    const embedded = bolus({ origin: { id: 'given', time: later } });
    const pair = [wizard({ origin: { id: 'x', time: later }, bolus: embedded })];
    for (let times = 0; times < 2; times += 1) await person.uploaded(dataSetId, pair);
    const [given, ...others] = await person.records('type=bolus');
    expect(others).toEqual([]);
    expect(await person.records('type=wizard')).toMatchObject([{ bolus: given?.id }]);
  });

  it('keep the newer form in a normal data set, too', async () => {
    dataSetId = await person.opened({ deduplicator: deduplicator('dataset.delete.origin.older') });
    await send(1, later);
    await send(2, earlier);
    await person.closed(dataSetId);
    expect(await amounts()).toEqual([1]);
  });

  it('accept an earlier form once the later one was deleted', async () => {
    await send(1, later);
    await person.deleteData(dataSetId, [{ origin: { id: 'x' } }]);
    await send(2, earlier);
    expect(await amounts()).toEqual([2]);
  });
});
