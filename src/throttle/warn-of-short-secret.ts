import type { Config } from '../config';
import type { Logger } from '../logging';
import { isLongSecret, longSecretLength } from './secret-throttle';

/** Tells the operator of a secret that wrong ones of others can lock out. */
export function warnOfShortSecret({ SERVER_SECRET }: Pick<Config, 'SERVER_SECRET'>, log: Logger): void {
  if (SERVER_SECRET === undefined || isLongSecret(SERVER_SECRET)) return;
  log.warn(
    { setting: 'SERVER_SECRET' },
    `SERVER_SECRET is short: wrong ones from the same network hold it up. Set one of at least ${longSecretLength} random characters`,
  );
}
