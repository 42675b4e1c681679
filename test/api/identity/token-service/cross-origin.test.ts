import { endpoint, issuer, postForm, tokenRequest } from '../../../support/realm';

describe('Pages of other origins', () => {
  const readCors = (response: Response) => ({
    origin: response.headers.get('access-control-allow-origin'),
    credentials: response.headers.get('access-control-allow-credentials'),
  });
  const ask = (origin: string, clientId: string) =>
    tokenRequest({ client_id: clientId, grant_type: 'refresh_token' }, { origin });

  it.each([
    ['http://localhost:3000', 'blip'],
    ['https://web.example', 'web-app'],
    ['https://extra.example', 'web-app'],
    ['file://', 'tidepool-uploader'],
    ['null', 'tidepool-uploader'],
  ])('%s can read the errors of its client %s, with credentials', async (origin, clientId) => {
    expect(readCors(await ask(origin, clientId))).toEqual({ origin, credentials: 'true' });
  });

  it.each([
    ['https://evil.example', 'blip'],
    ['http://localhost:30001', 'blip'],
    ['https://web.example', 'blip'],
    ['null', 'blip'],
  ])('%s cannot read those of %s', async (origin, clientId) => {
    expect(readCors(await ask(origin, clientId))).toEqual({ origin: null, credentials: null });
  });

  it('can read refusals of malformed forms', async () => {
    const origin = 'http://localhost:3000';
    const response = await fetch(endpoint('token'), { method: 'POST', headers: { origin }, body: '{}' });
    expect(response.status).toBe(400);
    expect(readCors(response)).toEqual({ origin, credentials: 'true' });
  });

  it('can send preflights', async () => {
    const origin = 'http://localhost:3000';
    const response = await fetch(endpoint('token'), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(response.status).toBe(204);
    expect(readCors(response)).toEqual({ origin, credentials: 'true' });
  });

  it('can read responses of the other endpoints too', async () => {
    const origin = 'http://localhost:3000';
    for (const name of ['revoke', 'userinfo']) {
      const response = await postForm(endpoint(name), { client_id: 'blip' }, { origin });
      expect(readCors(response)).toEqual({ origin, credentials: 'true' });
    }
  });

  it.each([
    ['an unknown realm', 'POST', endpoint('token', 'atlantis'), 404],
    ['the discovery document of one', 'GET', `${issuer('atlantis')}/.well-known/openid-configuration`, 404],
    ['a wrong method', 'PUT', endpoint('token'), 405],
    ['a wrong method for a page', 'PUT', endpoint('auth'), 405],
    ['a wrong method for a public document', 'POST', `${issuer()}/.well-known/openid-configuration`, 405],
  ])('can read that a request is about %s', async (_what, method, address, status) => {
    const ask = (origin: string) => fetch(address, { method, headers: { origin } });
    const [ofClient, ofStranger] = [await ask('http://localhost:3000'), await ask('https://evil.example')];
    expect([ofClient.status, ofStranger.status]).toEqual([status, status]);
    expect(readCors(ofClient)).toEqual({ origin: 'http://localhost:3000', credentials: 'true' });
    expect(readCors(ofStranger)).toEqual({ origin: '*', credentials: null });
  });

  it.each([
    ['the token endpoint', endpoint('token'), 'http://localhost:3000', null],
    ['the log-in page', endpoint('auth'), null, null],
    ['the token endpoint of an unknown realm', endpoint('token', 'atlantis'), 'http://localhost:3000', '*'],
    ['an address of nothing', `${issuer('atlantis')}/nothing`, 'http://localhost:3000', '*'],
  ])('can send preflights to %s', async (_what, address, forClient, forStranger) => {
    for (const [origin, allowed] of [
      ['http://localhost:3000', forClient],
      ['https://evil.example', forStranger],
    ] as const) {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const response = await fetch(address, { method: 'OPTIONS', headers });
      expect([response.status, readCors(response).origin]).toEqual([204, allowed]);
    }
  });
});
