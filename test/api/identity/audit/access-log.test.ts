import { accessLog, onRecord } from '../../../support/access-log';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newPerson } from '../../../support/person';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, put, graph } = api(server);

describe('reading data of an account', () => {
  it('is logged with caller, time, operation and permission', async () => {
    const [owner, member] = [await newPerson(server), await newAccount(server)];
    await share(server, owner, member, 'view', 'note');
    const before = Date.now();
    expect((await get(`/data/${owner.userId}`, { token: member.token })).status).toBe(200);
    const entry = await onRecord(server, owner.userId, owner.token, { actorId: member.userId });
    expect(entry).toEqual({
      id: expect.any(String),
      time: expect.any(String),
      kind: 'READ',
      reason: 'SHARE',
      share: null,
      consents: null,
      permissions: ['VIEW', 'NOTE'],
      actorId: member.userId,
      client: null,
      operation: 'GET /data/{userId}',
      fields: ['User.data'],
    });
    expect(Date.parse(entry.time)).toBeGreaterThanOrEqual(before);
  });

  it('is logged with the reason for access', async () => {
    const [custodian, relation] = [await newAccount(server), await newAccount(server)];
    const { userid: patientId } = await newCustodialAccount(server, custodian);
    const trusted = await newServerToken(server, 'worker');
    await share(server, custodian, relation, 'view');
    await get(`/metadata/${patientId}/profile`, { token: custodian.token });
    await get(`/auth/user/${patientId}`, { token: trusted });
    await get(`/metadata/${relation.userId}/profile`, { token: custodian.token });
    await get('/auth/user', { token: relation.token });
    const { reason: custody } = await onRecord(server, patientId, trusted, { actorId: custodian.userId });
    expect(custody).toBe('CUSTODIAN');
    const byServer = await onRecord(server, patientId, trusted, { reason: 'SERVER', kind: 'READ' });
    expect(byServer.client).toBe('worker');
    expect(byServer.fields).toEqual(expect.arrayContaining(['Query.user', 'User.emails']));
    await onRecord(server, relation.userId, relation.token, { reason: 'RELATED' });
    await onRecord(server, relation.userId, relation.token, { reason: 'OWNER', operation: 'GET /auth/user' });
  });

  it('in the graph is logged under the name of the operation, with all selected fields', async () => {
    const [owner, member] = [await newPerson(server), await newAccount(server)];
    await share(server, owner, member, 'view', 'note');
    const fields = '{ data { edges { node { id } } } notes { edges { node { id } } } profile { fullName } }';
    const query = `query Look($id: ID!) { one: user(id: $id) ${fields} two: user(id: $id) ${fields} }`;
    await graph(query, { token: member.token, variables: { id: owner.userId } });
    const all = ['Query.user', 'User.data', 'User.notes', 'User.profile'];
    await waitFor('all fields', async () => {
      const entries = await accessLog(server, owner.userId, owner.token);
      const ofMember = entries.filter(({ actorId }: Json) => actorId === member.userId);
      const fields = new Set(ofMember.flatMap(({ fields }: Json) => fields));
      return all.every((field) => fields.has(field)) && fields.size === all.length ? true : undefined;
    });
  });

  it('is logged when permissions are asked, but not for strangers who ask about their own', async () => {
    const [custodian, member, stranger] = await Promise.all([
      newAccount(server),
      newAccount(server),
      newAccount(server),
    ]);
    const { userid: owner } = await newCustodialAccount(server, custodian);
    await share(server, { ...custodian, userId: owner }, member, 'view');
    const ask = (of: string, { token }: { token: string }) => get(`/access/${owner}/${of}`, { token });
    expect((await ask(stranger.userId, stranger)).status).toBe(404);
    expect((await ask(member.userId, custodian)).status).toBe(200);
    expect((await ask(member.userId, member)).status).toBe(200);
    const operation = 'GET /access/{sharerId}/{userId}';
    await onRecord(server, owner, custodian.token, { actorId: member.userId, operation });
    await onRecord(server, owner, custodian.token, { actorId: custodian.userId, operation });
    const actors = (await accessLog(server, owner, custodian.token)).map(({ actorId }: Json) => actorId);
    expect(actors).not.toContain(stranger.userId);
  });

  it('is logged for everyone whose data a list contains', async () => {
    const [reader, one, two] = [await newAccount(server), await newAccount(server), await newAccount(server)];
    for (const owner of [one, two]) await share(server, owner, reader, 'view');
    await get(`/metadata/users/${reader.userId}/users`, { token: reader.token });
    const token = await newServerToken(server);
    await get(`/auth/users?id=${one.userId},${two.userId}`, { token });
    for (const owner of [one, two]) {
      await onRecord(server, owner.userId, owner.token, { actorId: reader.userId });
      await onRecord(server, owner.userId, owner.token, { operation: 'GET /auth/users', reason: 'SERVER' });
    }
  });

  it('is logged if strangers ask about permissions of others', async () => {
    const [owner, member, curious] = [
      await newAccount(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, owner, member, 'view');
    const { token } = curious;
    expect((await get(`/access/${owner.userId}/${member.userId}`, { token })).status).toBe(401);
    const entry = await onRecord(server, owner.userId, owner.token, { actorId: curious.userId });
    expect(entry).toMatchObject({ kind: 'REFUSED', operation: 'GET /access/{sharerId}/{userId}' });
  });

  it('is logged if refused, except for anonymous callers and the owners themselves', async () => {
    const [owner, curious] = [await newPerson(server), await newAccount(server)];
    await get(`/data/${owner.userId}`);
    await get('/auth/users?id=x', { token: owner.token });
    expect((await get(`/data/${owner.userId}`, { token: curious.token })).status).toBe(403);
    const refused = await onRecord(server, owner.userId, owner.token, { actorId: curious.userId });
    expect(refused).toMatchObject({ kind: 'REFUSED', reason: null, operation: 'GET /data/{userId}' });
    const entries = await accessLog(server, owner.userId, owner.token);
    expect(entries.filter(({ kind }: Json) => kind === 'REFUSED')).toHaveLength(1);
  });
});

describe('changing data of an account', () => {
  it('is logged at once, and only if something was changed', async () => {
    const [owner, member] = [await newPerson(server), await newAccount(server)];
    await share(server, owner, member, 'upload');
    const path = `/v1/users/${owner.userId}/data_sets`;
    const answer = await api(server).post(path, { token: member.token, body: {} });
    expect(answer.status).toBe(201);
    const changes = async () =>
      (await accessLog(server, owner.userId, owner.token)).filter(
        ({ kind, actorId }: Json) => kind === 'CHANGE' && actorId === member.userId,
      );
    expect(await changes()).toEqual([
      expect.objectContaining({
        reason: 'SHARE',
        permissions: ['UPLOAD'],
        operation: 'POST /v1/users/{userId}/datasets',
        fields: ['Mutation.createDataSet'],
      }),
    ]);
    const refused = await api(server).post(path, { token: member.token, body: { deviceId: 1 } });
    expect(refused.status).toBe(400);
    expect(await changes()).toHaveLength(1);
  });

  it('by several fields of one request is logged with each change', async () => {
    const { userId, token } = await newAccount(server);
    const update = 'updateMetadata(input: $input) { collection }';
    const variables = { input: { userId, collection: 'profile', patch: { fullName: 'Ann' } } };
    const mutation = `mutation Both($input: UpdateMetadataInput!) { a: ${update} b: ${update} }`;
    const { body } = await graph(mutation, { token, variables });
    expect(body.errors).toBeUndefined();
    const entries = await accessLog(server, userId, token);
    const both = entries.filter(({ operation }: Json) => operation === 'mutation Both');
    expect(both.map(({ kind }: Json) => kind)).toEqual(['CHANGE', 'CHANGE']);
  });

  it('is logged over REST, including bulk routes', async () => {
    const person = await newPerson(server);
    await put(`/metadata/${person.userId}/profile`, { token: person.token, body: { fullName: 'Ann' } });
    const dataSetId = await person.opened();
    await person.uploaded(dataSetId, []);
    await person.closed(dataSetId);
    const entries = await accessLog(server, person.userId, person.token);
    const changed = entries
      .filter(({ kind }: Json) => kind === 'CHANGE')
      .map(({ operation }: Json) => operation);
    expect(changed).toEqual(
      expect.arrayContaining(['PUT /metadata/{userId}/{collectionName}', 'PUT /v1/datasets/{dataSetId}']),
    );
  });
});

describe('the access log', () => {
  it('is for those who manage the account, and for no one else', async () => {
    const [owner, member] = [await newPerson(server), await newAccount(server)];
    await share(server, owner, member, 'view', 'upload', 'note');
    await expect(accessLog(server, owner.userId, member.token)).rejects.toThrow('FORBIDDEN');
    expect(await accessLog(server, owner.userId, await newServerToken(server))).toEqual(expect.any(Array));
  });

  it('names people only to accounts related to them', async () => {
    const [owner, member, curious] = [
      await newPerson(server),
      await newAccount(server),
      await newAccount(server),
    ];
    await share(server, owner, member, 'view');
    for (const { token } of [member, curious]) await get(`/data/${owner.userId}`, { token });
    await onRecord(server, owner.userId, owner.token, { actorId: member.userId });
    await onRecord(server, owner.userId, owner.token, { actorId: curious.userId });
    const query = '{ me { accessLog { edges { node { actorId actor { id profile { fullName } } } } } } }';
    const { body } = await graph(query, { token: owner.token });
    const nodes = body.data.me.accessLog.edges.map(({ node }: Json) => node);
    const actorOf = (id: string) => nodes.find(({ actorId }: Json) => actorId === id).actor;
    expect(actorOf(member.userId)).toMatchObject({ id: member.userId });
    expect(actorOf(curious.userId)).toBeNull();
  });

  it('is paged, and can be limited to a time range', async () => {
    const { userId, token } = await newPerson(server);
    for (const operation of ['A', 'B', 'C']) await graph(`query ${operation} { me { id } }`, { token });
    for (const name of ['A', 'B', 'C']) await onRecord(server, userId, token, { operation: `query ${name}` });
    const page = async (first: number, after?: string) => {
      const query = `query Watch($first: Int!, $after: String) { me { accessLog(first: $first, after: $after) {
        edges { cursor node { id time operation } } pageInfo { hasNextPage } } } }`;
      return (await graph(query, { token, variables: { first, after } })).body.data.me.accessLog;
    };
    const seen: Json[] = [];
    for (let after: string | undefined, more = true; more;) {
      const { edges, pageInfo } = await page(2, after);
      seen.push(...edges.map(({ node }: Json) => node));
      after = edges.at(-1)?.cursor;
      more = pageInfo.hasNextPage;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    const named = seen.map(({ operation }) => operation).filter((name: string) => /^query [ABC]$/.test(name));
    expect(named).toEqual(['query C', 'query B', 'query A']);
    const middle = seen.find(({ operation }) => operation === 'query B');
    const until = await accessLog(server, userId, token, { to: middle.time });
    expect(until.map(({ operation }) => operation)).not.toContain('query B');
    const since = await accessLog(server, userId, token, { from: middle.time });
    expect(since.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['query B', 'query C']));
    expect(since.map(({ operation }) => operation)).not.toContain('query A');
  });
});
