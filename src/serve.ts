import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, type App, type Surroundings } from './app';
import { explainListening } from './platform/http/listening-problem';
import type { Config } from './platform/config';
import type { Database } from './platform/database/database';
import type { Logger } from './platform/logging';
import { endStart, freeStart } from './platform/speed/v8-flags';

/**
 * Milliseconds, in addition to those for running requests, after which a stopping process exits in any case. All waits
 * have shorter limits of their own.
 */
const longestStop = 14_000;

/**
 * Serves on an open database until the process is told to stop. Resolves once it accepts requests.
 *
 * @param surroundings what the process has besides the service
 */
export async function serve(
  config: Config,
  database: Database,
  log: Logger,
  surroundings: Surroundings = {},
): Promise<void> {
  const app = await createApp(config, database, log, surroundings);
  freeStart();
  await listen(app.server, 'PORT', config);
  if (app.metricsServer) await listen(app.metricsServer, 'METRICS_PORT', config);
  endStart(() => app.requestsInProgress());
  stopOnSignal(app, config, log);
  // What does not work is logged, and the process starts without it.
  void app.checkBackends();
}

function listen(server: Server, setting: 'PORT' | 'METRICS_PORT', config: Config): Promise<void> {
  const { HOST: host, [setting]: port = 0 } = config;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListening({ port, host }, error, setting)));
    server.listen(port, host, () => resolve());
  });
}

/**
 * Reports not ready, continues for `SHUTDOWN_DELAY` seconds, finishes running requests and exits. Ctrl+C skips the
 * delay. A second signal exits immediately.
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
      // Hanging connections would keep the process alive.
      .finally(() => process.exit());
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
