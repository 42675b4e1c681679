import type { Config } from '../config';
import type { Logger } from '../logging';

/** Warns the operator of variables that are ignored, and nearly have the name of a setting that is given, too. */
export function warnOfLookalikes({ lookalikes }: Pick<Config, 'lookalikes'>, log: Logger): void {
  for (const { name, setting } of lookalikes)
    log.warn({ setting: name }, `${name} is not a setting and is ignored; ${setting} counts`);
}
