import { Command, CommanderError } from 'commander';
import { ApiError } from '../../platform/errors';
import { readConfig } from '../../platform/config';
import { systemOperator } from '../operator';
import { accountCommands } from './accounts';
import { clientCommands, serverCommands } from './clients';
import { clinicCommands } from './clinics';
import { exitCodes, type AdministrationCommand, type Given, type Outcome } from './command';
import { dataCommands } from './data';
import { doctorCommands } from './doctor';
import { keyCommands } from './keys';
import { logCommands } from './log';
import { mailCommands } from './mail';
import { askYesOrNo } from './prompts';
import { queueCommands } from './queue';
import { AdministrationSession } from './session';
import { upkeepCommands } from './upkeep';

/** All commands. */
export const administrationCommands: readonly AdministrationCommand[] = [
  ...doctorCommands,
  ...accountCommands,
  ...clinicCommands,
  ...clientCommands,
  ...serverCommands,
  ...keyCommands,
  ...queueCommands,
  ...mailCommands,
  ...dataCommands,
  ...upkeepCommands,
  ...logCommands,
];

const groups: Readonly<Record<string, string>> = {
  accounts: 'Accounts of people.',
  'accounts roles': 'Roles of an account.',
  clinics: 'Clinics.',
  'clinics members': 'Members of a clinic.',
  clients: 'OAuth clients.',
  servers: 'Trusted servers.',
  keys: 'Keys that sign tokens.',
  queue: 'Work that waits: the outbox and background tasks.',
  'queue outbox': 'Mails and other effects of changes.',
  'queue tasks': 'Background tasks.',
  mail: 'Mails.',
  data: 'Data of one person, and the check of all data.',
  migrate: 'Migrations of the database.',
};

const codesOfRefusals: ReadonlySet<string> = new Set(['BAD_USER_INPUT']);

/** Not an error of the service: the operator has to do something else. */
class UsageError extends Error {}

/** Options that every command takes. */
interface GeneralOptions {
  json?: boolean;
  yes?: boolean;
  operator?: string;
}

const exitNotes = `
Exit codes: 0 done, 1 a failure or a fault that was found, 2 a wrong command line, 3 refused or not found.
Settings come from the environment, as for the service (docs/settings.md).`;

/**
 * The command line. Its commands set the exit code of the process.
 *
 * @param isJson whether errors are printed as JSON, by the caller
 * @param version of this release
 */
function createProgram(isJson: boolean, version: string): Command {
  const program = new Command('glycograph')
    .description('Administers a Glycograph service.')
    .option('--json', 'print JSON, for programs')
    .option('-y, --yes', 'do not ask before something is destroyed')
    .option('--operator <name>', 'name for the access log; by default the one of your log-in')
    .helpOption('-h, --help', 'show help')
    .version(version, '--version', 'show the version')
    .helpCommand(false)
    .showHelpAfterError(isJson ? false : '(--help shows how to use it)')
    .configureOutput(isJson ? { outputError: () => undefined } : {})
    .exitOverride()
    .addHelpText('after', exitNotes);
  const parents = new Map<string, Command>([['', program]]);
  const findParent = (words: readonly string[]): Command => {
    const name = words.join(' ');
    const known = parents.get(name);
    if (known) return known;
    const parent = findParent(words.slice(0, -1))
      .command(words.at(-1) ?? '')
      .description(groups[name] ?? '')
      .helpCommand(false)
      .exitOverride();
    parents.set(name, parent);
    return parent;
  };
  for (const command of administrationCommands) addCommand(findParent, command);
  return program;
}

function addCommand(findParent: (words: string[]) => Command, command: AdministrationCommand): void {
  const words = command.name.split(' ');
  const added = findParent(words.slice(0, -1))
    .command(words.at(-1) ?? '')
    .description(command.description)
    .exitOverride()
    .addHelpText(
      'after',
      `\nExamples:\n${command.examples.map((line) => `  glycograph ${line}`).join('\n')}`,
    );
  for (const [name, description] of command.parameters ?? []) added.argument(name, description);
  for (const [flags, description, byDefault] of command.options ?? [])
    added.option(flags, description, byDefault);
  added.action(async () => {
    const options: GeneralOptions & Given['options'] = added.optsWithGlobals();
    await perform(command, { args: added.args, options }, options);
  });
}

async function perform(command: AdministrationCommand, given: Given, general: GeneralOptions): Promise<void> {
  await assertConfirmed(command, given, general);
  const {
    data,
    text,
    code = exitCodes.ok,
  } = await carryOut(command, given, general.operator ?? systemOperator());
  process.stdout.write(`${general.json ? JSON.stringify(data, null, 2) : text}\n`);
  process.exitCode = code;
}

async function assertConfirmed(
  { confirmation }: AdministrationCommand,
  given: Given,
  { yes, json }: GeneralOptions,
): Promise<void> {
  if (!confirmation || yes) return;
  const question = confirmation(given);
  const answer = json ? undefined : await askYesOrNo(question);
  if (answer === undefined) throw new UsageError(`${question} Add --yes to do so.`);
  if (!answer) throw new ApiError('WRONG_STATE', 'Nothing was changed.');
}

async function carryOut(command: AdministrationCommand, given: Given, operator: string): Promise<Outcome> {
  if ('runBare' in command) return command.runBare(given);
  const config = readConfig(process.env);
  if ('runWith' in command) return command.runWith(config, given, operator);
  const session = await AdministrationSession.open(config, operator);
  try {
    return await command.run(session, given);
  } finally {
    await session.close();
  }
}

/** The exit code of an error, and what to print. Commander has printed its own, unless they are to be JSON. */
function explain(error: unknown, isJson: boolean): { exitCode: number; code: string; message?: string } {
  if (error instanceof CommanderError) {
    const isHelp = error.exitCode === 0 || error.code === 'commander.help';
    if (isHelp) return { exitCode: exitCodes.ok, code: error.code };
    const message = isJson ? error.message.replace(/^error: /, '') : undefined;
    return { exitCode: exitCodes.usage, code: 'USAGE', message };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'NOT_CONFIRMED', message };
  if (!(error instanceof ApiError)) return { exitCode: exitCodes.fault, code: 'FAULT', message };
  const { code, findings } = error;
  const details = findings.map(({ detail }) => detail).filter((detail) => detail !== message);
  const all = [message, ...details].join('\n');
  if (codesOfRefusals.has(code)) return { exitCode: exitCodes.usage, code, message: all };
  return { exitCode: error.status >= 500 ? exitCodes.fault : exitCodes.refused, code, message: all };
}

/** Runs the command line of a process, which is of this version. Never throws. */
export async function runProgram(argv: readonly string[], version: string): Promise<void> {
  const isJson = argv.includes('--json');
  try {
    await createProgram(isJson, version).parseAsync([...argv]);
  } catch (error) {
    const { exitCode, code, message } = explain(error, isJson);
    process.exitCode = exitCode;
    if (message === undefined) return;
    process.stderr.write(`${isJson ? JSON.stringify({ error: { code, message } }) : message}\n`);
  }
}
