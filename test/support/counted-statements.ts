import { resolve } from 'node:path';
import type { Answer } from './api';

/** Environment variables for a server that tells how many SQL statements each request took. */
export const countingStatements: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--require ${resolve('test/support/statement-counter.cjs')}`,
};

/** The number of SQL statements of an answered request. Throws when the server does not count. */
export function countStatements({ headers }: Answer): number {
  const count = headers.get('x-statements');
  if (count === null) throw new Error('The server does not count statements: see countingStatements.');
  return Number(count);
}
