import { api, type Json } from '../../../support/api';
import { newPerson } from '../../../support/person';
import { at, bolus, cbg, decision, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const id = (letter: string): string => letter.repeat(32);
const valuesOf = (records: { value: number }[]): number[] => records.map(({ value }) => value);

describe('the id of a record', () => {
  it('is kept if sent and generated otherwise', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const records = [
      cbg({ id: id('z') }),
      cbg({ id: 'upid_0123456789abcdef0123456789abcdef' }),
      cbg(),
      cbg(),
    ];
    await person.uploaded(dataSetId, records);
    const ids = (await person.records('type=cbg')).map((record) => record.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toContain(id('z'));
    expect(ids).toContain('upid_0123456789abcdef0123456789abcdef');
    expect(ids.filter((each) => /^[0-9a-f]{32}$/.test(each))).toHaveLength(2);
  });

  it('is unique in a batch: the last record with it counts', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [
      cbg({ id: id('a'), value: 1, time: at(3) }),
      cbg({ id: id('b'), value: 2 }),
      cbg({ id: id('a'), value: 3, time: at(1) }),
    ]);
    expect(valuesOf(await person.records('type=cbg'))).toEqual([2, 3]);
  });

  it('replaces the record if sent again to the same data set, whatever else differs', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [cbg({ id: id('a'), value: 1 }), cbg({ id: id('b'), value: 2 })]);
    await person.uploaded(dataSetId, [bolus({ id: id('a'), time: at(60) })]);
    const records = await person.records('type=cbg,bolus');
    expect(records.map(({ type, id: each }) => [type, each])).toEqual([
      ['cbg', id('b')],
      ['bolus', id('a')],
    ]);
  });

  it('is another record if sent to another data set, or by another account', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const dataSets = [await person.openedContinuous(), await person.openedContinuous()].sort();
    for (const dataSetId of dataSets) await person.uploaded(dataSetId, [cbg({ id: id('a') })]);
    await other.uploaded(await other.openedContinuous(), [cbg({ id: id('a') })]);
    expect((await person.records('type=cbg')).map(({ uploadId }) => uploadId)).toEqual(dataSets);
    expect(await other.records('type=cbg')).toHaveLength(1);
  });
});

describe('a record within a record', () => {
  it('becomes a separate record that the outer one refers to', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [
      wizard({ id: id('a'), bolus: bolus({ id: id('b'), time: at(1) }) }),
      wizard({ time: at(2), bolus: bolus({ time: at(3) }) }),
      wizard({ time: at(4), bolus: id('c') }),
    ]);
    const records = await person.records('type=wizard,bolus');
    expect(records.map(({ type }) => type)).toEqual(['wizard', 'bolus', 'wizard', 'bolus', 'wizard']);
    const [first, firstBolus, second, secondBolus, third] = records;
    expect([first.bolus, firstBolus.id]).toEqual([id('b'), id('b')]);
    expect(second.bolus).toBe(secondBolus.id);
    expect(third.bolus).toBe(id('c'));
    expect(new Set(records.map(({ uploadId }) => uploadId))).toEqual(new Set([dataSetId]));
  });

  it('also for the change of delivery in an alarm', async () => {
    const person = await newPerson(server);
    const status = {
      ...{ type: 'deviceEvent', subType: 'status', time: at(1), status: 'suspended' },
      reason: { suspended: 'automatic' },
    };
    const alarm = { type: 'deviceEvent', subType: 'alarm', time: at(0), alarmType: 'no_insulin', status };
    await person.uploaded(await person.openedContinuous(), [alarm]);
    const [event, suspension] = await person.records('type=deviceEvent');
    expect(event.status).toBe(suspension.id);
    expect(suspension).toMatchObject(status);
  });

  it('is replaced with the outer one, whatever the new one has within it', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    const shown = async () =>
      (await person.records('type=wizard,bolus')).map(({ type, normal }) => [type, normal]);
    for (const normal of [5, 3]) {
      await person.uploaded(dataSetId, [wizard({ id: id('a'), bolus: bolus({ normal, time: at(1) }) })]);
      expect(await shown()).toEqual([
        ['wizard', undefined],
        ['bolus', normal],
      ]);
    }
    await person.uploaded(dataSetId, [wizard({ id: id('a') })]);
    expect(await shown()).toEqual([['wizard', undefined]]);
  });

  it('stays if it was sent with an id, or if the new outer one refers to it', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [
      wizard({ id: id('a'), bolus: bolus({ id: id('b') }) }),
      wizard({ id: id('c'), bolus: bolus() }),
    ]);
    const given = await person.records('type=bolus');
    const [{ bolus: link } = {} as Json] = (await person.records('type=wizard')).filter(
      (each) => each.id === id('c'),
    );
    await person.uploaded(dataSetId, [wizard({ id: id('a') }), wizard({ id: id('c'), bolus: link })]);
    expect(await person.records('type=bolus')).toEqual(given);
  });

  it('is not stored if another record of the same batch replaces the outer one', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [
      wizard({ id: id('a'), bolus: bolus({ normal: 1 }) }),
      wizard({ id: id('b'), bolus: bolus({ normal: 2, id: id('c') }) }),
      wizard({ id: id('d'), bolus: bolus({ normal: 3, origin: { id: 'given' } }) }),
      wizard({ id: id('e'), bolus: bolus({ normal: 4 }) }),
      { ...decision('normalBolus'), id: id('a') },
      wizard({ id: id('b') }),
      wizard({ id: id('d') }),
      wizard({ id: id('e'), bolus: bolus({ normal: 5 }) }),
    ]);
    expect((await person.records('type=bolus')).map(({ normal }) => normal).sort()).toEqual([2, 3, 5]);
  });

  it('is stored nevertheless if that one refers to it', async () => {
    const person = await newPerson(server);
    const pair = wizard({ id: id('a'), bolus: bolus() });
    await person.uploaded(await person.openedContinuous(), [pair]);
    const [{ bolus: link } = {} as Json] = await person.records('type=wizard');
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [pair, wizard({ id: id('a'), bolus: link })]);
    const [given, ...others] = await person.records(`uploadId=${dataSetId}&type=bolus`);
    expect([given?.id, others]).toEqual([link, []]);
  });

  it('is validated before anything is stored', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    for (const inner of [cbg(), 'no id', 5, {}, bolus({ normal: 'x' })]) {
      expect((await person.upload(dataSetId, [wizard({ bolus: inner })])).status).toBe(400);
    }
    expect(await person.records('type=wizard,bolus')).toEqual([]);
  });
});

describe('a path that ends in a data set id', () => {
  it('does not open the data set under another spelling of the id', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ uploadId: `upid_${person.userId.slice(-12)}` });
    const { get } = api(server);
    const { status } = await get(`/v1/data_sets/${dataSetId.toUpperCase()}`, { token: person.token });
    expect(status).toBe(404);
  });
});
