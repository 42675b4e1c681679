import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { providerClient } from '../../../support/provider-sessions';
import { basal, bolus, cbg, smbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

let token: string;
let client: ReturnType<typeof providerClient>;
let person: Person;

beforeAll(async () => {
  token = await newServerToken(server);
  client = providerClient(server, token);
});

beforeEach(async () => {
  person = await newPerson(server);
});

/** A time on 6 May 2024, at an hour. */
const hour = (hours: number) => `2024-05-06T${String(hours).padStart(2, '0')}:00:00.000Z`;

const seen = async (query = ''): Promise<number[]> =>
  (await person.records(`type=cbg,smbg&${query}`)).map(({ value }: Json) => value);

async function seenInGraph(filter: string): Promise<number[]> {
  const query = `{ me { data(types: [CBG, SMBG], filter: {${filter}}) { edges { node {
    ... on ContinuousGlucose { value } ... on SelfMonitoredGlucose { value } } } } } }`;
  const { body } = await api(server).graph(query, { token: person.token });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.me.data.edges.map(({ node }: Json) => node.value);
}

describe('readings that the sensor manufacturer has sent too', () => {
  let cloud: string;
  let phone: string;

  beforeEach(async () => {
    cloud = await person.openedContinuous();
    phone = await person.openedContinuous();
    await person.uploaded(cloud, [cbg({ time: hour(2), value: 2 }), cbg({ time: hour(8), value: 8 })]);
    await person.uploaded(phone, [
      ...[1, 3, 4, 5, 6, 9].map((hours) => cbg({ time: hour(hours), value: hours })),
      smbg({ time: hour(7), value: 7 }),
    ]);
  });

  const everything = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  it('change nothing without a data source with data', async () => {
    expect(await seen()).toEqual(everything);
    await client.source(person, 'dexcom', { earliestDataTime: hour(0), latestDataTime: hour(9) });
    expect(await seen()).toEqual(everything);
  });

  it('replace others in the covered time, with both bounds inclusive', async () => {
    await client.source(person, 'dexcom', {
      dataSetIds: [cloud],
      earliestDataTime: hour(3),
      latestDataTime: hour(5),
    });
    expect(await seen()).toEqual([1, 2, 6, 7, 8, 9]);
    expect(await seen('cbgFilter=true')).toEqual([1, 2, 6, 7, 8, 9]);
    expect(await seen('cbgFilter=false')).toEqual(everything);
    expect(await seen('dexcom=true')).toEqual(everything);
    expect(await seen('dexcom=0')).toEqual([1, 2, 6, 7, 8, 9]);
    expect(await seen('dexcom=1&cbgFilter=1')).toEqual([1, 2, 6, 7, 8, 9]);
    expect(await seen('cbgFilter=f&cbgFilter=t')).toEqual([1, 2, 6, 7, 8, 9]);
    expect(await seen(`uploadId=${phone}`)).toEqual([1, 3, 4, 5, 6, 7, 9]);
    expect(await seenInGraph('')).toEqual([1, 2, 6, 7, 8, 9]);
    expect(await seenInGraph('preferCloudCgm: false')).toEqual(everything);
    expect(await seenInGraph(`dataSetId: "${phone}"`)).toEqual([1, 3, 4, 5, 6, 7, 9]);
  });

  it('do so whatever the state of the source, and with the ranges of all sources together', async () => {
    const range = { earliestDataTime: hour(3), latestDataTime: hour(4) };
    await client.source(person, 'dexcom', { dataSetIds: [cloud], ...range });
    await client.source(person, 'abbott', { earliestDataTime: hour(4), latestDataTime: hour(6) });
    await client.source(person, 'abbott', { earliestDataTime: hour(9) });
    expect(await seen()).toEqual([1, 2, 7, 8, 9]);
    await client.source(person, 'oura', { dataSetIds: [phone], ...range });
    expect(await seen()).toEqual(everything);
  });

  it('are the only visible ones while no covered time is known', async () => {
    await client.source(person, 'dexcom', { dataSetIds: [cloud] });
    expect(await seen()).toEqual([2, 7, 8]);
  });

  it('are none without a covered time, as long as the data set of the source has no records', async () => {
    const empty = await person.openedContinuous();
    const source = await client.source(person, 'twiist', { dataSetIds: [empty] });
    expect(await seen()).toEqual(everything);
    expect(await seenInGraph('')).toEqual(everything);
    await person.uploaded(empty, [smbg({ time: hour(7), value: 7.5 })]);
    expect((await seen()).sort()).toEqual([7, 7.5]);
    await client.updated(source.id, { earliestDataTime: hour(3), latestDataTime: hour(5) });
    expect((await seen()).sort()).toEqual([1, 2, 6, 7, 7.5, 8, 9]);
  });

  it('do not count once their data set is deleted, and neither does the covered time', async () => {
    const range = { earliestDataTime: hour(3), latestDataTime: hour(5) };
    const deleted = await person.openedContinuous();
    await client.source(person, 'dexcom', { dataSetIds: [deleted], ...range });
    await client.source(person, 'abbott', { dataSetIds: [cloud, deleted], ...range });
    await client.source(person, 'oura', {
      dataSetIds: [deleted],
      earliestDataTime: hour(0),
      latestDataTime: hour(1),
    });
    expect(await seen()).toEqual([2, 6, 7, 8, 9]);
    await person.deleted(deleted);
    expect(await seen()).toEqual([1, 2, 6, 7, 8, 9]);
    await person.deleted(cloud);
    expect(await seen()).toEqual([1, 3, 4, 5, 6, 7, 9]);
    expect(await seenInGraph('')).toEqual([1, 3, 4, 5, 6, 7, 9]);
  });

  it('still count by the id of a data set that does not exist', async () => {
    await client.source(person, 'dexcom', { dataSetIds: ['a'.repeat(32)] });
    expect(await seen()).toEqual([7]);
  });

  it('also count for the newest reading', async () => {
    const range = { earliestDataTime: hour(8), latestDataTime: hour(9) };
    await client.source(person, 'dexcom', { dataSetIds: [cloud], ...range });
    expect(await seen('latest=1')).toEqual([8, 7]);
    expect(await seen('latest=1&cbgFilter=0')).toEqual([9, 7]);
    const query =
      '{ me { latestData(types: [CBG], filter: {preferCloudCgm: false}) { ... on ContinuousGlucose { value } } } }';
    const { body } = await api(server).graph(query, { token: person.token });
    expect(body.data.me.latestData).toEqual([{ value: 9 }]);
  });

  it('change nothing for other accounts', async () => {
    const other = await newPerson(server);
    await client.source(other, 'dexcom', { dataSetIds: [cloud] });
    expect(await seen()).toEqual(everything);
  });
});

describe('pumps controlled by an app', () => {
  const maker = (manufacturer: string) => ({ origin: { payload: { device: { manufacturer } } } });
  const pump = {
    deviceId: 'pump',
    deviceModel: '723',
    deviceManufacturers: ['Medtronic'],
    time: '2018-01-01T00:00:00Z',
  };
  const types = 'type=basal,bolus,cbg,smbg';
  const counts = async (query = '') =>
    (await person.records(`${types}&${query}`)).map(({ type }: Json) => type);
  const late = '2018-01-02T00:00:00Z';
  const readOut = [
    basal({ time: late, deviceId: 'pump' }),
    bolus({ time: late, deviceId: 'pump' }),
    cbg({ time: late, deviceId: 'pump' }),
    smbg({ time: late, deviceId: 'pump' }),
  ];
  const all = ['basal', 'bolus', 'cbg', 'smbg'];
  let readOutId: string;

  async function upload(dataSet: object = pump, records: object[] = readOut): Promise<void> {
    readOutId = await person.opened(dataSet);
    await person.uploaded(readOutId, records);
    await person.closed(readOutId);
  }

  async function useApp(record: object = maker('Medtronic'), time = '2019-01-01T00:00:00Z'): Promise<string> {
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [smbg({ time, value: 1, ...record })]);
    return dataSetId;
  }

  const sorted = async (query = '') => (await counts(query)).sort();

  it('show their read-outs while no app uploads', async () => {
    await upload();
    expect(await sorted()).toEqual(all);
    expect(await sorted('medtronic=true')).toEqual(all);
    expect(await sorted('medtronic=false')).toEqual(['smbg']);
  });

  it('hide what the app has also uploaded', async () => {
    await upload();
    await useApp();
    expect(await sorted()).toEqual(['smbg', 'smbg']);
    expect(await sorted('medtronic=true')).toEqual([...all, 'smbg']);
    expect(await sorted('medtronic=false')).toEqual(['smbg', 'smbg']);
    expect(await sorted(`uploadId=${readOutId}`)).toEqual(all);
    expect(await sorted(`uploadId=${readOutId}&medtronic=false`)).toEqual(all);
    expect(await sorted('latest=1')).toEqual(['smbg']);
    const query = (filter: string) =>
      `{ me { data(types: [BASAL, BOLUS, CBG], filter: {${filter}}) { edges { cursor } } } }`;
    for (const [filter, count] of [
      ['', 0],
      ['medtronic: true', 3],
      ['medtronic: false', 0],
    ] as const) {
      const { body } = await api(server).graph(query(filter), { token: person.token });
      expect(body.data.me.data.edges).toHaveLength(count);
    }
  });

  it.each<[string, object, string]>([
    ['of another maker', maker('Insulet'), '2019-01-01T00:00:00Z'],
    ['without an origin', {}, '2019-01-01T00:00:00Z'],
    ['that only mentions the maker', { payload: { manufacturer: 'Medtronic' } }, '2019-01-01T00:00:00Z'],
    ['of earlier times', maker('Medtronic'), '2017-08-31T23:59:59.999Z'],
  ])('are shown in spite of an app %s', async (_what, record, time) => {
    await upload();
    await useApp(record, time);
    expect((await sorted()).filter((type) => type !== 'smbg')).toEqual(['basal', 'bolus', 'cbg']);
  });

  it('count an app from its first record on, until its records are deleted', async () => {
    await upload();
    const app = await useApp(maker('Medtronic'), '2017-09-01T00:00:00Z');
    expect(await sorted()).toEqual(['smbg', 'smbg']);
    await person.deleted(app);
    expect(await sorted()).toEqual(all);
  });

  it.each<[string, object]>([
    ['another model', { ...pump, deviceModel: '751' }],
    ['no model', { ...pump, deviceModel: undefined }],
    ['earlier times', { ...pump, time: '2017-08-31T23:59:59Z' }],
  ])('are shown with %s', async (_what, dataSet) => {
    await upload(dataSet);
    expect(await sorted('medtronic=false')).toEqual(all);
  });

  it('show earlier records, and those of open data sets', async () => {
    const early = '2017-08-31T23:59:59.999Z';
    await upload(pump, [
      bolus({ time: early, deviceId: 'pump' }),
      bolus({ time: '2017-09-01T00:00:00Z', deviceId: 'pump' }),
    ]);
    expect((await person.records('type=bolus&medtronic=false')).map(({ time }: Json) => time)).toEqual([
      early,
    ]);
  });
});

describe('an invalid boolean', () => {
  it.each(['cbgFilter=', 'cbgFilter=yes', 'dexcom=2', 'dexcom=2&cbgFilter=1', 'medtronic=', 'carelink=x'])(
    'is refused as %s',
    async (query) => {
      expect((await person.read(query)).status).toBe(400);
    },
  );
});
