import type { Config } from '../config';
import type { Logger } from '../logging';
import { startOpenTelemetry } from './open-telemetry';

/** Whether a collector is named, and tracing is not switched off by a variable of the specification. */
const isWanted = ({ OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER = 'otlp' }: NodeJS.ProcessEnv): boolean =>
  OTEL_SDK_DISABLED?.toLowerCase() !== 'true' && OTEL_TRACES_EXPORTER !== 'none';

/**
 * Sends traces if there is a collector for them. Only then are the libraries loaded. Throws when a variable is not
 * valid.
 *
 * @returns sends what is left and ends tracing
 */
export function startTracing(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'SERVICE_NAME'>,
  env: NodeJS.ProcessEnv,
  log: Logger,
): () => Promise<void> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || !isWanted(env)) return () => Promise.resolve();
  return startOpenTelemetry(env, config.SERVICE_NAME, log);
}
