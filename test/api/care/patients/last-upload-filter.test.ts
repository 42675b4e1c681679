import fc from 'fast-check';
import { api, type Json } from '../../../support/api';
import { newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const [first, second, third] = ['2024-01-01T00:00:00Z', '2024-02-02T00:00:00Z', '2024-03-03T00:00:00Z'];
const times = [undefined, first, second, third];

/** The last uploads of sensor and meter readings; null without a summary of the type. */
interface Uploads {
  name: string;
  cgm?: string | null;
  bgm?: string | null;
}

const people: Uploads[] = [
  { name: 'no summary', cgm: null, bgm: null },
  { name: 'empty summary', cgm: undefined, bgm: null },
  { name: 'sensor 1', cgm: first, bgm: null },
  { name: 'sensor 3', cgm: third, bgm: undefined },
  { name: 'meter 2', cgm: null, bgm: second },
  { name: 'sensor 1, meter 3', cgm: first, bgm: third },
  { name: 'sensor 3, meter 1', cgm: third, bgm: first },
  { name: 'sensor 2, meter 2', cgm: second, bgm: second },
];

const statsOf = (upload: string | null | undefined) =>
  upload === null ? undefined : statsWith({}, upload === undefined ? {} : { lastUploadDate: upload });

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
  for (const { name, cgm, bgm } of people) {
    const { id } = await newPatient(server, clinic, { fullName: name });
    if (cgm !== null || bgm !== null)
      await tellSummary(server, id, { cgmStats: statsOf(cgm), bgmStats: statsOf(bgm) });
  }
});

interface Filter {
  type?: 'CGM' | 'BGM';
  from?: string;
  to?: string;
  never?: boolean;
}

async function ask(lastUpload: Filter, more: object = {}, sort = 'FULL_NAME'): Promise<Json> {
  const query = `query ($id: ID!, $filter: PatientFilterInput) {
    clinic(id: $id) { patients(filter: $filter, sort: { by: ${sort} }) { count edges { node { fullName } } } } }`;
  const variables = { id: clinic.id, filter: { lastUpload, ...more } };
  return (await api(server).graph(query, { token: clinic.admin.token, variables })).body;
}

const namesOf = ({ errors, data }: Json): string[] => {
  expect(errors).toBeUndefined();
  const { edges, count } = data.clinic.patients;
  expect(edges).toHaveLength(count);
  return edges.map(({ node }: Json) => node.fullName).sort();
};

/** Who matches, computed without the database. */
const expectedOf = ({ type, from, to, never }: Filter): string[] =>
  people
    .filter(({ cgm, bgm }) => {
      const known = (type === 'CGM' ? [cgm] : type === 'BGM' ? [bgm] : [cgm, bgm]).filter((time) => time);
      const newest = known.sort().at(-1);
      if (!newest) return never === true;
      if (from === undefined && to === undefined) return false;
      return (from === undefined || newest >= from) && (to === undefined || newest < to);
    })
    .map(({ name }) => name)
    .sort();

it('finds who has not uploaded since an instant, with those who never did', async () => {
  expect(namesOf(await ask({ to: second, never: true }))).toEqual([
    'empty summary',
    'no summary',
    'sensor 1',
  ]);
  expect(namesOf(await ask({ to: second }))).toEqual(['sensor 1']);
  expect(namesOf(await ask({ never: true }))).toEqual(['empty summary', 'no summary']);
});

it('finds whom a simple comparison of the newest upload finds, however it is combined and sorted', async () => {
  const filters = fc.record({
    type: fc.constantFrom(undefined, 'CGM' as const, 'BGM' as const),
    from: fc.constantFrom(...times),
    to: fc.constantFrom(...times),
    never: fc.constantFrom(undefined, false, true),
  });
  const sorts = fc.constantFrom('FULL_NAME', 'LAST_UPLOAD_DATE', 'TIME_IN_TARGET_PERCENT');
  await fc.assert(
    fc.asyncProperty(filters, sorts, async (filter, sort) => {
      fc.pre(filter.from !== undefined || filter.to !== undefined || filter.never === true);
      expect(namesOf(await ask(filter, {}, sort))).toEqual(expectedOf(filter));
    }),
    { numRuns: 40 },
  );
});

it('is combined with filters by figures and by the last data', async () => {
  const lastData = [{ type: 'CGM', to: '2030-01-01T00:00:00Z' }];
  expect(namesOf(await ask({ never: true }, { lastData }))).toEqual([]);
  const figures = [{ type: 'CGM', field: 'MIN', comparison: 'GTE', value: 0 }];
  expect(namesOf(await ask({ to: second, never: true }, { figures }))).toEqual([]);
});

it.each([{}, { never: false }, { type: 'CGM' as const }])('refuses to say nothing: %j', async (filter) => {
  const { errors } = await ask(filter);
  expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  expect(errors[0].message).toContain('"never"');
});
