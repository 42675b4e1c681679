import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, share } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, graph } = api(server);

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const token = encoded('a device');
const apple = (fields: object = {}) => ({ apple: { token, environment: 'production', ...fields } });

const tokensOf = async (userId: string) => {
  const query = 'query Phones($id: ID!) { user(id: $id) { deviceTokens { token environment } } }';
  const options = { token: await newServerToken(server), variables: { id: userId } };
  return (await graph(query, options)).body.data.user.deviceTokens;
};

describe('a token of a phone', () => {
  it('is stored once, however often it is sent', async () => {
    const { userId, token: session } = await newAccount(server);
    const tell = (body: object) => post(`/v1/users/${userId}/device_tokens`, { token: session, body });
    const first = await tell({ ...apple({ more: 1 }), other: {} });
    expect([first.status, first.text]).toEqual([200, '']);
    await Promise.all([1, 2, 3].map(() => tell(apple())));
    expect(await tokensOf(userId)).toEqual([{ token, environment: 'PRODUCTION' }]);
    await tell(apple({ environment: 'sandbox' }));
    expect(await tokensOf(userId)).toHaveLength(2);
  });

  it('is sent only by its owner', async () => {
    const custodian = await newAccount(server);
    const { userid } = await newCustodialAccount(server, custodian);
    const tell = (id: string, by?: string) =>
      post(`/v1/users/${id}/device_tokens`, { token: by, body: apple() });
    expect((await tell(custodian.userId)).status).toBe(401);
    expect((await tell(userid, custodian.token)).status).toBe(403);
    expect((await tell(custodian.userId, await newServerToken(server))).status).toBe(403);
    expect((await tell('no-id', custodian.token)).status).toBe(400);
  });

  it.each([
    undefined,
    {},
    { apple: 'x' },
    { apple: {} },
    { apple: { token } },
    apple({ environment: 'elsewhere' }),
    apple({ environment: 'toString' }),
    apple({ token: '' }),
    apple({ token: 'a' }),
    apple({ token: 'YQ' }),
    apple({ token: '-_==' }),
    apple({ token: `${token}\n` }),
    apple({ token: 7 }),
    apple({ token: Buffer.alloc(8193).toString('base64') }),
  ])('is refused if invalid: %j', async (body) => {
    const { userId, token: session } = await newAccount(server);
    expect((await post(`/v1/users/${userId}/device_tokens`, { token: session, body })).status).toBe(400);
    expect(await tokensOf(userId)).toEqual([]);
  });

  it.each([
    ['empty', '', 'value-empty', 'It must not be empty.'],
    ['not base64', 'YQ', 'value-not-valid', 'It is not base64 with padding.'],
    [
      'too long',
      Buffer.alloc(8193).toString('base64'),
      'length-out-of-range',
      'It has 8193 bytes; at most 8192 are allowed.',
    ],
  ])('that is %s is refused with the reason', async (_name, sent, code, detail) => {
    const { userId, token: session } = await newAccount(server);
    const body = apple({ token: sent });
    const refused = await post(`/v1/users/${userId}/device_tokens`, { token: session, body });
    expect(refused.body.errors).toMatchObject([{ code, detail, source: { pointer: '/apple/token' } }]);
    const query = `mutation ($input: RegisterDeviceTokenInput!) {
      registerDeviceToken(input: $input) { userErrors { field message } } }`;
    const input = { userId, apple: { token: sent, environment: 'SANDBOX' } };
    const { userErrors } = (await graph(query, { token: session, variables: { input } })).body.data
      .registerDeviceToken;
    expect(userErrors).toEqual([{ field: ['input', 'apple', 'token'], message: detail }]);
  });

  it('may have 8,192 bytes', async () => {
    const { userId, token: session } = await newAccount(server);
    const body = apple({ token: Buffer.alloc(8192).toString('base64') });
    expect((await post(`/v1/users/${userId}/device_tokens`, { token: session, body })).status).toBe(200);
  });

  it('is one of at most fifty: the oldest one is dropped, of that account only', async () => {
    const [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const tell = ({ userId, token: session }: typeof owner, phone: string) =>
      post(`/v1/users/${userId}/device_tokens`, { token: session, body: apple({ token: encoded(phone) }) });
    const phones = Array.from({ length: 51 }, (_, index) => `phone ${index}`);
    await tell(other, 'phone 1');
    for (const phone of phones.slice(0, 50)) await tell(owner, phone);
    expect(await tokensOf(owner.userId)).toHaveLength(50);
    await tell(owner, 'phone 0');
    await tell(owner, 'phone 50');
    const kept = (await tokensOf(owner.userId)).map((found: { token: string }) => found.token);
    const expected = phones.filter((phone) => phone !== 'phone 1').map(encoded);
    expect([...kept].sort()).toEqual([...expected].sort());
    expect(await tokensOf(other.userId)).toHaveLength(1);
  });

  it('can be removed by its owner, even twice, and nobody else', async () => {
    const [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const path = `/v1/users/${owner.userId}/device_tokens`;
    for (const environment of ['production', 'sandbox'])
      await post(path, { token: owner.token, body: apple({ environment }) });
    const query = 'mutation ($input: RemoveDeviceTokenInput!) { removeDeviceToken(input: $input) { done } }';
    const input = { userId: owner.userId, apple: { token, environment: 'PRODUCTION' } };
    const removeAs = async (session: string) =>
      (await graph(query, { token: session, variables: { input } })).body;
    for (const session of [other.token, await newServerToken(server)])
      expect((await removeAs(session)).errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await tokensOf(owner.userId)).toHaveLength(2);
    for (const session of [owner.token, owner.token])
      expect((await removeAs(session)).data.removeDeviceToken).toEqual({ done: true });
    expect(await tokensOf(owner.userId)).toEqual([{ token, environment: 'SANDBOX' }]);
  });

  it('is visible only to its owner and trusted servers', async () => {
    const [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
    await share(server, owner, other, 'view', 'upload', 'note', 'follow', 'custodian');
    const path = `/v1/users/${owner.userId}/device_tokens`;
    expect((await get(path, { token: owner.token })).body).toEqual([]);
    await post(path, { token: owner.token, body: apple({ environment: 'sandbox', more: 1 }) });
    for (const by of [owner.token, await newServerToken(server)]) {
      const { status, body } = await get(path, { token: by });
      expect({ status, body }).toEqual({ status: 200, body: [apple({ environment: 'sandbox' })] });
    }
    expect((await get(path, { token: other.token })).status).toBe(403);
    expect((await get(path)).status).toBe(401);
    const query = 'query ($id: ID!) { user(id: $id) { deviceTokens { token } } }';
    const { body } = await graph(query, { token: other.token, variables: { id: owner.userId } });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('checking a device', () => {
  it('reports it as not genuine if Apple cannot be asked', async () => {
    const { token: session } = await newAccount(server);
    const answer = await post('/v1/device_check/verify', { token: session, body: { device_token: token } });
    expect([answer.status, answer.body]).toEqual([200, { valid: false }]);
  });

  it('is for users', async () => {
    const trusted = await newServerToken(server);
    const answers = [
      await post('/v1/device_check/verify', { body: { device_token: token } }),
      await post('/v1/device_check/verify', { token: trusted, body: { device_token: token } }),
      await get('/v1/device_check/verify'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 401]);
  });

  it('names the field that is empty', async () => {
    const { token: session } = await newAccount(server);
    const { body } = await post('/v1/device_check/verify', { token: session, body: { device_token: '' } });
    expect(body.errors).toMatchObject([{ code: 'value-empty', source: { pointer: '/device_token' } }]);
    const query = 'mutation { verifyDevice(input: { deviceToken: "" }) { valid } }';
    const { errors } = (await graph(query, { token: session })).body;
    expect(errors[0]).toMatchObject({
      message: '"deviceToken" is invalid: It must not be empty.',
      extensions: { errors: [{ source: { pointer: '/input/deviceToken' } }] },
    });
  });

  it.each(['{', '', '{}', '[]', '{"device_token":7}', '{"device_token":""}'])('refuses %s', async (raw) => {
    const { token: session } = await newAccount(server);
    expect((await post('/v1/device_check/verify', { token: session, raw })).status).toBe(400);
  });
});
