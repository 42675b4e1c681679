import { realmRing, sessionRing } from '../../../../src/identity/auth/key-ring.service';
import type { TokenKind } from '../../../../src/identity/auth/token.service';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  readAnswer,
  authorizeAddress,
  decodeClaims,
  clients,
  endpoint,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  postForm,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  tokenRequest,
  type Tokens,
} from '../../../support/realm';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnRealm();
});
afterAll(() => own.close());

/** The same token, signed by another key ring. */
async function signedBy(ring: string, token: string): Promise<string> {
  const { iss, sub, sid, aud, typ, ...claims } = decodeClaims(token);
  return own.app.services.tokens.sign(ring, {
    kind: typ as TokenKind,
    userId: String(sub),
    sessionId: String(sid),
    issuer: String(iss),
    audience: String(aud),
    expiresTime: Number(claims.exp) * 1000,
    claims,
  });
}

const userInfoStatus = async (token: string): Promise<number> =>
  (await fetch(endpoint('userinfo'), { headers: { authorization: `Bearer ${token}` } })).status;

describe('A token that names this realm', () => {
  let tokens: Tokens;
  beforeEach(async () => {
    tokens = await getTokens(await newAccount());
  });

  it('is accepted if signed with the keys of the realm', async () => {
    const token = await signedBy(realmRing('qa1'), tokens.access_token);
    expect([await statusAtApi(token), await userInfoStatus(token)]).toEqual([200, 200]);
  });

  it.each([
    ['another realm', realmRing('qa2')],
    ['the log-in routes', sessionRing],
  ])('is refused everywhere if signed with the keys of %s', async (_whose, ring) => {
    const access = await signedBy(ring, tokens.access_token);
    expect([await statusAtApi(access), await userInfoStatus(access)]).toEqual([401, 401]);
    const refresh = await signedBy(ring, tokens.refresh_token);
    expect(await readRefusal(await tokenRequest(refreshForm(clients.web, refresh)))).toEqual(
      refused('invalid_grant', 'Invalid refresh token'),
    );
    const backChannel = { client_id: clients.web.id, refresh_token: refresh };
    expect((await postForm(endpoint('logout'), backChannel)).status).toBe(400);
    const hint = await signedBy(ring, tokens.id_token);
    const page = await openBrowser().get(`${endpoint('logout')}?id_token_hint=${hint}`);
    expect(page.status).toBe(400);
    await postForm(endpoint('revoke'), { client_id: clients.web.id, token: access });
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });
});

describe('A registered redirect URI of a web application', () => {
  it.each([
    'https://partner.example/callbac',
    'https://partner.example/callbackx',
    'https://partner.example/callback/',
    'https://partner.example/Callback',
    'https://partner.example/callback?',
    'http://partner.example/callback',
    'https://partner.example:443/callback',
  ])('redirects nowhere if a character differs: %s', async (redirectUri) => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    const answer = await browser.get(authorizeAddress(clients.partner, { redirect_uri: redirectUri }));
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(readAnswer(await browser.get(authorizeAddress(clients.partner))).has('code')).toBe(true);
  });
});
