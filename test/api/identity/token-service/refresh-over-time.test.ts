import { movedClock } from '../../../support/moved-clock';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  clients,
  endpoint,
  getTokens,
  newAccount,
  postForm,
  readRefusal,
  readTokens,
  refreshForm,
  refused,
  statusAtApi,
  tokenRequest,
  type TestClient,
} from '../../../support/realm';

let own: OwnApp;

const { moveTo } = movedClock();

beforeAll(async () => {
  own = await startOwnRealm();
});

afterAll(() => own.close());

const hour = 60;
const day = 24 * hour;
const { web, phone, partner } = clients;

const logIn = async (client: TestClient = web) =>
  getTokens(await newAccount(), { client, changes: { scope: 'openid offline_access' } });
const refresh = (token: string, client: TestClient = web) => tokenRequest(refreshForm(client, token));
const inactive = refused('invalid_grant', 'Token is not active');

/** Refreshes after five hours. Six hours later the first token has expired, and the session has not. */
async function refreshedSession() {
  const { refresh_token: first } = await logIn();
  moveTo(5 * hour);
  const { refresh_token: second } = await readTokens(await refresh(first));
  moveTo(11 * hour);
  return { first, second };
}

describe('An earlier refresh token', () => {
  it.each<[string, TestClient, number]>([
    ['a session', web, 8 * hour],
    ['an offline session', phone, 45 * day],
  ])('works as long as %s is used, and no longer', async (_what, client, idle) => {
    const { refresh_token: first } = await logIn(client);
    moveTo(idle - hour);
    const { refresh_token: second } = await readTokens(await refresh(first, client));
    moveTo(2 * idle - 2 * hour);
    const again = await readTokens(await refresh(first, client));
    expect(await statusAtApi(again.access_token)).toBe(200);
    moveTo(3 * idle - hour);
    for (const token of [first, second, again.refresh_token])
      expect(await readRefusal(await refresh(token, client))).toEqual(inactive);
  });

  it('does not outlive the longest time of a session', async () => {
    const { refresh_token: first } = await logIn();
    for (const hours of [7, 14, 21]) {
      moveTo(hours * hour);
      await readTokens(await refresh(first));
    }
    moveTo(day);
    expect(await readRefusal(await refresh(first))).toEqual(inactive);
  });

  it('ends the session at log-out', async () => {
    const { first, second } = await refreshedSession();
    const { status } = await postForm(endpoint('logout'), { client_id: web.id, refresh_token: first });
    expect(status).toBe(204);
    expect(await readRefusal(await refresh(first))).toEqual(inactive);
    expect((await refresh(second)).status).toBe(400);
  });

  it('can be revoked, with those after it', async () => {
    const { first, second } = await refreshedSession();
    await postForm(endpoint('revoke'), { client_id: web.id, token: first });
    for (const token of [first, second])
      expect(await readRefusal(await refresh(token))).toEqual(
        refused('invalid_grant', 'Invalid refresh token'),
      );
  });

  it('is active at the introspection as long as it works', async () => {
    const { first: token } = await refreshedSession();
    const form = { client_id: partner.id, client_secret: partner.secret, token };
    const inspect = async () => (await postForm(endpoint('token/introspect'), form)).json();
    expect(await inspect()).toMatchObject({ active: true, token_type: 'Refresh' });
    moveTo(13 * hour);
    expect(await inspect()).toEqual({ active: false });
  });
});
