import type { Config } from '../config';
import type { Logger } from '../logging';
import { isLongSecret, longSecretLength } from './secret-throttle';

/** Warns the operator of a secret that others can lock out with wrong guesses. */
export function warnOfShortSecret({ SERVER_SECRET }: Pick<Config, 'SERVER_SECRET'>, log: Logger): void {
  if (SERVER_SECRET === undefined || isLongSecret(SERVER_SECRET)) return;
  log.warn(
    { setting: 'SERVER_SECRET' },
    `SERVER_SECRET is short, so wrong secrets from the same network throttle it. Use at least ${longSecretLength} random characters`,
  );
}
