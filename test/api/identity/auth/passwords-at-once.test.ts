import { logIn, newAccount, sessionToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accountRow, bothWhileHeld } from '../../../support/held-rows';
import { startOwnApp, type OwnApp } from '../../../support/own-app';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

it('of two sessions that set a password at once, the first ends the other, which sets none', async () => {
  const { email, password, token, userId } = await newAccount(own.server);
  const tokens = [token, sessionToken(await logIn(own.server, email, password))];
  const passwords = ['password-number-1', 'password-number-2'];
  const statuses: number[] = [];
  const set = (index: number) => async () => {
    const body = { updates: { password: passwords[index] } };
    statuses[index] = (await api(own.server).put('/auth/user', { token: tokens[index], body })).status;
  };
  await bothWhileHeld(own, accountRow(userId), [set(0), set(1)]);

  const loggedIn = await Promise.all(passwords.map((one) => logIn(own.server, email, one)));
  const outcomes = statuses.map((status, index) => [status, loggedIn[index]?.status]);
  expect(outcomes.sort()).toEqual([
    [200, 200],
    [401, 401],
  ]);
});

it('of a new password and the deletion of the account by another session at once, one succeeds', async () => {
  const { email, password, token, userId } = await newAccount(own.server);
  const other = sessionToken(await logIn(own.server, email, password));
  const outcome = { change: 0, deletion: 0 };
  const change = async () => {
    const body = { updates: { password: 'password-number-1' } };
    outcome.change = (await api(own.server).put('/auth/user', { token, body })).status;
  };
  const remove = async () => {
    outcome.deletion = (
      await api(own.server).delete(`/auth/user/${userId}`, { token: other, body: { password } })
    ).status;
  };
  await bothWhileHeld(own, accountRow(userId), [change, remove]);

  const isChanged = outcome.change === 200;
  expect(outcome.deletion === 202).toBe(!isChanged);
  const { status } = await logIn(own.server, email, 'password-number-1');
  expect(status).toBe(isChanged ? 200 : 401);
});
