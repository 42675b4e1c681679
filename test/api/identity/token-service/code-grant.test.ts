import {
  readAnswer,
  authorizeAddress,
  clients,
  codeForm,
  endpoint,
  getTokens,
  logIn,
  newAccount,
  newChallenge,
  openBrowser,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  tokenRequest,
  readTokens,
  type TestClient,
} from '../../../support/realm';

const codeFor = async (
  client: TestClient = clients.web,
  changes: Record<string, string> = {},
): Promise<string> =>
  readAnswer(await logIn(openBrowser(), await newAccount(), client, changes)).get('code') ?? '';

const withChallenge = () => {
  const { verifier, challenge } = newChallenge();
  return { verifier, changes: { code_challenge: challenge, code_challenge_method: 'S256' } };
};

const notValid = refused('invalid_grant', 'Code not valid');

describe('A code', () => {
  it('brings tokens', async () => {
    const { verifier, changes } = withChallenge();
    const code = await codeFor(clients.web, changes);
    const response = await tokenRequest(codeForm(clients.web, code, { code_verifier: verifier }));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const tokens = await readTokens(response);
    expect(tokens).toEqual({
      access_token: expect.any(String),
      expires_in: 600,
      refresh_expires_in: 8 * 3600,
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      id_token: expect.any(String),
      'not-before-policy': 0,
      session_state: expect.any(String),
      scope: 'openid email profile',
    });
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });

  it('is valid once, and a second use revokes the tokens of the first', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const code = readAnswer(await logIn(browser, account)).get('code') ?? '';
    const tokens = await readTokens(await tokenRequest(codeForm(clients.web, code)));
    const renewed = await readTokens(await tokenRequest(refreshForm(clients.web, tokens.refresh_token)));
    const neighbor = await getTokens(account, { browser, client: clients.otherWeb });

    expect(await readRefusal(await tokenRequest(codeForm(clients.web, code)))).toEqual(notValid);
    for (const token of [tokens.access_token, renewed.access_token])
      expect(await statusAtApi(token)).toBe(401);
    const refresh = await tokenRequest(refreshForm(clients.web, renewed.refresh_token));
    expect(await readRefusal(refresh)).toEqual(refused('invalid_grant'));
    expect(await statusAtApi(neighbor.access_token)).toBe(200);
  });

  it('gives tokens to the first of several concurrent uses, and is revoked by a later one', async () => {
    const form = codeForm(clients.web, await codeFor());
    const responses = await Promise.all([tokenRequest(form), tokenRequest(form), tokenRequest(form)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const response of responses.filter(({ status }) => status === 400))
      expect(await readRefusal(response)).toEqual(notValid);
    const [first] = responses.filter(({ status }) => status === 200);
    const tokens = await readTokens(first ?? new Response());
    expect(await statusAtApi(tokens.access_token)).toBe(200);
    const renewed = await readTokens(await tokenRequest(refreshForm(clients.web, tokens.refresh_token)));

    expect(await readRefusal(await tokenRequest(form))).toEqual(notValid);
    for (const token of [tokens.access_token, renewed.access_token])
      expect(await statusAtApi(token)).toBe(401);
  });

  it('is bound to its client', async () => {
    const code = await codeFor();
    const foreign = codeForm({ ...clients.otherWeb, redirectUri: clients.web.redirectUri }, code);
    expect(await readRefusal(await tokenRequest(foreign))).toEqual(notValid);
    await readTokens(await tokenRequest(codeForm(clients.web, code)));
  });

  it('is bound to its realm', async () => {
    const form = codeForm(clients.web, await codeFor());
    expect(await readRefusal(await tokenRequest(form, {}, 'qa2'))).toEqual(notValid);
  });

  it.each(['http://localhost:3000', 'http://localhost:3000/?', 'http://localhost:3000/x', ''])(
    'is bound to its redirect URI, which is not %s',
    async (redirectUri) => {
      const form = codeForm({ ...clients.web, redirectUri }, await codeFor());
      const refusal = await readRefusal(await tokenRequest(form));
      expect(refusal).toEqual(refused('invalid_grant', 'Incorrect redirect_uri'));
    },
  );

  it.each<[string, Record<string, string>]>([
    ['no verifier', {}],
    ['another verifier', { code_verifier: newChallenge().verifier }],
    ['a short verifier', { code_verifier: 'x' }],
  ])('with a challenge is refused with %s', async (_case, extra) => {
    const code = await codeFor(clients.web, withChallenge().changes);
    const refusal = await readRefusal(await tokenRequest(codeForm(clients.web, code, extra)));
    expect(refusal).toEqual(refused('invalid_grant'));
  });

  it('without a challenge is refused with a verifier', async () => {
    const form = codeForm(clients.web, await codeFor(), { code_verifier: newChallenge().verifier });
    expect(await readRefusal(await tokenRequest(form))).toEqual(refused('invalid_grant'));
  });

  it('becomes invalid with its session', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const { id_token: hint } = await getTokens(account, { browser });
    const code = readAnswer(await browser.get(authorizeAddress(clients.web))).get('code') ?? '';
    await browser.get(`${endpoint('logout')}?id_token_hint=${hint}`);
    expect(await readRefusal(await tokenRequest(codeForm(clients.web, code)))).toEqual(
      refused('invalid_grant'),
    );
  });

  it('is invalid if made up', async () => {
    expect(await readRefusal(await tokenRequest(codeForm(clients.web, 'made-up')))).toEqual(notValid);
  });
});

