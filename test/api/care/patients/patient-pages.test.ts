import type { PageArguments } from '@glycograph/client/paging';
import fc from 'fast-check';
import { api, type Json } from '../../../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { periodWith, statsWith, tellSummary } from '../../../support/patient-summaries';
import { serverUnderTest } from '../../../support/server';
import { nodesOf, pageInfoText, pageText, walk } from '../../../support/walks';

const server = serverUnderTest();
const { delete: remove, get, graph, put } = api(server);

const sorts = [
  '{ by: FULL_NAME }',
  '{ by: FULL_NAME, descending: true }',
  '{ by: BIRTH_DATE }',
  '{ by: BIRTH_DATE, descending: true }',
  '{ by: LAST_REVIEWED }',
  '{ by: LAST_REVIEWED, descending: true }',
  '{ by: LAST_DATA }',
  '{ by: LAST_DATA, descending: true }',
  '{ by: TIME_IN_TARGET_PERCENT }',
  '{ by: TIME_IN_TARGET_PERCENT, descending: true }',
  '{ by: MAX, descending: true, type: BGM }',
];

/** What a patient is sorted by. Few values, so that many are equal. */
const keys = fc.record({
  name: fc.constantFrom('Ann', 'ánn', 'Bob', 'Zoë 𐐀', '"; --'),
  year: fc.constantFrom(1980, 1990),
  isReviewed: fc.boolean(),
  summary: fc.constantFrom('none', 'empty', 'low', 'high'),
});

type Keys = typeof keys extends fc.Arbitrary<infer Value> ? Value : never;

const fieldsOf = ({ name, year }: Keys) => ({ fullName: name, birthDate: `${year}-05-06` });

const summaryOf = (of: string): object => {
  if (of === 'empty') return { cgmStats: statsWith({}) };
  const timeInTargetPercent = of === 'low' ? 0.1 : 2 / 3;
  const lastData = of === 'low' ? '2024-01-01T00:00:00Z' : '2024-02-02T00:00:00.123Z';
  return {
    cgmStats: statsWith({ '14d': periodWith('cgm', { timeInTargetPercent }) }, { lastData }),
    bgmStats: statsWith({ '14d': periodWith('bgm', { max: timeInTargetPercent }) }),
  };
};

async function rename(clinic: TestClinic, id: string, wanted: Keys): Promise<void> {
  const body = fieldsOf(wanted);
  accepted(await put(`${clinic.path}/patients/${id}`, { token: clinic.admin.token, body }));
}

async function prepare(clinic: TestClinic, id: string, wanted: Keys): Promise<void> {
  const { token } = clinic.admin;
  if (wanted.isReviewed) accepted(await put(`${clinic.path}/patients/${id}/reviews`, { token }));
  if (wanted.summary !== 'none') await tellSummary(server, id, summaryOf(wanted.summary));
}

async function addPatientWith(clinic: TestClinic, wanted: Keys): Promise<string> {
  const { id } = await newPatient(server, clinic, fieldsOf(wanted));
  await prepare(clinic, id, wanted);
  return id;
}

const reader =
  (clinic: TestClinic, more: string) =>
  async (page: PageArguments): Promise<Json> => {
    const list = `patients(${more} ${pageText(page)}) { edges { cursor node { userId } } ${pageInfoText} }`;
    const query = `query ($id: ID!) { clinic(id: $id) { ${list} } }`;
    const { body } = await graph(query, { variables: { id: clinic.id }, token: clinic.admin.token });
    expect(body.errors).toBeUndefined();
    return body.data.clinic.patients;
  };

const idsOf = (nodes: readonly Json[]): string[] => nodes.map(({ userId }) => userId);

