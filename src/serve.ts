import type { Server } from 'node:http';
import { createApp, type App } from './app';
import type { Config } from './config';
import type { Database } from './database/database';
import type { Logger } from './logging';

/** Serves on an open database until the process is told to stop. Resolves once requests are answered. */
export async function serve(config: Config, database: Database, log: Logger): Promise<void> {
  const app = await createApp(config, database, log);
  await listen(app.server, config);
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
