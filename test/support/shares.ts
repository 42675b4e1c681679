import { newServerToken, type TestAccount } from './accounts';
import { api, type Json } from './api';
import type { ServerUnderTest } from './server';

/** A permission set on the wire. */
export const permissionSet = (...names: string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, {}]));

/** Shares data of `sharer` with `grantee`. Throws when the server refuses. */
export async function share(
  server: ServerUnderTest,
  sharer: TestAccount,
  grantee: TestAccount,
  ...names: string[]
): Promise<void> {
  const path = `/access/${sharer.userId}/${grantee.userId}`;
  const token = names.includes('custodian') ? await newServerToken(server) : sharer.token;
  const { status, text } = await api(server).post(path, { token, body: permissionSet(...names) });
  if (status !== 200) throw new Error(`Nothing was shared: ${status} ${text}`);
}

/** Creates an account that `custodian` manages; returns it as in the response. */
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
