import type { AccountFragment } from '../../generated/operations';

/** The role of an account in the form of clients: the graph's name in lower case. */
const roleOnWire = (role: string): string => role.toLowerCase();

/** `YYYY-MM-DDThh:mm:ss+00:00`, the format of acceptance times for clients. */
const termsTime = (instant: string): string => instant.replace(/\.\d+Z$/, '+00:00');

/** An account in the form of the account routes; unknown fields are omitted. */
export function accountOnWire(account: AccountFragment): Record<string, unknown> {
  const { id, username, emails, emailVerified, roles, termsAcceptedTime, passwordExists, createdTime } =
    account;
  return {
    userid: id,
    ...(username != null && { username, emails }),
    emailVerified: emailVerified ?? false,
    ...(roles?.length && { roles: roles.map(roleOnWire) }),
    ...(termsAcceptedTime != null && { termsAccepted: termsTime(termsAcceptedTime) }),
    ...(passwordExists != null && { passwordExists }),
    ...(createdTime != null && { createdTime }),
  };
}
