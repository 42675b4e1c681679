import { shownValue } from './shown-value';

/**
 * A setting with which the process cannot start. The message is one line for the operator: the setting, its value
 * unless that is a secret, what is wrong, and what mends it.
 */
export class SettingError extends Error {
  /** @param problem what is wrong and what mends it, in sentences that follow `NAME=value: ` */
  constructor(setting: string, value: string, problem: string, cause?: unknown) {
    const shown = shownValue(setting, value);
    super(`${setting}${shown === undefined ? '' : `=${shown}`}: ${problem}`, { cause });
    this.name = 'SettingError';
  }
}
