import { ownDatabases, type OnDatabase } from '../support/own-databases';

/** Environments of runs: each database on this machine, and two processes that share one. */
export const stages: readonly [name: string, on: OnDatabase, processes: number][] = [
  ...ownDatabases.map(([name, on]): [string, OnDatabase, number] => [name, on, 1]),
  ...ownDatabases
    .filter(([name]) => name === 'MySQL')
    .map(([name, on]): [string, OnDatabase, number] => [`${name} and two processes`, on, 2]),
];
