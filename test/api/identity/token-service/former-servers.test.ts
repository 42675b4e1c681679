import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  endpoint,
  newAccount,
  postForm,
  readTokens,
  statusAtApi,
  tokenRequest,
} from '../../../support/realm';
import { api } from '../../../support/api';

const credentials = { clientId: 'reporter', clientSecret: 'secret of the reporter' };
const server = { ...credentials, grants: ['client_credentials'], roles: ['backend_service'] };
const folder = mkdtempSync(join(tmpdir(), 'glycograph-clients-'));
const file = join(folder, 'clients.json');
const register = (...clients: object[]) => writeFileSync(file, JSON.stringify(clients));

let own: OwnApp;
beforeAll(async () => {
  register(server);
  own = await startOwnRealm({ CLIENTS_FILE: file });
});
afterAll(async () => {
  await own.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['is not in the file any more', []],
  ['is disabled', [{ ...server, enabled: false }]],
  ['is no trusted server any more', [{ ...server, roles: [] }]],
])('a token of a trusted server that %s is refused, until it is one again', async (_what, changed) => {
  register(server);
  const { clients } = own.app.services.tokenServiceParts;
  clients.read(file);
  const form = { client_id: credentials.clientId, client_secret: credentials.clientSecret };
  const { access_token: token } = await readTokens(
    await tokenRequest({ grant_type: 'client_credentials', ...form }),
  );
  const { userId } = await newAccount();
  const inspector = { client_id: 'backend', client_secret: own.server.serverSecret };
  const isActive = async (): Promise<unknown> => {
    const answer = await postForm(endpoint('token/introspect'), { ...inspector, token });
    return ((await answer.json()) as { active: boolean }).active;
  };
  const read = async () => (await api(own.server).get(`/auth/user/${userId}`, { token })).status;
  expect(await read()).toBe(200);
  register(...changed);
  clients.read(file);
  expect([await read(), await statusAtApi(token), await isActive()]).toEqual([401, 401, false]);
  register(server);
  clients.read(file);
  expect(await read()).toBe(200);
});
