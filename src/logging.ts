import { pino, type Logger } from 'pino';

export type { Logger };

/** The process's log: one JSON object a line. Secrets never get into it: requests are logged without headers and query. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
