import './require-node';
import './platform/speed/start-fast';
import 'reflect-metadata';
import { readConfig } from './platform/config';
import { warnOfPlaceholders } from './identity/consents/warn-of-placeholders';
import { openDatabase } from './platform/settings/open-database';
import { answerDuring } from './platform/http/starting-door';
import { createLogger, logStrayOutput } from './platform/logging';
import { persistence } from './persistence';
import { startTracing } from './platform/telemetry/start-tracing';
import { serve } from './serve';
import { warnOfLookalikes } from './platform/settings/warn-of-lookalikes';
import { warnOfShortSecret } from './platform/throttle/warn-of-short-secret';

/** Starts the service with the settings from the environment and runs until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  logStrayOutput(log);
  const stopTracing = startTracing(config, process.env, log);
  const database = await openDatabase(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: config.MIGRATE,
    allowNewer: config.ALLOW_NEWER_DATABASE,
    whileMigrating: (work) => {
      log.info('Bringing the database up to date, or waiting for another process that does');
      return answerDuring({ port: config.PORT, host: config.HOST }, config, work);
    },
    reportHeldTable: (table) =>
      log.warn({ table }, 'a migration waits for a table that a long transaction holds'),
    timeout: config.DATABASE_TIMEOUT * 1000,
    syncWait: config.DATABASE_SYNC_WAIT,
    replicas: config.replicas && {
      ...config.replicas,
      tell: (replica, isUsed) =>
        isUsed
          ? log.info({ replica }, 'a replica of the database is used')
          : log.warn({ replica }, 'a replica of the database is away or lags behind, and is passed over'),
    },
    reportServer: (server, isFirst) =>
      isFirst
        ? log.info({ server }, 'the database server that is used')
        : log.warn({ server }, 'another database server is used from now on'),
  });
  warnOfPlaceholders(config, log);
  warnOfShortSecret(config, log);
  warnOfLookalikes(config, log);
  await serve(config, database, log, { stopTracing });
  log.info({ address: config.BASE_URL, port: config.PORT }, 'Glycograph is ready');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
