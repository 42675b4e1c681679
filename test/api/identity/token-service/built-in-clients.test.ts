import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import { readAnswer, authorizeAddress, endpoint, newChallenge, openBrowser } from '../../../support/realm';

let own: OwnApp;

const host = 'https://app.example';
const pkce = () => ({ code_challenge: newChallenge().challenge, code_challenge_method: 'S256' });
const ask = (id: string, redirectUri: string, changes: Record<string, string> = {}) =>
  openBrowser().get(authorizeAddress({ id, redirectUri }, changes));

beforeAll(async () => {
  own = await startOwnRealm({ BASE_URL: host });
});

afterAll(() => own.close());

describe("Outside a developer's machine", () => {
  it.each([
    ['blip', 'http://localhost:3000/anything'],
    ['blip', 'http://localhost:31500/'],
    ['blip-smart-on-fhir', 'http://localhost:3000/'],
    ['tidepool-uploader-sso', 'http://localhost:3001/'],
  ])('%s cannot redirect to %s, and the page names it and where to register it', async (id, address) => {
    const page = await ask(id, address, pkce());
    expect({ status: page.status, location: page.location }).toEqual({ status: 400, location: null });
    for (const text of [id, address, 'CLIENTS_FILE']) expect(page.text).toContain(text);
  });

  it.each([
    ['blip', `${host}/login`],
    ['tidepool-uploader-sso', 'tidepooluploader://localhost/keycloak-redirect'],
  ])('%s can redirect to %s', async (id, address) => {
    expect((await ask(id, address, pkce())).text).toContain('id="kc-form-login"');
  });

  // Whatever sends the browser on, to another client or a data provider, would take along a fragment with the code.
  it.each([
    `${host}/realms/qa1/protocol/openid-connect/auth?client_id=web-app&redirect_uri=https%3A%2F%2Fweb.example%2Fcallback`,
    `${host}/realms/qa1/protocol/openid-connect/logout?client_id=web-app`,
    `${host}//./Realms/qa1/protocol/openid-connect/auth`,
    `${host}/%72ealms/qa1/broker/google/login`,
    `${host}/v1/oauth/dexcom/authorize?restricted_token=1`,
  ])('no client can redirect to %s', async (address) => {
    const { status, location } = await ask('blip', address, { ...pkce(), response_mode: 'fragment' });
    expect({ status, location }).toEqual({ status: 400, location: null });
    const query = new URLSearchParams({ client_id: 'blip', post_logout_redirect_uri: address });
    const afterLogOut = await openBrowser().get(`${endpoint('logout')}?${query.toString()}`);
    expect({ status: afterLogOut.status, location: afterLogOut.location }).toEqual({
      status: 400,
      location: null,
    });
  });

  it('blip must use PKCE', async () => {
    const answer = readAnswer(await ask('blip', `${host}/`));
    expect(answer.get('error')).toBe('invalid_request');
    expect(answer.get('error_description')).toContain('code_challenge');
  });

  it('an unknown client is named, as text', async () => {
    const { status, text } = await ask('<b>nobody</b>', `${host}/`);
    expect(status).toBe(400);
    expect(text).toContain('&lt;b&gt;nobody&lt;/b&gt;');
  });

  it('pages declare English, whatever the client accepts', async () => {
    const page = await ask('blip', `${host}/`, { ...pkce(), ui_locales: 'de fr' });
    expect(page.text).toContain('<html lang="en">');
    expect(page.headers.get('content-language')).toBe('en');
  });
});
