import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, type App } from './app';
import type { Config } from './config';
import type { Database } from './database/database';
import type { Logger } from './logging';

/** Serves on an open database until the process is told to stop. Resolves once requests are answered. */
export async function serve(config: Config, database: Database, log: Logger): Promise<void> {
  const app = await createApp(config, database, log);
  await listen(app.server, config);
  stopOnSignal(app, config.SHUTDOWN_DELAY * 1000, log);
}

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => resolve());
  });
}

/**
 * Says that it is not ready any more, goes on for `delay` milliseconds, finishes what is running and then ends; asked a
 * second time, ends at once. Whoever presses Ctrl+C does not wait.
 */
function stopOnSignal(app: App, delay: number, log: Logger): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    app.drain();
    const drained = signal === 'SIGTERM' ? pause(delay) : Promise.resolve();
    drained
      .then(() => app.stop())
      .then(
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
