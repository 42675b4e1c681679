import 'reflect-metadata';
import { resolve } from 'node:path';
import { WebSocket } from 'ws';
import { routes } from '../../src/surfaces';
import { realmRoutes } from '../../src/identity/token-service/realm-routes';
import { basic, logIn, newAccount, newEmail, newServerToken } from '../support/accounts';
import { api } from '../support/api';
import { invitations } from '../support/invitations';
import { resetKey, signupKey, waitForMails } from '../support/mails';
import { ownDatabases } from '../support/own-databases';
import { newRestrictedToken } from '../support/restricted-tokens';
import { startServer, type RunningServer } from '../support/server-process';
import { closeStreams, overServerSentEvents, overWebSocket, withToken } from '../support/streams';

afterEach(closeStreams);

/** A secret in every part of a request that may contain one. */
const mark = 'marked5ecret';
const markedAddress = `${mark}@example.org`;
/** Looks like a token, so that it is parsed as one. */
const markedToken = ['{"alg":"EdDSA","kid":"x"}', `{"iss":"${mark}"}`, mark]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

const partner = { client_id: 'trusted-partner', client_secret: 'correct horse/battery+staple' };

const form = (server: RunningServer, path: string, fields: Record<string, string>) =>
  fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const markedHeaders = {
  Cookie: `org.tidepool.session=${mark}; browser=${mark}`,
  'User-Agent': mark,
  Referer: `https://example.org/?token=${mark}`,
  'X-Tidepool-Server-Name': mark,
  'X-Tidepool-Server-Secret': mark,
};

const markedQuery = new URLSearchParams({
  restricted_token: mark,
  token: mark,
  code: mark,
  state: mark,
  email: markedAddress,
  login_hint: markedAddress,
  signupKey: mark,
}).toString();

const markedBody = {
  username: markedAddress,
  email: markedAddress,
  emails: [markedAddress],
  password: mark,
  key: mark,
  token: mark,
  oauthToken: { accessToken: mark },
};

/** Every route, with a secret in each part, as every kind of caller. */
async function walkRoutes(server: RunningServer, tokens: readonly (string | undefined)[]): Promise<void> {
  const calls = routes.flatMap(({ method, path }) => [path].flat().map((pattern) => ({ method, pattern })));
  for (const { method, pattern } of calls)
    for (const place of [mark, encodeURIComponent(markedAddress)])
      for (const token of tokens) {
        const path = pattern.replace(/\{\w+\+?\}/g, place);
        const hasBody = method !== 'GET';
        await api(server).call(method, `${path}?${markedQuery}`, {
          token,
          headers: {
            ...markedHeaders,
            // Most routes refuse a key before they read anything else.
            ...(place !== mark && { 'Idempotency-Key': mark }),
            ...(token === undefined && { Authorization: basic(markedAddress, mark) }),
          },
          ...(hasBody && { body: markedBody }),
        });
      }
}

/** The same for the pages and endpoints of the token service. */
async function walkTokenService(server: RunningServer): Promise<void> {
  const fields = {
    ...{ client_id: 'blip', redirect_uri: `http://localhost:3000/${mark}`, attempt: mark, key: mark },
    ...{ username: markedAddress, password: mark, token: mark, refresh_token: markedToken, code: mark },
    ...{ grant_type: 'password', scope: 'openid', state: mark, email: markedAddress },
  };
  for (const { method, path } of realmRoutes) {
    const address = `/realms/qa1${path.replace(/:\w+/g, mark)}`;
    if (method === 'post') await form(server, `${address}?attempt=${mark}`, fields);
    else
      await fetch(`${server.url}${address}?${new URLSearchParams(fields).toString()}`, {
        redirect: 'manual',
      });
  }
  const pages = [
    '/login',
    '/signup',
    '/confirm-password-reset',
    '/explorer',
    '/docs',
    `/${mark}`,
    `/%zz${mark}`,
  ];
  for (const page of pages) {
    await fetch(`${server.url}${page}?signupKey=${mark}&resetKey=${mark}&signupEmail=${markedAddress}`);
    await form(server, page, { signupKey: mark, resetKey: mark, ...fields });
  }
}

