import 'reflect-metadata';
import type { Server } from 'node:http';
import { createApp, type App } from './app';
import { readConfig, type Config } from './config';
import { Database } from './database/database';
import { createLogger, type Logger } from './logging';
import { persistence } from './persistence';

/** Starts the service with the settings of the environment and runs until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  const database = await Database.open(config.DATABASE_URL, {
    schema: persistence,
    poolSize: config.DATABASE_POOL_SIZE,
    migrate: config.MIGRATE,
  });
  const app = await createApp(config, database, log);
  await listen(app.server, config);
  log.info({ address: config.BASE_URL, port: config.PORT }, 'Glycograph is ready');
  stopOnSignal(app, log);
}

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => resolve());
  });
}

/** Finishes what is running and then ends; asked a second time, ends at once. */
function stopOnSignal(app: App, log: Logger): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    app.stop().then(
      () => log.info('stopped'),
      (error: unknown) => {
        log.error({ error }, 'stopping failed');
        process.exitCode = 1;
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
