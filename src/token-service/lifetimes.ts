import type { Config } from '../config';

/** The settings that lifetimes come from, in seconds. */
export type LifetimeSettings = Pick<
  Config,
  | 'CODE_TTL'
  | 'LOG_IN_PAGE_TTL'
  | 'SIGN_ON_IDLE_TTL'
  | 'SIGN_ON_TTL'
  | 'REMEMBERED_IDLE_TTL'
  | 'REMEMBERED_TTL'
  | 'OFFLINE_IDLE_TTL'
>;

/** A session of a browser, in milliseconds. */
export interface SignOnLimits {
  /** Longest gap between two uses. */
  idle: number;
  /** Longest life. */
  maximum: number;
}

/** How long what the token service gives out is good for, in milliseconds. */
export interface Lifetimes {
  /** How long a code waits for its exchange. */
  code: number;
  /** How long a log-in may take from the first page to the code. */
  attempt: number;
  signOn: SignOnLimits;
  /** The same for a person who asked to be remembered. */
  remembered: SignOnLimits;
  /** Longest gap between two refreshes of an offline session. It has no other end. */
  offlineIdle: number;
}

export const lifetimesOf = (settings: LifetimeSettings): Lifetimes => ({
  code: settings.CODE_TTL * 1000,
  attempt: settings.LOG_IN_PAGE_TTL * 1000,
  signOn: { idle: settings.SIGN_ON_IDLE_TTL * 1000, maximum: settings.SIGN_ON_TTL * 1000 },
  remembered: { idle: settings.REMEMBERED_IDLE_TTL * 1000, maximum: settings.REMEMBERED_TTL * 1000 },
  offlineIdle: settings.OFFLINE_IDLE_TTL * 1000,
});