/** Actions with secrets. Returns all secrets used. */
async function live(server: RunningServer): Promise<string[]> {
  const password = 'a-password-of-mine';
  const { get, post, put, graph } = api(server);
  const email = newEmail(server, { verified: false });
  const other = await newAccount(server, { password });
  const me = await newAccount(server, { email, password });
  await post(`/confirm/send/signup/${me.userId}`, { token: me.token });
  const [mail = ''] = await waitForMails(server, email);
  const key = signupKey(mail);
  await put(`/confirm/accept/signup/${key}`);
  await logIn(server, email, password);
  await logIn(server, email, 'a-wrong-password');
  await post(`/confirm/send/forgot/${encodeURIComponent(email)}`);
  const mails = await waitForMails(server, email, 2);
  const reset = resetKey(mails.find((each) => each !== mail) ?? '');
  await put('/confirm/accept/forgot', { body: { key: reset, email, password: 'another-password' } });
  const { body } = await logIn(server, other.email, password);
  const serverToken = await newServerToken(server);
  await get(`/auth/token/${other.token}`, { token: serverToken });
  const { id: restricted } = await newRestrictedToken(server, other);
  await get(`/data/${other.userId}?restricted_token=${restricted}`);
  await get(`/export/${other.userId}?restricted_token=${restricted}`);
  await get(`/v1/restricted_tokens/${restricted}`, { token: serverToken });
  const invitation = await invitations(server).invited(other, email, 'view');
  const tokens = (await (
    await form(server, '/realms/qa1/protocol/openid-connect/token', {
      ...partner,
      grant_type: 'password',
      scope: 'openid',
      username: other.email,
      password,
    })
  ).json()) as Record<string, string>;
  const { access_token: access = '', refresh_token: refresh = '' } = tokens;
  await get('/auth/user', { token: `kc:${access}:${refresh}` });
  await graph('{ me { emails } }', { token: access });
  await graph(`{ user(email: "${email}") { id } nothing }`, { token: serverToken });
  for (const open of [overWebSocket, overServerSentEvents])
    await open(server, withToken(access)).ask('{ me { id } }');
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/graphql?token=${mark}`,
    'graphql-transport-ws',
  );
  await new Promise((opened) => socket.once('open', opened));
  socket.send('{');
  await new Promise((closed) => socket.once('close', closed));
  expect([body.userid, access, refresh, invitation.key].every(Boolean)).toBe(true);
  return [
    ...[email, password, 'a-wrong-password', 'another-password', key, reset, restricted, access, refresh],
    ...[
      other.email,
      other.token,
      me.token,
      serverToken,
      server.serverSecret,
      invitation.key,
      partner.client_secret,
    ],
  ];
}

it.each(ownDatabases)("no line of the log contains a caller's secret: %s", async (_name, onDatabase) => {
  await onDatabase(async (databaseUrl) => {
    const server = await startServer({
      LOG_LEVEL: 'trace',
      CLIENTS_FILE: resolve('test/support/clients.json'),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    });
    const secrets = await live(server);
    const { token } = await newAccount(server, { roles: ['clinic'] });
    const serverToken = await newServerToken(server);
    await walkRoutes(server, [undefined, markedToken, token, serverToken]);
    await walkTokenService(server);
    const all = [...secrets, mark, markedToken, Buffer.from(mark).toString('base64url'), token, serverToken];
    const spellings = all.flatMap((secret) => [secret, encodeURIComponent(secret)]);
    const lines = server.logs().split('\n');
    expect(lines.length).toBeGreaterThan(routes.length);
    expect(lines.filter((line) => spellings.some((secret) => line.includes(secret)))).toEqual([]);
    await server.close();
  });
});
