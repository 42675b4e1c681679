import { onRecord } from '../../../support/access-log';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { addPatient, newClinic } from '../../../support/clinics';
import { errorCode, requestedExports } from '../../../support/requested-exports';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();

/** The edges of a page. Throws when it was refused. */
function edgesOf(answer: Json): Json[] {
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data.me.requestedExports.edges;
}

const idsOf = (answer: Json): string[] => edgesOf(answer).map(({ node }) => node.id);

const newestFirst = (one: Json, other: Json): number =>
  Date.parse(other.createdTime) - Date.parse(one.createdTime) || (one.id < other.id ? 1 : -1);

/** Requests a number of exports of the person's own records, one after the other, and waits for each. */
async function made(
  { requested, ready }: ReturnType<typeof requestedExports>,
  userId: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await requested({ userId, format: 'JSON' });
    await ready(id);
    ids.push(id);
  }
  return ids;
}

describe('the list of exports', () => {
  it("shows an account's requested exports, newest first", async () => {
    const [person, other] = [await newAccount(server), await newAccount(server)];
    const mine = requestedExports(server, person);
    const empty = { edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
    expect((await mine.list()).data.me.requestedExports).toMatchObject(empty);
    const ids = await made(mine, person.userId, 3);
    await made(requestedExports(server, other), other.userId, 1);
    const nodes = edgesOf(await mine.list()).map(({ node }) => node);
    expect(nodes.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(nodes).toEqual([...nodes].sort(newestFirst));
    for (const node of nodes) expect(node).toMatchObject({ userId: person.userId, state: 'READY' });
  });

  it('has pages that stay in order while more is requested', async () => {
    const person = await newAccount(server);
    const mine = requestedExports(server, person);
    const ids = await made(mine, person.userId, 5);
    const whole = idsOf(await mine.list());
    expect([...whole].sort()).toEqual([...ids].sort());
    const walked: string[] = [];
    let after: string | undefined;
    for (const isLast of [false, false, true]) {
      const answer = await mine.list({ first: 2, after });
      const { edges, pageInfo } = answer.data.me.requestedExports;
      expect(pageInfo).toEqual({
        hasNextPage: !isLast,
        hasPreviousPage: after !== undefined,
        startCursor: edges[0].cursor,
        endCursor: edges.at(-1).cursor,
      });
      walked.push(...idsOf(answer));
      after = pageInfo.endCursor;
      await made(mine, person.userId, 1);
    }
    expect(walked).toEqual(whole);
    expect(idsOf(await mine.list({ first: 0 }))).toEqual([]);
  });

  it('refuses invalid pages', async () => {
    const { list } = requestedExports(server, await newAccount(server));
    for (const page of [{ first: -1 }, { first: 1_001 }, { after: 'nowhere' }, { after: '' }])
      expect(errorCode(await list(page))).toBe('BAD_USER_INPUT');
  });

  it('is for the account itself, not for holders of permissions, nor for servers', async () => {
    const [person, carer, stranger] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    const clinic = await newClinic(server);
    await share(server, person, carer, 'view', 'upload', 'note', 'custodian');
    await addPatient(server, clinic, person, ['view', 'note']);
    await made(requestedExports(server, person), person.userId, 1);
    const query = 'query Other($id: ID!) { user(id: $id) { id requestedExports { edges { node { id } } } } }';
    const ask = async (token: string): Promise<Json> =>
      (await api(server).graph(query, { token, variables: { id: person.userId } })).body;
    for (const token of [carer.token, clinic.admin.token, await newServerToken(server)]) {
      const answer = await ask(token);
      expect(errorCode(answer)).toBe('FORBIDDEN');
      expect(answer.data.user).toEqual({ id: person.userId, requestedExports: null });
    }
    expect(errorCode(await ask(stranger.token))).toBe('FORBIDDEN');
    expect((await ask(person.token)).data.user.requestedExports.edges).toHaveLength(1);
    await onRecord(server, person.userId, person.token, {
      actorId: carer.userId,
      kind: 'REFUSED',
      operation: 'query Other',
    });
  });

  it("has exports of others' records as long as they may be viewed, and those people see it", async () => {
    const [person, viewer] = [await newAccount(server), await newAccount(server)];
    await share(server, person, viewer, 'view');
    const mine = requestedExports(server, viewer);
    const [own = ''] = await made(mine, viewer.userId, 1);
    const [theirs = ''] = await made(mine, person.userId, 1);
    expect(idsOf(await mine.list()).sort()).toEqual([own, theirs].sort());
    expect(idsOf(await requestedExports(server, person).list())).toEqual([]);
    const entry = { actorId: viewer.userId, kind: 'READ', reason: 'SHARE', operation: 'query List' };
    const { fields } = await onRecord(server, person.userId, person.token, entry);
    expect(fields).toEqual(['RequestedExportEdge.node']);
    await api(server).post(`/access/${person.userId}/${viewer.userId}`, { token: person.token, body: {} });
    const answer = await mine.list({ first: 1 });
    expect(idsOf(answer)).toEqual([own]);
    expect(answer.data.me.requestedExports.pageInfo.hasNextPage).toBe(false);
    await share(server, person, viewer, 'upload', 'note');
    expect(idsOf(await mine.list())).toEqual([own]);
  });

  it('ends with the accounts', async () => {
    const [person, viewer] = [await newAccount(server), await newAccount(server)];
    await share(server, person, viewer, 'view');
    const mine = requestedExports(server, viewer);
    await made(mine, person.userId, 1);
    expect(idsOf(await mine.list())).toHaveLength(1);
    const end = ({ userId, token, password }: typeof viewer) =>
      api(server).delete(`/auth/user/${userId}`, { token, body: { password } });
    await end(person);
    await waitFor('the list to be empty', async () =>
      idsOf(await mine.list()).length > 0 ? undefined : true,
    );
    await end(viewer);
    expect(errorCode(await mine.list())).toBe('UNAUTHENTICATED');
  });
});
