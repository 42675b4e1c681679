import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, type App } from './app';
import type { Config } from './platform/config';
import type { Database } from './platform/database/database';
import type { Logger } from './platform/logging';

/**
 * Milliseconds, beyond those for answers under way, after which a process that stops is ended whatever it is still at. All that
 * it waits for has limits of its own, which are over before.
 */
const longestStop = 14_000;

/** Serves on an open database until the process is told to stop. Resolves once requests are answered. */
export async function serve(config: Config, database: Database, log: Logger): Promise<void> {
  const app = await createApp(config, database, log);
  await listen(app.server, config);
  stopOnSignal(app, config, log);
}

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => resolve());
  });
}

/**
 * Says that it is not ready any more, goes on for `SHUTDOWN_DELAY` seconds, finishes what is running and then ends; asked a
 * second time, ends at once. Whoever presses Ctrl+C does not wait.
 */
function stopOnSignal(app: App, { SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT }: Config, log: Logger): void {
  let stopping = false;
  const finish = async () => {
    setTimeout(
      () => {
        log.error('stopping took too long');
        process.exit(1);
      },
      SHUTDOWN_TIMEOUT * 1000 + longestStop,
    );
    await app.stop();
  };
  const stop = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    app.drain();
    const drained = signal === 'SIGTERM' ? pause(SHUTDOWN_DELAY * 1000) : Promise.resolve();
    drained
      .then(finish)
      .then(
        () => log.info('stopped'),
        (error: unknown) => {
          log.error({ error }, 'stopping failed');
          process.exitCode = 1;
        },
      )
      // Connections to what hangs would keep the process.
      .finally(() => process.exit());
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
