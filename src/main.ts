import './require-node';
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { readConfig } from './config';
import { warnOfPlaceholders } from './consents/warn-of-placeholders';
import { Database } from './database/database';
import { answerDuring } from './http/starting-door';
import { createLogger } from './logging';
import { persistence } from './persistence';
import { serve } from './serve';
import { warnOfShortSecret } from './throttle/warn-of-short-secret';

/**
 * How far memory may grow beyond what is in use before it is cleaned up, in percent. V8 lets it grow fourfold, so that a
 * long export would take hundreds of megabytes that nobody needs.
 */
const memoryGrowth = 50;

/** Starts the service with the settings of the environment and runs until it is told to stop. */
async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${memoryGrowth}`);
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  const database = await Database.open(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: config.MIGRATE,
    allowNewer: config.ALLOW_NEWER_DATABASE,
    whileMigrating: (work) => {
      log.info('Bringing the database up to date, or waiting for another process that does');
      return answerDuring({ port: config.PORT, host: config.HOST }, work);
    },
    timeout: config.DATABASE_TIMEOUT * 1000,
    syncWait: config.DATABASE_SYNC_WAIT,
    tellOfServer: (server, isFirst) =>
      isFirst
        ? log.info({ server }, 'the database server that is used')
        : log.warn({ server }, 'another database server is used from now on'),
  });
  warnOfPlaceholders(config, log);
  warnOfShortSecret(config, log);
  await serve(config, database, log);
  log.info({ address: config.BASE_URL, port: config.PORT }, 'Glycograph is ready');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
