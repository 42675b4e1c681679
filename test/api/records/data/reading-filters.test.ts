import { formatFindings } from '../../../support/findings';
import { newPerson, type Person } from '../../../support/person';
import { at, basal, bolus, cbg, decision, food, smbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const typesOf = (records: { type: string }[]): string[] => records.map(({ type }) => type);
const valuesOf = (records: { value: number }[]): number[] => records.map(({ value }) => value);

describe('records filtered by type', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
    await person.uploaded(await person.openedContinuous({ time: at(9) }), [
      cbg({ time: at(0) }),
      smbg({ time: at(1), subType: 'manual' }),
      bolus({ time: at(2) }),
      bolus({ time: at(3), subType: 'square', normal: undefined, extended: 1, duration: 1 }),
      bolus({ time: at(4), subType: 'dual/square', extended: 1, duration: 1 }),
      food({ time: at(5) }),
    ]);
  });

  it.each<[string, string[]]>([
    ['type=cbg', ['cbg']],
    ['type=cbg,bolus', ['cbg', 'bolus', 'bolus', 'bolus']],
    ['type=bolus,cbg', ['cbg', 'bolus', 'bolus', 'bolus']],
    ['type=cbg&type=food', ['cbg', 'food']],
    ['type=cbg,,food,', ['cbg', 'food']],
    ['type=cbg,cbg,cbg', ['cbg']],
    ['type=upload', ['upload']],
    ['type=upload,food', ['food', 'upload']],
    ['type=unknown', []],
    ['type=CBG', []],
    ['type=cb%25', []],
    ['type=%C3%A9', []],
    ['type=cbg%00', []],
    ['type=unknown,food', ['food']],
    ['type=', ['cbg', 'smbg', 'bolus', 'bolus', 'bolus', 'food', 'upload']],
    ['type=,', ['cbg', 'smbg', 'bolus', 'bolus', 'bolus', 'food', 'upload']],
    ['subType=normal', ['bolus']],
    ['subType=square,dual/square', ['bolus', 'bolus']],
    ['subType=dual%2Fsquare', ['bolus']],
    ['subtype=manual', ['smbg']],
    ['subType=manual&subtype=normal', ['smbg', 'bolus']],
    ['type=bolus&subType=manual', []],
    ['subType=unknown', []],
  ])('by ?%s', async (query, types) => {
    expect(typesOf(await person.records(query))).toEqual(types);
  });

  it('by very many types and sub types', async () => {
    const names = Array.from({ length: 900 }, (_, index) => `t${index}`).join(',');
    expect(typesOf(await person.records(`type=${names},food`))).toEqual(['food']);
    expect(typesOf(await person.records(`type=${names},food&latest=1`))).toEqual(['food']);
    expect(typesOf(await person.records(`type=${names},smbg&subType=${names},manual&latest=1`))).toEqual([
      'smbg',
    ]);
  });
});

describe('records filtered by time', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
    const records = [1, 2, 3, 4, 5].map((value) => cbg({ value, time: at(value) }));
    await person.uploaded(await person.openedContinuous({ time: at(3) }), records);
  });

  it.each<[string, number[]]>([
    [`startDate=${at(2)}`, [2, 3, 4, 5]],
    [`endDate=${at(2)}`, [1, 2]],
    [`startDate=${at(2)}&endDate=${at(4)}`, [2, 3, 4]],
    [`startDate=${at(4)}&endDate=${at(2)}`, []],
    ['startDate=2024-05-06T00:02:00.001Z', [3, 4, 5]],
    ['endDate=2024-05-06T00:01:59.999Z', [1]],
    ['startDate=2024-05-06T02:02:00+02:00', [2, 3, 4, 5]],
    ['startDate=2024-05-06T02:02:00%2B02:00', [2, 3, 4, 5]],
    ['startDate=2024-05-05T18:32:00-05:30', [2, 3, 4, 5]],
    ['startDate=2024-05-06T00:02:00.0000000Z&endDate=2024-05-06T00%3A03%3A00.0000000Z', [2, 3]],
    ['endDate=2024-05-06T00:02:00.0009999Z', [1, 2]],
    ['startDate=&endDate=', [1, 2, 3, 4, 5]],
    ['startDate=0001-01-01T00:00:00Z&endDate=9999-12-31T23:59:59Z', [1, 2, 3, 4, 5]],
  ])('by ?%s', async (query, values) => {
    expect(valuesOf(await person.records(`type=cbg&${query}`))).toEqual(values);
  });

  it('include data sets', async () => {
    expect(await person.records(`type=upload&startDate=${at(3)}&endDate=${at(3)}`)).toHaveLength(1);
    expect(await person.records(`type=upload&startDate=${at(4)}`)).toEqual([]);
    expect(await person.records(`type=upload&endDate=${at(2)}`)).toEqual([]);
  });

  it.each([
    '2024-05-06',
    '2024-05-06T00:02:00',
    '2024-05-06T00:02Z',
    '2024-05-06 00:02:00Z',
    '2024-02-30T00:02:00Z',
    '2024-05-06T24:00:00Z',
    '1700000000000',
    'yesterday',
  ])('but not by %s', async (text) => {
    for (const name of ['startDate', 'endDate']) {
      const refused = await person.read(`${name}=${text}`);
      expect(refused.status).toBe(400);
      expect(formatFindings(refused)).toEqual([`value-not-parsable ${name}`]);
    }
  });
});

