import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);
const path = `/v1/clinics/${randomUUID()}/users`;

describe('an account that a server creates for a patient of a clinic', () => {
  it('has no custodian, no password, and possibly no address', async () => {
    const token = await newServerToken(server);
    const email = newEmail(server);
    const { status, body } = await post(path, { token, body: { username: email, emails: [email] } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: email,
      emails: [email],
      emailVerified: false,
      roles: ['custodial_account', 'patient'],
      passwordExists: false,
    });
    const shares = await get(`/access/${body.userid}`, { token });
    expect(shares.body).toEqual({ [body.userid]: { root: {} } });
    const nameless = await post(path, { token, body: {} });
    expect(nameless.status).toBe(201);
    expect(nameless.body).not.toHaveProperty('emails');
  });

  it('is refused for an address in use, for invalid details, and to all other callers', async () => {
    const [token, account] = [await newServerToken(server), await newAccount(server)];
    const body = { emails: [account.email] };
    expect((await post(path, { token, body })).status).toBe(409);
    expect((await post(path, { token, body: { emails: ['nonsense'] } })).status).toBe(400);
    expect((await post(path, { token })).status).toBe(400);
    expect((await post(path, { token: account.token, body: {} })).status).toBe(401);
    expect((await post(path, { body: {} })).status).toBe(401);
  });
});
