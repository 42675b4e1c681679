import { api, type Json } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, food, type SentRecord } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

/** The device and the type differ from record to record; two follow each other at the same time. */
const makeRecord = (index: number): SentRecord => {
  const fields = { time: at(index - (index % 2)), deviceId: index % 3 === 0 ? 'pump' : 'sensor' };
  return index % 50 === 0 ? bolus(fields) : cbg({ ...fields, units: 'mg/dL', value: 40 + (index % 360) });
};

const numbers = (count: number, first = 0, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

async function uploadAll(person: Person, dataSetId: string, records: SentRecord[]): Promise<void> {
  for (let start = 0; start < records.length; start += 2_000)
    await person.uploaded(dataSetId, records.slice(start, start + 2_000));
}

/** Sizes below and above those at which data sets are read in other ways, see `large-data-sets.ts`. */
describe.each([300, 5_400, 40_600])('a data set of %i records among others', (size) => {
  const first = 1_001;
  let person: Person;
  let dataSetId: string;
  let all: Json[];

  beforeAll(async () => {
    person = await newPerson(server);
    // The data set itself has a time before its records.
    dataSetId = await person.openedContinuous({ time: at(-5_000), deviceId: 'sensor' });
    const other = await person.openedContinuous({ time: at(0) });
    await uploadAll(person, dataSetId, numbers(size, first).map(makeRecord));
    await uploadAll(person, other, numbers(2_000, 0, 7).map(makeRecord));
    await person.uploaded(other, [food({ time: at(first + size + 5) })]);
    all = await person.records();
  }, 60_000);

  const own = (matches: (record: Json) => boolean = () => true): Json[] =>
    all.filter((record) => record.uploadId === dataSetId && matches(record));
  const records = (query = '') => person.records(`uploadId=${dataSetId}&${query}`);
  const isRecord = ({ type }: Json) => type !== 'upload';

  it('is returned whole, in the order of the account', async () => {
    expect(own(isRecord)).toHaveLength(size);
    expect(await records()).toEqual(own());
  });

  it.each<[string, (record: Json) => boolean]>([
    ['type=bolus', ({ type }) => type === 'bolus'],
    ['type=cbg,bolus', isRecord],
    ['type=food', () => false],
    ['deviceId=pump', ({ deviceId }) => deviceId === 'pump'],
    ['type=cbg&deviceId=pump', ({ type, deviceId }) => type === 'cbg' && deviceId === 'pump'],
    [`startDate=${at(1_200)}&endDate=${at(1_250)}`, ({ time }) => time >= at(1_200) && time <= at(1_250)],
    [`endDate=${at(first - 2)}`, ({ time }) => time <= at(first - 2)],
    [`startDate=${at(first + size)}`, () => false],
  ])('is filtered by %s', async (query, matches) => {
    expect(await records(query)).toEqual(own(matches));
  });

  it('has a latest record of each type', async () => {
    const newest = (type: string) => own((record) => record.type === type).slice(-1);
    expect(await records('latest=true')).toEqual(['cbg', 'bolus', 'upload'].flatMap(newest));
    expect(await records('latest=true&type=bolus,food')).toEqual(newest('bolus'));
    const until = at(first + 100);
    const earlier = own(({ type, time }) => type === 'cbg' && time <= until).slice(-1);
    expect(await records(`latest=true&type=cbg&endDate=${until}`)).toEqual(earlier);
  });

  const readPage = async (args: string): Promise<Json> => {
    const query = `{ me { dataSets { edges { node { id recordCount records(${args}) {
      edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage } } } } } } }`;
    const { body } = await graph(query, { token: person.token });
    return body.data.me.dataSets.edges.map(({ node }: Json) => node).find(({ id }: Json) => id === dataSetId);
  };
  const toIds = (found: Json): string[] => found.map(({ id }: Json) => id);

  it('is counted, and paged through from both ends, in the graph', async () => {
    const expected = toIds(own(isRecord));
    const { recordCount, records: start } = await readPage('first: 40');
    expect(recordCount).toBe(size);
    expect(toIds(start.edges.map(({ node }: Json) => node))).toEqual(expected.slice(0, 40));
    const { records: next } = await readPage(`first: 40, after: "${start.edges[39].cursor}"`);
    expect(toIds(next.edges.map(({ node }: Json) => node))).toEqual(expected.slice(40, 80));
    expect(next.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
    const { records: end } = await readPage('last: 40');
    expect(toIds(end.edges.map(({ node }: Json) => node))).toEqual(expected.slice(-40));
    const { records: before } = await readPage(`last: 40, before: "${end.edges[0].cursor}"`);
    expect(toIds(before.edges.map(({ node }: Json) => node))).toEqual(expected.slice(-80, -40));
    const { records: reversed } = await readPage('first: 40, order: NEWEST_FIRST');
    expect(toIds(reversed.edges.map(({ node }: Json) => node))).toEqual(expected.slice(-40).reverse());
  });

  it('is found as one among the data of the account in the graph', async () => {
    const query = `{ me { data(first: 30, types: [BOLUS], filter: { dataSetId: "${dataSetId}" }) { edges { node { id } } } } }`;
    const { body } = await graph(query, { token: person.token });
    const expected = toIds(own(({ type }) => type === 'bolus')).slice(0, 30);
    expect(toIds(body.data.me.data.edges.map(({ node }: Json) => node))).toEqual(expected);
  });

  it('is not visible to others', async () => {
    const stranger = await newPerson(server);
    expect(await stranger.records(`uploadId=${dataSetId}`)).toEqual([]);
    expect(await stranger.records(`uploadId=${dataSetId}&latest=true`)).toEqual([]);
  });
});

describe('a large data set that is not closed', () => {
  it('shows nothing until it is', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.opened({ time: at(0) });
    await uploadAll(person, dataSetId, numbers(5_200).map(makeRecord));
    expect(await person.records(`uploadId=${dataSetId}&type=cbg`)).toEqual([]);
    expect(await person.records(`uploadId=${dataSetId}&type=cbg&latest=true`)).toEqual([]);
    await person.closed(dataSetId);
    expect(await person.records(`uploadId=${dataSetId}&type=bolus`)).toHaveLength(104);
    const counting = '{ me { dataSets { edges { node { recordCount } } } } }';
    const { body } = await graph(counting, { token: person.token });
    expect(body.data.me.dataSets.edges).toEqual([{ node: { recordCount: 5_200 } }]);
  });
});
