import { newAccount, newEmail, newServerToken, type TestAccount } from './accounts';
import { api, type Answer } from './api';
import type { ServerUnderTest } from './server';

/** An account that waits for its owner. */
export interface TestClaim {
  custodian: TestAccount;
  userId: string;
  email: string;
  /** Where the owner answers, with the key that the mail to them has. */
  path: string;
  /** What the owner answers. */
  password: string;
  birthday: string;
  /** Claims the account with this answer. */
  claim: () => Promise<Answer>;
}

const answer = { password: 'my-first-password', birthday: '2009-02-28' };

/** Creates an account for somebody else, with an address, and has the mail to its owner sent. */
export async function newClaim(server: ServerUnderTest): Promise<TestClaim> {
  const { get, post, put } = api(server);
  const custodian = await newAccount(server);
  const { userId: custodianId, token } = custodian;
  const email = newEmail(server, { verified: false });
  const opened = await post(`/auth/user/${custodianId}/user`, {
    token,
    body: { username: email, emails: [email] },
  });
  const userId: string = opened.body.userid;
  await put(`/metadata/${userId}/profile`, { token, body: { patient: { birthday: answer.birthday } } });
  await post(`/confirm/send/signup/${userId}`, { token });
  const { body } = await get(`/confirm/signup/${userId}`, { token: await newServerToken(server) });
  const path = `/confirm/accept/signup/${body.key}`;
  return { custodian, email, userId, path, ...answer, claim: () => put(path, { body: answer }) };
}
