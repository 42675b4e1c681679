import type { Config } from '../../platform/config';

/** The settings of lifetimes, in seconds. */
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

/** Limits of a browser session, in milliseconds. */
export interface SignOnLimits {
  /** Idle timeout. */
  idle: number;
  /** Maximum lifetime. */
  maximum: number;
}

/** Lifetimes of what the token service issues, in milliseconds. */
export interface Lifetimes {
  /** How long a code can be exchanged. */
  code: number;
  /** How long a log-in may take from the first page to the code. */
  attempt: number;
  signOn: SignOnLimits;
  /** The same with "Keep me logged in". */
  remembered: SignOnLimits;
  /** Idle timeout of an offline session, which has no other end. */
  offlineIdle: number;
}

export const toLifetimes = (settings: LifetimeSettings): Lifetimes => ({
  code: settings.CODE_TTL * 1000,
  attempt: settings.LOG_IN_PAGE_TTL * 1000,
  signOn: { idle: settings.SIGN_ON_IDLE_TTL * 1000, maximum: settings.SIGN_ON_TTL * 1000 },
  remembered: { idle: settings.REMEMBERED_IDLE_TTL * 1000, maximum: settings.REMEMBERED_TTL * 1000 },
  offlineIdle: settings.OFFLINE_IDLE_TTL * 1000,
});
