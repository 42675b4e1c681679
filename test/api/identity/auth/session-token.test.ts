import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

/** The account that the server identifies by these headers; the status if there is none. */
async function recognizedAs(headers: Record<string, string>): Promise<string | number> {
  const { status, body } = await api(server).get('/auth/user', { headers });
  return status === 200 ? body.userid : status;
}

const refusal = {
  code: 401,
  reason: 'A valid session token is required.',
  message: 'A valid session token is required.',
};

describe('a session token', () => {
  it.each([
    ['X-Tidepool-Session-Token'],
    ['X-Service-Session-Token'],
    ['x-tidepool-session-token'],
    ['X-SERVICE-SESSION-TOKEN'],
  ])('is accepted in the header %s', async (name) => {
    const { userId, token } = await newAccount(server);
    expect(await recognizedAs({ [name]: token })).toBe(userId);
  });

  it('is accepted as a bearer token, whatever the case of the scheme', async () => {
    const { userId, token } = await newAccount(server);
    expect(await recognizedAs({ Authorization: `Bearer ${token}` })).toBe(userId);
    expect(await recognizedAs({ Authorization: `bearer ${token}` })).toBe(userId);
  });

  it('is accepted under both names at once', async () => {
    const { userId, token } = await newAccount(server);
    expect(await recognizedAs({ 'X-Tidepool-Session-Token': token, 'X-Service-Session-Token': token })).toBe(
      userId,
    );
  });

  it('is refused if the two headers differ', async () => {
    const [one, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const headers = { 'X-Tidepool-Session-Token': one.token, 'X-Service-Session-Token': other.token };
    expect(await recognizedAs(headers)).toBe(401);
  });

  it('may be sent twice under one name, unless the values differ', async () => {
    const [one, other] = await Promise.all([newAccount(server), newAccount(server)]);
    // Proxies join the lines of a header in this way, as Node.js does.
    const sentTwice = (first: string, second: string) =>
      recognizedAs({ 'X-Tidepool-Session-Token': `${first}, ${second}` });
    expect(await sentTwice(one.token, one.token)).toBe(one.userId);
    expect(await sentTwice('', one.token)).toBe(one.userId);
    expect(await sentTwice(one.token, other.token)).toBe(401);
  });

  it('counts as absent if empty', async () => {
    const { userId, token } = await newAccount(server);
    expect(await recognizedAs({ 'X-Tidepool-Session-Token': '', 'X-Service-Session-Token': token })).toBe(
      userId,
    );
    expect(await recognizedAs({ 'X-Tidepool-Session-Token': '', Authorization: `Bearer ${token}` })).toBe(
      userId,
    );
    expect(await recognizedAs({ 'X-Tidepool-Session-Token': '' })).toBe(401);
  });

  it('in its own header takes precedence over a bearer token', async () => {
    const [one, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const headers = { 'X-Tidepool-Session-Token': one.token, Authorization: `Bearer ${other.token}` };
    expect(await recognizedAs(headers)).toBe(one.userId);
  });

  it('that is invalid is not made up for by another credential', async () => {
    const { token } = await newAccount(server);
    expect(
      await recognizedAs({ 'X-Tidepool-Session-Token': 'nonsense', Authorization: `Bearer ${token}` }),
    ).toBe(401);
    expect(
      await recognizedAs({ 'X-Tidepool-Session-Token': 'nonsense', 'X-Service-Session-Token': token }),
    ).toBe(401);
  });

  it('is refused once a character is changed', async () => {
    const { token } = await newAccount(server);
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url');
    expect(await recognizedAs({ 'X-Tidepool-Session-Token': `${header}.${forged}.${signature}` })).toBe(401);
  });

  it('is refused without a signature', async () => {
    const { token } = await newAccount(server);
    const [header = '', payload] = token.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid })).toString('base64url');
    expect(await recognizedAs({ 'X-Tidepool-Session-Token': `${unsigned}.${payload}.` })).toBe(401);
  });

  it.each([['nonsense'], ['a.b.c'], ['null'], ['undefined'], ['kc:a:b'], ['.'.repeat(2000)]])(
    'is not "%s": 401 with a reason',
    async (token) => {
      const { status, body } = await api(server).get('/auth/user', { token });
      expect(status).toBe(401);
      expect(body).toEqual(refusal);
    },
  );

  it('is required: 401 with a reason', async () => {
    const { status, body } = await api(server).get('/auth/user');
    expect(status).toBe(401);
    expect(body).toEqual(refusal);
  });

  it('does no harm if invalid where none is required', async () => {
    expect((await api(server).get('/info', { token: 'nonsense' })).status).toBe(200);
    expect((await api(server).post('/auth/logout', { token: 'nonsense' })).status).toBe(200);
  });
});
