import { shownValue } from '../../platform/settings/shown-value';

/** What became of a check. A warning is no fault: the service works, but not as well as it could. */
export type CheckState = 'ok' | 'warning' | 'failed';

/** The result of a check: the setting, its value unless that is a secret, and what is wrong and mends it. */
export interface CheckResult {
  setting: string;
  state: CheckState;
  value?: string;
  message: string;
}

/** A fault, in sentences that say what is wrong and how to mend it. */
export class Fault extends Error {}

/** Something that works and could be better. */
export class Advice extends Error {}

/** Milliseconds for a check; a backend that takes longer counts as unreachable. */
const longest = 15_000;

const late = 'There is no answer. Check the address, the network and firewalls.';

/** A check of a setting. `run` resolves to a sentence on what was found; it throws a `Fault` or an `Advice`. */
export interface Check {
  setting: string;
  value: string;
  run: () => Promise<string>;
}

/** Carries out a check, within limited time. Never throws. */
export async function carryOut({ setting, value, run }: Check): Promise<CheckResult> {
  const facts = { setting, value: shownValue(setting, value) };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Fault(late)), longest);
  });
  try {
    return { ...facts, state: 'ok', message: await Promise.race([run(), limit]) };
  } catch (error) {
    const state = error instanceof Advice ? 'warning' : 'failed';
    return { ...facts, state, message: inOneLine(setting, error) };
  } finally {
    clearTimeout(timer);
  }
}

/** The message of an error without the setting that a `SettingError` begins with, in one line. */
function inOneLine(setting: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const own = message.startsWith(setting) ? message.slice(message.indexOf(': ') + 2) : message;
  return own.replace(/\s*\n\s*/g, ' ').trim();
}