describe('records filtered by device and data set', () => {
  it.each(["Ärzte's Pumpe: 7 & more", 'plus+sign', '100%', '泵-😀'])('%j', async (deviceId) => {
    const person = await newPerson(server);
    const [one, other] = [await person.openedContinuous({ deviceId }), await person.openedContinuous()];
    await person.uploaded(one, [cbg({ deviceId: `${deviceId}2` })]);
    await person.uploaded(other, [cbg({ deviceId }), bolus()]);
    const found = await person.records(`deviceId=${encodeURIComponent(deviceId)}`);
    expect(found.map(({ type, uploadId }) => [type, uploadId])).toEqual([
      ['cbg', other],
      ['upload', one],
    ]);
    expect(typesOf(await person.records(`uploadId=${one}`))).toEqual(['cbg', 'upload']);
    expect(typesOf(await person.records(`uploadId=${one}&deviceId=${encodeURIComponent(deviceId)}`))).toEqual(
      ['upload'],
    );
    expect(await person.records('uploadId=unknown')).toEqual([]);
    expect(await person.records('uploadId=%C3%A9')).toEqual([]);
    expect(await person.records('deviceId=unknown')).toEqual([]);
    expect(await person.records('deviceId=&uploadId=')).toEqual(await person.records());
  });
});

describe('records filtered by content', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [
      cbg({ time: at(1), value: 1, sampleInterval: 60_000 }),
      cbg({ time: at(2), value: 2, sampleInterval: 300_000 }),
      cbg({ time: at(3), value: 3 }),
      smbg({ time: at(4), value: 4 }),
      ...['loop', 'normalBolus', 'watch bolus'].map((reason, index) => decision(reason, at(5 + index))),
      basal({ time: at(8) }),
    ]);
  });

  it('omit sensor readings at shorter intervals', async () => {
    const values = async (query: string) => valuesOf(await person.records(`type=cbg,smbg&${query}`));
    expect(await values('sampleIntervalMinimum=300000')).toEqual([2, 3, 4]);
    expect(await values('sampleIntervalMinimum=300001')).toEqual([3, 4]);
    expect(await values('sampleIntervalMinimum=60000')).toEqual([1, 2, 3, 4]);
    expect(await values('sampleIntervalMinimum=0')).toEqual([1, 2, 3, 4]);
    expect(await values('sampleIntervalMinimum=-5')).toEqual([1, 2, 3, 4]);
  });

  it('omit dosing decisions for other reasons, and nothing else', async () => {
    const reasons = async (query: string) =>
      (await person.records(`type=dosingDecision,basal&${query}`)).map(({ type, reason }) => reason ?? type);
    expect(await reasons('dosingDecision.reason=loop')).toEqual(['loop', 'basal']);
    expect(await reasons('dosingDecision.reason=normalBolus,watch%20bolus')).toEqual([
      ...['normalBolus', 'watch bolus', 'basal'],
    ]);
    expect(await reasons('dosingDecision.reason=unknown')).toEqual(['basal']);
    expect(await reasons('dosingDecision.reason=')).toEqual(['loop', 'normalBolus', 'watch bolus', 'basal']);
  });
});

describe('the query', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [cbg({ time: at(1) }), cbg({ time: at(2) })]);
  });

  it.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('accepts %s as true', async (value) => {
    expect(await person.records(`type=cbg&latest=${value}`)).toHaveLength(1);
  });

  it.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('accepts %s as false', async (value) => {
    expect(await person.records(`type=cbg&latest=${value}`)).toHaveLength(2);
  });

  it('uses the last of repeated booleans', async () => {
    expect(await person.records('type=cbg&latest=false&latest=true')).toHaveLength(1);
    expect(await person.records('type=cbg&latest=true&latest=false')).toHaveLength(2);
    expect((await person.read('latest=true&latest=')).status).toBe(400);
  });

  it.each(['latest', 'carelink', 'medtronic', 'cbgFilter', 'dexcom'])(
    'validates the boolean %s',
    async (name) => {
      for (const value of ['', 'yes', 'tRUE', '2', 'null', '%20true']) {
        const refused = await person.read(`${name}=${value}`);
        expect(refused.status).toBe(400);
        expect(formatFindings(refused)).toEqual([`type-not-bool ${name}`]);
      }
      expect((await person.read(`${name}=true`)).status).toBe(200);
    },
  );

  it.each(['', 'many', '1.5', '1e3', '0x10'])('does not accept %j as a whole number', async (value) => {
    const refused = await person.read(`sampleIntervalMinimum=${value}`);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual(['type-not-int sampleIntervalMinimum']);
  });

  it('may contain unknown parameters', async () => {
    const all = await person.records();
    for (const query of ['unknown=1&_=2', '&&&', '=', '%zz=%zz', 'page=-1&size=x', 'Type=bolus', '%00=%00']) {
      expect(await person.records(query)).toEqual(all);
    }
  });
});