describe('pages of patients', () => {
  let clinic: TestClinic;
  /** Patients whom nothing happens to. */
  const staying: string[] = [];
  const stays: Keys[] = [];

  beforeAll(async () => {
    clinic = await newClinic(server);
    stays.push(...fc.sample<Keys>(keys, { numRuns: 9, seed: 7 }));
    for (const each of stays) staying.push(await addPatientWith(clinic, each));
  });

  it.each(sorts)('sorted by %s are the list that REST answers, from both ends', async (sort) => {
    const whole = idsOf(
      (await reader(clinic, `sort: ${sort}`)({ first: 1_000 })).edges.map((e: Json) => e.node),
    );
    expect([...whole].sort()).toEqual(expect.arrayContaining([...staying].sort()));
    for (const size of [1, 2, 4]) {
      for (const isBackward of [false, true]) {
        const pages = await walk(reader(clinic, `sort: ${sort}`), { size, isBackward });
        expect(idsOf(nodesOf(pages, isBackward))).toEqual(whole);
        const ends = pages.map(({ pageInfo: { hasNextPage, hasPreviousPage } }) => [
          hasPreviousPage,
          hasNextPage,
        ]);
        const inOrder = isBackward ? ends.reverse() : ends;
        const expected = inOrder.map((_, index) => [index > 0, index < inOrder.length - 1]);
        expect(inOrder).toEqual(expected);
      }
    }
  });

  it('show whoever stays exactly once, while others come, go, and move', async () => {
    const change = fc.record({ kind: fc.constantFrom('add', 'remove', 'move'), to: keys });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sorts),
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        fc.array(change, { minLength: 2, maxLength: 6 }),
        async (sort, isBackward, size, changes) => {
          const others: string[] = [];
          for (const { to } of changes.slice(0, 2)) others.push(await addPatientWith(clinic, to));
          const left = [...changes];
          const pages = await walk(reader(clinic, `sort: ${sort}`), { size, isBackward }, async () => {
            const next = left.shift();
            const [other] = others;
            if (!next) return;
            if (next.kind === 'add' || other === undefined)
              others.push(await addPatientWith(clinic, next.to));
            else if (next.kind === 'move') {
              await rename(clinic, other, next.to);
              await prepare(clinic, other, next.to);
              others.push(...others.splice(0, 1));
            } else {
              accepted(await remove(`${clinic.path}/patients/${other}`, { token: clinic.admin.token }));
              others.shift();
            }
          });
          const seen = idsOf(nodesOf(pages, isBackward)).filter((id) => staying.includes(id));
          const whole = idsOf(
            (await reader(clinic, `sort: ${sort}`)({ first: 100 })).edges.map((e: Json) => e.node),
          );
          expect(seen).toEqual(whole.filter((id) => staying.includes(id)));
          for (const id of others)
            accepted(await remove(`${clinic.path}/patients/${id}`, { token: clinic.admin.token }));
        },
      ),
      { numRuns: 12 },
    );
  });

  const refusalOf = async (page: string, more = ''): Promise<string> => {
    const query = `query ($id: ID!) { clinic(id: $id) { patients(${page}) { edges { cursor } } ${more} } }`;
    const { body } = await graph(query, { variables: { id: clinic.id }, token: clinic.admin.token });
    const [{ message, extensions }] = body.errors;
    expect(extensions.code).toBe('BAD_USER_INPUT');
    return message;
  };

  it('refuse what is no page', async () => {
    await expect(refusalOf('first: 1, last: 1')).resolves.toBe(
      'The arguments "first" and "last" exclude each other.',
    );
    await expect(refusalOf('first: -1')).resolves.toBe('The argument "first" lies between 0 and 1000.');
    await expect(refusalOf('last: 1001')).resolves.toBe('The argument "last" lies between 0 and 1000.');
  });

  it('refuse cursors of other lists, of other orders, and texts that are none', async () => {
    const { pageInfo } = await reader(clinic, '')({ first: 1 });
    const other = await newClinic(server);
    await newPatient(server, other);
    const foreign = (await reader(other, '')({ first: 1 })).pageInfo.endCursor;
    const cursor = pageInfo.endCursor;
    for (const argument of ['after', 'before']) {
      await expect(refusalOf(`sort: { by: BIRTH_DATE }, ${argument}: "${cursor}"`)).resolves.toBe(
        `The argument "${argument}" is a cursor of this list in another order. Send it with the order in which it was returned.`,
      );
      const [name, order] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      const forged = [
        [name, order],
        [name, order, 'a', 'b', 'c'],
        [name, order, 1, 'b'],
        [name, order, null, 'b'],
        [name, order, '\ud800', 'b'],
        [-1],
        {},
      ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
      for (const text of [foreign, ...forged, '', 'x', cursor.slice(0, -4)])
        await expect(refusalOf(`${argument}: "${text}"`)).resolves.toBe(
          `The argument "${argument}" is not a cursor of this list.`,
        );
    }
  });

  it('go on after a cursor of an earlier release, which counted', async () => {
    const read = reader(clinic, '');
    const after = Buffer.from('[3]').toString('base64url');
    const whole = idsOf((await read({ first: 100 })).edges.map((e: Json) => e.node));
    const page = await read({ first: 2, after });
    expect(idsOf(page.edges.map((e: Json) => e.node))).toEqual(whole.slice(3, 5));
    expect(page.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: whole.length > 5 });
    const next = await read({ first: 2, after: page.pageInfo.endCursor });
    expect(idsOf(next.edges.map((e: Json) => e.node))).toEqual(whole.slice(5, 7));
    await expect(refusalOf(`last: 1, before: "${after}"`)).resolves.toMatch(/earlier release/);
  });

  it('lie between two cursors, and have their neighbors even when they are empty', async () => {
    const read = reader(clinic, '');
    const all = (await read({ first: 100 })).edges;
    const [after, before] = [all[1].cursor, all[5].cursor];
    const between = idsOf(all.slice(2, 5).map((e: Json) => e.node));
    const both = { hasPreviousPage: true, hasNextPage: true };
    for (const page of [{ first: 9 }, { last: 9 }]) {
      const found = await read({ ...page, after, before });
      expect(idsOf(found.edges.map((e: Json) => e.node))).toEqual(between);
      expect(found.pageInfo).toMatchObject(both);
    }
    expect((await read({ last: 2, after, before })).edges).toHaveLength(2);
    const empty = { ...both, startCursor: null, endCursor: null };
    expect((await read({ first: 0, after: all[1].cursor })).pageInfo).toEqual(empty);
    expect((await read({ first: 1, after: all.at(-1).cursor })).pageInfo).toEqual({
      ...empty,
      hasNextPage: false,
    });
  });

  it('leave REST its parts by number', async () => {
    const { token } = clinic.admin;
    const { data } = accepted(await get(`${clinic.path}/patients`, { token }));
    const part = accepted(await get(`${clinic.path}/patients?offset=2&limit=3`, { token })).data;
    expect(part).toEqual(data.slice(2, 5));
  });
});
