import { ownDatabases } from '../support/own-databases';
import type { OnDatabase } from './with-stage';

/** Where runs happen: on each database that this machine has, and at two processes that share one. */
export const stages: readonly [name: string, on: OnDatabase, processes: number][] = [
  ...ownDatabases.map(([name, on]): [string, OnDatabase, number] => [name, on, 1]),
  ...ownDatabases
    .filter(([name]) => name === 'MySQL')
    .map(([name, on]): [string, OnDatabase, number] => [`${name} and two processes`, on, 2]),
];
