import { format } from 'node:util';
import { pino, type Logger } from 'pino';
import { redacted } from './redacted';

export type { Logger };

/** An error for the log, limited to these fields: database errors contain the values to be stored. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: redacted(String(error)) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    message: redacted(message),
    stack: stack && redacted(stack),
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

/** Texts next to an error, such as the reason of a failed task, may also come from a library. */
const redactTexts = (line: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, typeof value === 'string' ? redacted(value) : value]),
  );

/**
 * The log of the process: one JSON object per line. It never contains secrets: requests are logged by route, without
 * path, headers and body, and error texts of others are redacted.
 */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: redactTexts },
    serializers: { error: describeError, err: describeError },
  });

/**
 * Makes lines of the log of what others print as text of their own: warnings of Node.js, and what libraries write to the
 * console, such as packets that a database sends in another order. Programs that collect the log read nothing but lines of JSON.
 */
export function logStrayOutput(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ error: warning }, 'Node.js warns'));
  const print = (...parts: unknown[]) =>
    log.warn({ text: format(...parts) }, 'a library wrote to the console');
  Object.assign(console, {
    debug: print,
    dir: print,
    error: print,
    info: print,
    log: print,
    trace: print,
    warn: print,
  });
}
