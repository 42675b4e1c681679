import { basic, newAccount, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp({ TRUST_PROXY: '1' });
});

afterAll(() => own.close());

const [here, elsewhere] = ['192.0.2.1', '192.0.2.2'] as const;
const from = (network: string) => ({ 'X-Forwarded-For': network });

const logIn = ({ email }: TestAccount, password: string, network: string) =>
  api(own.server).post('/auth/login', {
    headers: { Authorization: basic(email, password), ...from(network) },
  });

const remove = ({ userId, token }: TestAccount, password: string, network: string) =>
  api(own.server).delete(`/auth/user/${userId}`, { token, body: { password }, headers: from(network) });

describe('wrong passwords for the deletion of the own account', () => {
  it('count together with those of the log-in, so that a stolen token does not help to guess', async () => {
    const [account, other] = [await newAccount(own.server), await newAccount(own.server)];
    for (let time = 0; time < 5; time += 1) {
      expect((await remove(account, 'not the right one', here)).status).toBe(403);
      expect((await logIn(account, 'not the right one', here)).status).toBe(401);
    }
    for (const attempt of [remove, logIn]) {
      const { status, headers } = await attempt(account, account.password, here);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await remove(other, other.password, here)).status).toBe(202);
    expect((await remove(account, account.password, elsewhere)).status).toBe(202);
  });
});
