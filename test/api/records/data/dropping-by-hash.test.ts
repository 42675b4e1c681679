import { createHash } from 'node:crypto';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, smbg, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('|')).digest('base64');

describe('a data set that drops known records', () => {
  let person: Person;
  let dataSetId: string;
  beforeEach(async () => {
    person = await newPerson(server);
    dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.drop.hash') });
  });

  it('recognizes them by owner, data set, time, type and value', async () => {
    await person.uploaded(dataSetId, [
      cbg({ time: '2024-05-06T07:08:09.250+02:00', units: 'mg/dL', value: 100 }),
      bolus({ time: '2024-05-06T07:08:09Z', normal: 1 }),
    ]);
    const records = await person.records('type=cbg,bolus');
    expect(records.map(({ deduplicator: { hash } }) => hash)).toEqual([
      hashOf(person.userId, dataSetId, '2024-05-06T05:08:09.25Z', 'cbg', 'mmol/L', '5.55075'),
      hashOf(person.userId, dataSetId, '2024-05-06T07:08:09Z', 'bolus', 'normal'),
    ]);
  });

  it('keeps the first form of a repeated record', async () => {
    await person.uploaded(dataSetId, [bolus({ normal: 1 })]);
    await person.uploaded(dataSetId, [bolus({ normal: 2 })]);
    expect((await person.records('type=bolus')).map(({ normal }) => normal)).toEqual([1]);
  });

  it('keeps it even if the record is repeated under its id', async () => {
    const record = cbg({ id: 'a'.repeat(32) });
    await person.uploaded(dataSetId, [record]);
    await person.uploaded(dataSetId, [record]);
    expect(await person.records('type=cbg')).toEqual([expect.objectContaining(record)]);
  });

  it('keeps the last of equal records in one batch', async () => {
    await person.uploaded(dataSetId, [
      bolus({ normal: 1 }),
      bolus({ normal: 2, time: at(1) }),
      bolus({ normal: 3 }),
    ]);
    expect((await person.records('type=bolus')).map(({ normal }) => normal)).toEqual([3, 2]);
  });

  it('distinguishes the same instant, amount and unit in other notations', async () => {
    await person.uploaded(dataSetId, [smbg({ time: at(0), units: 'mg/dL', value: 100 })]);
    const same = { time: '2024-05-06T02:00:00.0009+02:00', units: 'mmol/l', value: 5.55075 };
    await person.uploaded(dataSetId, [smbg(same), smbg({ ...same, value: 5.55076 }), cbg(same)]);
    expect(await person.records('type=smbg')).toHaveLength(2);
    expect(await person.records('type=cbg')).toHaveLength(1);
  });

  it('adds nothing if whole batches are repeated', async () => {
    const batch = Array.from({ length: 1_500 }, (_, index) => cbg({ time: at(index) }));
    await person.uploaded(dataSetId, batch);
    const before = await person.records();
    await person.uploaded(dataSetId, batch);
    expect(await person.records()).toEqual(before);
  });

  it('keeps a calculation and its bolus together', async () => {
    const pair = [wizard({ bolus: bolus({ time: at(1) }) })];
    await person.uploaded(dataSetId, pair);
    await person.uploaded(dataSetId, pair);
    const [calculation, given, ...others] = await person.records('type=wizard,bolus');
    expect(others).toEqual([]);
    expect(calculation.bolus).toBe(given.id);
  });

  it.each([
    ['in one batch', [[wizard({ bolus: bolus() }), bolus()]]],
    ['in a batch before', [[bolus()], [wizard({ bolus: bolus() })]]],
  ])('links a calculation to the bolus that is kept, %s', async (_where, batches) => {
    for (const batch of batches) await person.uploaded(dataSetId, batch);
    const records = await person.records('type=wizard,bolus');
    const [given, ...others] = records.filter(({ type }) => type === 'bolus');
    expect(others).toEqual([]);
    expect(records.find(({ type }) => type === 'wizard')?.bolus).toBe(given?.id);
  });

  it('shows a batch once that was sent twice before a normal data set was closed', async () => {
    const normal = await person.opened({ deduplicator: deduplicator('dataset.drop.hash') });
    for (let times = 0; times < 2; times += 1) await person.uploaded(normal, [cbg(), cbg({ time: at(1) })]);
    await person.closed(normal);
    expect(await person.records(`type=cbg&uploadId=${normal}`)).toHaveLength(2);
  });

  it('keeps a record that equals one which the same batch replaces by its id', async () => {
    const id = 'a'.repeat(32);
    await person.uploaded(dataSetId, [cbg({ id, value: 5 })]);
    await person.uploaded(dataSetId, [cbg({ id, value: 6 }), cbg({ value: 5 })]);
    const records = await person.records('type=cbg');
    expect(records.map(({ value }) => value).sort()).toEqual([5, 6]);
    expect(records.find((record) => record.id === id)?.value).toBe(6);
  });
});
