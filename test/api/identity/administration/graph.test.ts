import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessLog } from '../../../support/access-log';
import { logIn, newAccount, newServerToken, signUp, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newFastFolder } from '../../../support/fast-folder';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;
let admin: TestAccount;
let folder: string;
let clientsFile: string;

beforeAll(async () => {
  folder = newFastFolder('glycograph-administrators-');
  clientsFile = join(folder, 'clients.json');
  writeFileSync(clientsFile, '[]');
  own = await startOwnApp({
    LONG_TERM_KEY: 'never shown',
    METRICS_SALT: 'never shown, either',
    CLIENTS_FILE: clientsFile,
  });
  admin = await newAdministrator();
});

afterAll(async () => {
  await own.close();
  rmSync(folder, { recursive: true });
});

async function newAdministrator(): Promise<TestAccount> {
  const account = await newAccount(own.server);
  await own.app.services.accountRoles.add(account.userId, 'administrator');
  return account;
}

const ask = async (
  query: string,
  variables: Record<string, unknown> = {},
  { token } = admin,
): Promise<Json> => (await api(own.server).graph(query, { token, variables })).body;

/** The result of a mutation with one input. Throws when it is refused. */
async function change(field: string, input: object, selection: string): Promise<Json> {
  const type = field.includes('Account') ? 'AdministerAccountInput!' : 'QueueItemInput!';
  const query = `mutation Administer($input: ${type}) { ${field}(input: $input) { ${selection} userErrors { code } } }`;
  const { data, errors } = await ask(query, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data[field];
}

const accountsQuery = `query Find($search: String, $role: AccountRole, $first: Int, $after: String) {
  admin { accounts(search: $search, role: $role, first: $first, after: $after) {
    edges { cursor node { id email roles emailVerified disabledTime passwordExists } } pageInfo { hasNextPage } } }
}`;

describe('the role of an administrator', () => {
  it('is required, even of trusted servers, and is gone with the next request', async () => {
    const [formerly, stranger] = [await newAdministrator(), await newAccount(own.server)];
    const seen = async (account: { token: string }) =>
      (await ask('{ admin { migrations { isUpToDate } } }', {}, account as TestAccount)).data?.admin;
    expect(await seen(formerly)).toEqual({ migrations: { isUpToDate: true } });
    await own.app.services.accountRoles.remove(formerly.userId, 'administrator');
    expect(await seen(formerly)).toBeNull();
    expect(await seen(stranger)).toBeNull();
    expect(await seen({ token: await newServerToken(own.server) })).toBeNull();
  });

  it('cannot be had by signing up', async () => {
    const body = { username: 'me@example.org', emails: ['me@example.org'], password: 'open-sesame' };
    expect((await signUp(own.server, { ...body, roles: ['administrator'] })).status).toBe(400);
  });

  it('is neither given nor taken by a trusted server', async () => {
    const [token, account] = [await newServerToken(own.server), await newAccount(own.server)];
    const set = (id: string, roles: string[]) =>
      api(own.server).put(`/auth/user/${id}`, { token, body: { updates: { roles } } });
    expect((await set(account.userId, ['administrator'])).status).toBe(400);
    expect((await set(admin.userId, ['clinic'])).status).toBe(200);
    const [before, after] = await own.app.services.accounts.findMany([account.userId, admin.userId]);
    expect(before?.roles).toEqual(['patient']);
    expect(after?.roles).toEqual(['clinic', 'administrator']);
  });

  it('is refused to accounts whose address is not confirmed', async () => {
    const { userId } = await newAccount(own.server, { verified: false });
    await expect(own.app.services.accountRoles.add(userId, 'administrator')).rejects.toThrow(
      'An administrator needs a confirmed address and an enabled account.',
    );
  });
});

/** A client asks for a token of its own. */
const requestToken = (id: string, secret: string): Promise<Response> =>
  fetch(`${own.server.url}/realms/glycograph/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  });

describe('an administrator', () => {
  it('finds accounts by the beginning of the address, by id and by role', async () => {
    const mark = `find${Date.now()}`;
    const emails = [`${mark}b@example.org`, `${mark}a@example.org`];
    for (const email of emails) await newAccount(own.server, { email });
    const found = async (variables: Record<string, unknown>) =>
      (await ask(accountsQuery, variables)).data.admin.accounts.edges.map(({ node }: Json) => node.email);
    expect(await found({ search: mark.toUpperCase() })).toEqual([...emails].sort());
    const page = (await ask(accountsQuery, { search: mark, first: 1 })).data.admin.accounts;
    expect(page.pageInfo.hasNextPage).toBe(true);
    expect(await found({ search: mark, after: page.edges[0].cursor })).toEqual([emails[0]]);
    expect(await found({ search: admin.userId })).toEqual([admin.email]);
    expect(await found({ role: 'ADMINISTRATOR' })).toContain(admin.email);
    expect(await found({ search: `${mark}%` })).toEqual([]);
  });

  it('leaves entries in the log of those who were shown, and in that of the service', async () => {
    const owner = await newAccount(own.server);
    await ask(accountsQuery, { search: owner.email });
    const entry = await waitFor('the entry', async () => {
      const entries = await accessLog(own.server, owner.userId, owner.token);
      return entries.find(({ actorId }) => actorId === admin.userId);
    });
    expect(entry).toMatchObject({ kind: 'READ', reason: 'OPERATOR', operation: 'query Find' });
    await change('disableAccount', { userId: owner.userId }, 'account { id }');
    const { data } = await ask(
      '{ admin { changes(first: 5) { edges { node { kind reason actorId operation fields } } } } }',
    );
    expect(data.admin.changes.edges.map(({ node }: Json) => node)).toContainEqual({
      ...{ kind: 'CHANGE', reason: 'OPERATOR', actorId: admin.userId },
      ...{ operation: 'mutation Administer', fields: ['Mutation.disableAccount'] },
    });
  });

  it('disables, enables, confirms and deletes accounts', async () => {
    const owner = await newAccount(own.server, { verified: false });
    const input = { userId: owner.userId };
    const status = async () => (await logIn(own.server, owner.email, owner.password)).status;
    expect(await status()).toBe(403);
    const { account } = await change('confirmAccount', input, 'account { emailVerified }');
    expect(account.emailVerified).toBe(true);
    expect(await status()).toBe(200);
    const disabled = await change('disableAccount', input, 'account { disabledTime }');
    expect(disabled.account.disabledTime).toEqual(expect.any(String));
    expect(await status()).toBe(401);
    await change('enableAccount', input, 'account { disabledTime }');
    expect(await status()).toBe(200);
    const deleted = { done: true, removedId: owner.userId, userErrors: [] };
    expect(await change('deleteAccount', input, 'done removedId')).toEqual(deleted);
    expect(await status()).toBe(401);
    const unknown = await change('disableAccount', input, 'account { id }');
    expect(unknown).toEqual({ account: null, userErrors: [{ code: 'NOT_FOUND' }] });
  });

  it('retries and discards what waits', async () => {
    const { database, app } = own;
    const { outbox, outboxQueue, tasks } = app.services;
    const marked = { topic: 'nobody-handles-this' };
    // A day from now, so that the worker of the process leaves it alone.
    await database.transaction((manager) => outbox.add(manager, marked.topic, {}, 86_400_000));
    const { data } = await ask(
      `{ admin { outbox(topic: "${marked.topic}", state: WAITING) { edges { node { id attempts lastError } } } } }`,
    );
    const [{ node: message }] = data.admin.outbox.edges;
    expect(message).toMatchObject({ attempts: 0, lastError: null });
    expect(await change('discardOutboxMessage', { id: message.id }, 'done removedId')).toMatchObject({
      done: true,
      removedId: message.id,
    });
    await expect(outboxQueue.find(message.id)).rejects.toThrow('There is no message with this id');
    const again = await change('discardOutboxMessage', { id: message.id }, 'done');
    expect(again.userErrors).toEqual([{ code: 'NOT_FOUND' }]);

    const task = await database.transaction((manager) =>
      tasks.add(manager, { type: 'org.example.unknown', availableTime: Date.now() + 86_400_000 }),
    );
    const retried = await change('retryTask', { id: task.id }, 'task { state availableTime }');
    expect(retried.task).toEqual({ state: 'PENDING', availableTime: null });
    expect(await change('discardTask', { id: task.id }, 'removedId')).toMatchObject({ removedId: task.id });
    expect(await tasks.findMany([task.id])).toEqual([null]);
  });

  it('rotates keys, which sign after their announcement', async () => {
    const { data } = await ask(
      'mutation { rotateSigningKey(input: { ring: "session" }) { key { generation use } } }',
    );
    expect(data.rotateSigningKey.key).toEqual({ generation: 2, use: 'ANNOUNCED' });
    const keys = (await ask('{ admin { keys { ring use } } }')).data.admin.keys;
    expect(keys.filter(({ ring }: Json) => ring === 'session').map(({ use }: Json) => use)).toEqual([
      'ANNOUNCED',
      'SIGNING',
    ]);
    const unknown = await ask(
      'mutation { rotateSigningKey(input: { ring: "none" }) { key { use } userErrors { code } } }',
    );
    expect(unknown.data.rotateSigningKey.userErrors).toEqual([{ code: 'NOT_FOUND' }]);
  });

  it('adds, changes and removes clients in the file, and knows them at once', async () => {
    const run = async (
      field: string,
      input: string,
      selection = 'secret client { clientId isBuiltIn roles }',
    ) => {
      const { data, errors } = await ask(
        `mutation Clients { ${field}(input: { ${input} }) { ${selection} userErrors { code message } } }`,
      );
      if (errors) throw new Error(JSON.stringify(errors));
      return data[field];
    };
    const inFile = () => JSON.parse(readFileSync(clientsFile, 'utf8')) as Json[];
    const tokenStatus = async (secret: string) => (await requestToken('importer', secret)).status;
    const page = await run(
      'addOAuthClient',
      'clientId: "page", redirectUris: ["https://page.example.org/*"]',
    );
    expect(page).toMatchObject({ secret: null, client: { clientId: 'page', isBuiltIn: false } });
    const client = 'clientId: "importer", isConfidential: true, grants: [CLIENT_CREDENTIALS]';
    const server = await run('addOAuthClient', client);
    expect(server.client.roles).toEqual([]);
    expect(await tokenStatus(server.secret)).toBe(200);
    expect(readFileSync(clientsFile, 'utf8')).not.toContain(server.secret);
    const { secret } = await run('rotateClientSecret', 'clientId: "importer"');
    expect([await tokenStatus(server.secret), await tokenStatus(secret)]).toEqual([401, 200]);
    expect(inFile().map(({ clientId }) => clientId)).toEqual(['page', 'importer']);
    expect(await run('removeOAuthClient', 'clientId: "importer"', 'done removedId')).toMatchObject({
      done: true,
      removedId: 'importer',
    });
    expect(await tokenStatus(secret)).toBe(401);
    expect(inFile().map(({ clientId }) => clientId)).toEqual(['page']);

    const twice = await run('addOAuthClient', 'clientId: "page"');
    expect(twice.userErrors).toEqual([{ code: 'CONFLICT', message: 'The file has a client page already.' }]);
    const wrong = await run('addOAuthClient', 'clientId: "other", redirectUris: ["javascript:alert(1)"]');
    expect(wrong.userErrors[0].message).toMatch(
      /^The client is not valid: redirectUris\.0 must be an address/,
    );
    const builtIn = await run('removeOAuthClient', 'clientId: "backend"', 'done');
    expect(builtIn.userErrors[0].message).toBe('The client backend is built in.');
    const log = await ask('{ admin { changes(first: 3) { edges { node { actorId fields } } } } }');
    expect(log.data.admin.changes.edges.map(({ node }: Json) => node)).toContainEqual({
      actorId: admin.userId,
      fields: ['Mutation.removeOAuthClient'],
    });
  });

  it.each(['rotateClientSecret', 'removeOAuthClient'])(
    'ends the own sessions of a program: %s',
    async (field) => {
      const { clientAdministration } = own.app.services;
      const client = { clientId: `program-${field}`, grants: ['client_credentials'], isConfidential: true };
      const { secret } = await clientAdministration.add(client);
      const answer = await requestToken(client.clientId, secret ?? '');
      const { access_token: token } = (await answer.json()) as Json;
      const status = async () => (await api(own.server).get('/auth/user', { token })).status;
      expect(await status()).toBe(200);
      const { data } = await ask(
        `mutation { ${field}(input: { clientId: "${client.clientId}" }) { userErrors { code } } }`,
      );
      expect([data[field].userErrors, await status()]).toEqual([[], 401]);
    },
  );

  it('makes no secrets of trusted servers, which open all data', async () => {
    const { secret } = await own.app.services.clientAdministration.addServer('reader');
    const { data } = await ask(
      'mutation { rotateClientSecret(input: { clientId: "reader" }) { secret userErrors { code message } } }',
    );
    expect(data.rotateClientSecret).toEqual({
      secret: null,
      userErrors: [
        {
          code: 'WRONG_STATE',
          message:
            'The client reader is a trusted server. An operator gives it a new secret: glycograph servers rotate-secret reader',
        },
      ],
    });
    const answer = await requestToken('reader', secret ?? '');
    const { access_token: token } = (await answer.json()) as Json;
    expect((await api(own.server).get('/auth/user', { token })).status).not.toBe(401);
    const removed = await ask(
      'mutation { endServerSessions(input: { clientId: "reader" }) { done } removeOAuthClient(input: { clientId: "reader" }) { done } }',
    );
    expect(removed.data).toEqual({ endServerSessions: { done: true }, removeOAuthClient: { done: true } });
    expect((await api(own.server).get('/auth/user', { token })).status).toBe(401);
  });

  it('sees clients and settings without secrets', async () => {
    const { data } = await ask(
      '{ admin { clients { clientId isBuiltIn isConfidential } settings { name value isSecret } } }',
    );
    expect(data.admin.clients).toContainEqual({
      ...{ clientId: 'backend', isBuiltIn: true, isConfidential: true },
    });
    const secrets = data.admin.settings.filter(({ isSecret }: Json) => isSecret);
    expect(secrets.map(({ name }: Json) => name)).toEqual(
      expect.arrayContaining(['LONG_TERM_KEY', 'METRICS_SALT', 'SERVER_SECRET', 'VERIFICATION_SECRET']),
    );
    expect(JSON.stringify(data.admin.settings)).not.toContain('never shown');
    expect(data.admin.settings).toContainEqual({ name: 'MIGRATE', value: 'true', isSecret: false });
  });
});
