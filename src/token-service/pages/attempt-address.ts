import type { Realm } from '../realm';

/** Where the forms of a log-in lead to. */
export const attemptAddress = (
  realm: Realm,
  action: 'authenticate' | 'registration' | 'required-action' | 'link-account' | 'reset-credentials',
  attemptId: string,
): string => `${realm.cookiePath}login-actions/${action}?attempt=${attemptId}`;
