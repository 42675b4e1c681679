import type { Realm } from '../realm';

/** The target of the forms of a log-in. */
export const attemptAddress = (
  realm: Realm,
  action: 'authenticate' | 'registration' | 'required-action' | 'link-account' | 'reset-credentials',
  attemptId: string,
): string => `${realm.cookiePath}login-actions/${action}?attempt=${attemptId}`;
