import { pino, type Logger } from 'pino';
import { redacted } from './redacted';

export type { Logger };

/** An error for the log. Nothing but these: errors of the database carry the values that were to be stored. */
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

/** Texts that stand beside an error, such as why a task has failed, may be those of a library, too. */
const redactTexts = (line: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, typeof value === 'string' ? redacted(value) : value]),
  );

/**
 * The process's log: one JSON object a line. Secrets never get into it: requests are logged by their route, without
 * address, headers and body, and what others say of an error is redacted.
 */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: redactTexts },
    serializers: { error: describeError, err: describeError },
  });
