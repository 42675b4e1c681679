import { hasMysql, openTestDatabase } from './mariadb';

/** Runs a test with a database of its own; without a URL it starts a server. */
export type OnDatabase = (test: (databaseUrl?: string) => Promise<void>) => Promise<void>;

export const onSqlite: OnDatabase = async (test) => test();

export const onMysql: OnDatabase = async (test) => {
  const database = await openTestDatabase();
  try {
    await test(database.url);
  } finally {
    await database.close();
  }
};

/** The dialects on this machine, for tests that start servers themselves. */
export const ownDatabases: [string, OnDatabase][] = [
  ['SQLite', onSqlite],
  ...(hasMysql ? [['MySQL', onMysql] as [string, OnDatabase]] : []),
];
