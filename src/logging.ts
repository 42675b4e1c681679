import { pino, type Logger } from 'pino';

export type { Logger };

/** An error for the log. Nothing but these: errors of the database carry the values that were to be stored. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

/** The process's log: one JSON object a line. Secrets never get into it: requests are logged without headers and query. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError, err: describeError },
  });
