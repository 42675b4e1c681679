import { systemOperator } from './commands/operator';
import { runCommand } from './commands/run-command';
import { migrateDatabase } from './commands/upkeep';

/** Migrates the configured database and exits; for deployments that start the service with `MIGRATE=false`. */
runCommand(async (config) => {
  await migrateDatabase(config, { operator: systemOperator() });
  process.stdout.write('The database is up to date.\n');
  return 0;
});
