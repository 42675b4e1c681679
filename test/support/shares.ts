import { newServerToken, type TestAccount } from './accounts';
import { api, type Json } from './api';
import type { ServerUnderTest } from './server';

/** A set of permissions as it goes over the wire. */
export const setOf = (...names: string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, {}]));

/** Lets `grantee` do something with the data of `sharer`. Throws when the server refuses. */
export async function share(
  server: ServerUnderTest,
  sharer: TestAccount,
  grantee: TestAccount,
  ...names: string[]
): Promise<void> {
  const path = `/access/${sharer.userId}/${grantee.userId}`;
  const token = names.includes('custodian') ? await newServerToken(server) : sharer.token;
  const { status, text } = await api(server).post(path, { token, body: setOf(...names) });
  if (status !== 200) throw new Error(`Nothing was shared: ${status} ${text}`);
}

/** Opens an account that `custodian` manages; the answer is the account as it was sent. */
export async function newCustodialAccount(
  server: ServerUnderTest,
  custodian: TestAccount,
  body: object = {},
): Promise<Json> {
  const path = `/auth/user/${custodian.userId}/user`;
  const answer = await api(server).post(path, { token: custodian.token, body });
  if (answer.status !== 201) throw new Error(`The account was not opened: ${answer.status} ${answer.text}`);
  return answer.body;
}
