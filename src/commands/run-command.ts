import '../require-node';
import 'reflect-metadata';
import { readConfig, type Config } from '../platform/config';
import type { Database } from '../platform/database/database';
import { openDatabase } from '../platform/settings/open-database';
import { persistence } from '../persistence';

/** Opens the configured database for inspection. Throws when it belongs to another release. */
export const openAsItIs = (config: Config): Promise<Database> =>
  openDatabase(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: false,
  });

/**
 * Runs an operator's command with the settings from the environment. Its result is the exit code; an error is printed
 * in one line and gives exit code 1.
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

/** The only argument of a command that takes a folder. Throws a usage message if it is missing. */
export function parseFolder(command: string, args: readonly string[]): string {
  const [folder, ...more] = args;
  if (!folder || more.length > 0) throw new Error(`Usage: npm run ${command} -- <folder>`);
  return folder;
}
