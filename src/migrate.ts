import './require-node';
import 'reflect-metadata';
import { readConfig } from './platform/config';
import { openDatabase } from './platform/settings/open-database';
import { persistence } from './persistence';

/** Migrates the configured database and exits; for deployments that start the service with `MIGRATE=false`. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: true,
    allowNewer: config.ALLOW_NEWER_DATABASE,
  });
  await database.close();
  process.stdout.write('The database is up to date.\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
