import '../require-node';
import 'reflect-metadata';
import { readConfig, type Config } from '../platform/config';
import { Database } from '../platform/database/database';
import { persistence } from '../persistence';

/** Opens the database of the settings for somebody who looks at it. Throws when it is of another release. */
export const openAsItIs = (config: Config): Promise<Database> =>
  Database.open(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: false,
  });

/**
 * Runs a command of an operator with the settings of the environment. What it returns is the exit code; an error is told
 * in one line, with the exit code 1.
 */
export function runCommand(command: (config: Config, args: readonly string[]) => Promise<number>): void {
  const run = async () => {
    process.exitCode = await command(readConfig(process.env), process.argv.slice(2));
  };
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

/** The one argument of a command that takes a folder. Throws a line on how the command is called. */
export function folderOf(command: string, args: readonly string[]): string {
  const [folder, ...more] = args;
  if (!folder || more.length > 0) throw new Error(`Usage: npm run ${command} -- <folder>`);
  return folder;
}
