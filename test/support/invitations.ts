import type { TestAccount } from './accounts';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';
import { permissionSet } from './shares';

/** Calls of the invitation routes; the first argument is the caller, on either side of the invitation. */
export function invitations(server: ServerUnderTest) {
  const { get, patch, post, put } = api(server);
  const send = ({ userId, token }: TestAccount, body: unknown): Promise<Answer> =>
    post(`/confirm/send/invite/${userId}`, { token, body });
  const list = async (path: string, token: string): Promise<Json[]> => {
    const { status, body, text } = await get(path, { token });
    if (status !== 200) throw new Error(`The list was refused: ${status} ${text}`);
    return body;
  };
  return {
    send,
    /** Sends an invitation and returns it. Throws when the server refuses. */
    invited: async (inviter: TestAccount, email: string, ...names: string[]): Promise<Json> => {
      const permissions = permissionSet(...(names.length > 0 ? names : ['view']));
      const { status, body, text } = await send(inviter, { email, permissions });
      if (status !== 200) throw new Error(`Nobody was invited: ${status} ${text}`);
      return body;
    },
    resend: ({ token }: TestAccount, key: string) => patch(`/confirm/resend/invite/${key}`, { token }),
    cancel: ({ userId, token }: TestAccount, email: string) =>
      put(`/confirm/${userId}/invited/${encodeURIComponent(email)}`, { token }),
    accept: ({ userId, token }: TestAccount, inviter: { userId: string }, key: string) =>
      put(`/confirm/accept/invite/${userId}/${inviter.userId}`, { token, body: { key } }),
    decline: ({ userId, token }: TestAccount, inviter: { userId: string }, key: string) =>
      put(`/confirm/dismiss/invite/${userId}/${inviter.userId}`, { token, body: { key } }),
    sent: ({ userId, token }: TestAccount) => list(`/confirm/invite/${userId}`, token),
    received: ({ userId, token }: TestAccount) => list(`/confirm/invitations/${userId}`, token),
  };
}
