import type { AdministrationSession } from './session';
import type { Config } from '../../platform/config';

/** What was given to a command. */
export interface Given {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** What a command says: data for programs, and the same as text. */
export interface Outcome {
  data: unknown;
  text: string;
  /** Exit code; 0 by default. */
  code?: number;
}

/** Exit codes of all commands. */
export const exitCodes = {
  ok: 0,
  /** Something failed, or a check found a fault. */
  fault: 1,
  /** The command line is wrong. */
  usage: 2,
  /** What was named does not exist, or may not be done. */
  refused: 3,
} as const;

interface Described {
  /** Its words, such as `accounts disable`. */
  name: string;
  description: string;
  /** Names in brackets, as commander reads them, and what they are. */
  parameters?: readonly (readonly [name: string, description: string])[];
  options?: readonly (readonly [flags: string, description: string, byDefault?: string])[];
  /** Command lines without the program's name. */
  examples: readonly string[];
  /** For commands that destroy: what is asked before they run, unless `--yes` is given. */
  confirmation?: (given: Given) => string;
}

/** A command that uses the services. */
export interface ServiceCommand extends Described {
  run: (session: AdministrationSession, given: Given) => Promise<Outcome>;
}

/** A command that does with the settings. */
export interface SettingsCommand extends Described {
  runWith: (config: Config, given: Given, operator: string) => Promise<Outcome>;
}

/** A command that even works with invalid settings. */
export interface BareCommand extends Described {
  runBare: (given: Given) => Promise<Outcome>;
}

export type AdministrationCommand = ServiceCommand | SettingsCommand | BareCommand;

/** The value of an option that takes one. */
export function optionText({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A parameter. Commander has made sure that required ones are there. */
export const parameter = ({ args }: Given, index: number): string => args[index] ?? '';