describe('The token endpoint', () => {
  const web = { client_id: 'blip' };

  it.each<[string, Record<string, string>, ReturnType<typeof refused>]>([
    ['no grant_type', web, refused('invalid_request', 'Missing form parameter: grant_type')],
    [
      'no code',
      { ...web, grant_type: 'authorization_code' },
      refused('invalid_request', 'Missing form parameter: code'),
    ],
    [
      'no refresh_token',
      { ...web, grant_type: 'refresh_token' },
      refused('invalid_request', 'Missing form parameter: refresh_token'),
    ],
    ['an unknown grant', { ...web, grant_type: 'magic' }, refused('unsupported_grant_type')],
    [
      'a grant that the client does not have',
      { ...web, grant_type: 'password', username: 'a', password: 'b' },
      refused('unauthorized_client'),
    ],
    ['no client', { grant_type: 'refresh_token' }, refused('invalid_client', undefined, 401)],
    [
      'an unknown client',
      { client_id: 'nobody', grant_type: 'refresh_token' },
      refused('invalid_client', 'Invalid client or Invalid client credentials', 401),
    ],
    [
      'a client that is switched off',
      { client_id: 'switched-off', grant_type: 'authorization_code' },
      refused('invalid_client', undefined, 401),
    ],
    [
      'a missing secret',
      { client_id: clients.partner.id, grant_type: 'refresh_token' },
      refused('invalid_client', undefined, 401),
    ],
    [
      'a wrong secret',
      { client_id: clients.partner.id, client_secret: 'wrong', grant_type: 'refresh_token' },
      refused('invalid_client', undefined, 401),
    ],
  ])('refuses %s', async (_case, form, refusal) => {
    const response = await tokenRequest(form);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect(await readRefusal(response)).toEqual(refusal);
  });

  it('refuses repeated parameters', async () => {
    const response = await tokenRequest([
      ['client_id', 'blip'],
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'a'],
      ['refresh_token', 'b'],
    ]);
    expect(await readRefusal(response)).toEqual(refused('invalid_request'));
  });

  it.each([
    ['application/json', '{"grant_type":"refresh_token"}'],
    ['text/plain', 'grant_type=refresh_token'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('refuses a body of type %s', async (type, body) => {
    const response = await fetch(endpoint('token'), {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(await readRefusal(response)).toEqual(refused('invalid_request'));
  });

  it('refuses an empty body, garbage and oversized bodies', async () => {
    expect((await fetch(endpoint('token'), { method: 'POST' })).status).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [body, status] of [
      ['%%%=%zz&\0=\xff', 401],
      [`grant_type=${'x'.repeat(100_000)}`, 413],
    ] as const) {
      expect((await fetch(endpoint('token'), { method: 'POST', headers, body })).status).toBe(status);
    }
  });

  it.each([
    ['as it is', (text: string) => text],
    ['form-encoded', encodeURIComponent],
  ])('accepts the secret of a client by Basic, %s', async (_case, encode) => {
    const { id, secret } = clients.partner;
    const code = await codeFor(clients.partner);
    const credentials = Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64');
    const { client_id: _id, client_secret: _secret, ...form } = codeForm(clients.partner, code);
    const response = await tokenRequest(form, { authorization: `Basic ${credentials}` });
    await readTokens(response);
  });

  it('accepts the secret of the same client in the form', async () => {
    await readTokens(await tokenRequest(codeForm(clients.partner, await codeFor(clients.partner))));
  });

  it('accepts the secret of a client that is registered by its hash', async () => {
    const client = {
      id: 'another-partner',
      redirectUri: 'https://another.example/callback',
      secret: 'the other secret',
    };
    await readTokens(await tokenRequest(codeForm(client, await codeFor(client))));
  });

  it('requests Basic if Basic was wrong', async () => {
    const authorization = `Basic ${Buffer.from('trusted-partner:wrong').toString('base64')}`;
    const response = await tokenRequest({ grant_type: 'refresh_token' }, { authorization });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  it('ignores the secret of a public client', async () => {
    await readTokens(await tokenRequest(codeForm({ ...clients.web, secret: 'whatever' }, await codeFor())));
  });
});
