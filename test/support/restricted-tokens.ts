import type { TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';

/** Requests a restricted token of an account with the scope in `body`. */
export const makeRestrictedToken = (
  server: ServerUnderTest,
  { userId, token }: Pick<TestAccount, 'userId' | 'token'>,
  body: unknown = {},
): Promise<Answer> => api(server).post(`/v1/users/${userId}/restricted_tokens`, { token, body });

/** A restricted token. Throws when the server refuses. */
export async function newRestrictedToken(
  server: ServerUnderTest,
  account: Pick<TestAccount, 'userId' | 'token'>,
  body?: unknown,
): Promise<Json> {
  const answer = await makeRestrictedToken(server, account, body);
  if (answer.status !== 201) throw new Error(`No restricted token was made: ${answer.status} ${answer.text}`);
  return answer.body;
}
