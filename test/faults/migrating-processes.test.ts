import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { dialects, fillAsThen } from '../support/earlier-database';
import { newServer, startServer, type RunningServer } from '../support/server-process';
import { waitFor, waitForTakeover } from '../support/wait-until';

/** The last migration before orders of health record systems recorded their outcome. */
const lastMigration = 1763700000122;

const run = promisify(execFile);

/** Blocks migrations of a database until released. */
interface Obstacle {
  /** Resolves when a migration waits for it. */
  isMet(): Promise<void>;
  letGo(): Promise<void>;
}

/** A long transaction that has read a table, so that a change to the table waits in the middle of a migration. */
async function readTable(url: string): Promise<Obstacle> {
  const [reader, observer] = await Promise.all([createConnection(url), createConnection(url)]);
  await reader.query('START TRANSACTION');
  await reader.query('SELECT * FROM xealth_orders');
  const waiting = async () => {
    const [rows] = await observer.query(
      `SELECT id FROM information_schema.processlist
        WHERE db = DATABASE() AND state LIKE 'Waiting for table metadata lock%'`,
    );
    return (rows as unknown[]).length > 0 || undefined;
  };
  return {
    isMet: async () => void (await waitFor('a migration that waits for the table', waiting)),
    letGo: async () => {
      await reader.query('COMMIT');
      await Promise.all([reader.end(), observer.end()]);
    },
  };
}

/** A long write transaction: SQLite has one writer at a time. */
function writeTable(url: string): Obstacle {
  const writer = new Sqlite(url.slice('sqlite:'.length));
  writer.exec('BEGIN IMMEDIATE');
  return {
    isMet: () => Promise.resolve(),
    letGo: () => {
      writer.exec('ROLLBACK');
      writer.close();
      return Promise.resolve();
    },
  };
}

const obstruct = async (url: string): Promise<Obstacle> =>
  url.startsWith('mysql:') ? readTable(url) : writeTable(url);

const statusOf = async ({ url }: RunningServer, path: string) => (await fetch(`${url}${path}`)).status;

/** Resolves when the process responds; by then it is migrating. */
const isAlive = (server: RunningServer) =>
  waitForTakeover('a process that is alive', async () => {
    const status = await statusOf(server, '/healthz').catch(() => undefined);
    return status === 200 || undefined;
  });

const isReady = (server: RunningServer) =>
  waitForTakeover(
    'a server that is ready',
    async () => (await statusOf(server, '/readyz')) === 200 || undefined,
  );

const page = { Origin: 'https://web.example.org' };

/** The responses of a server to preflights of pages, whether it migrates or not. */
const preflights = ({ url }: RunningServer): Promise<object[]> =>
  Promise.all(
    ['/v1/users/x/data_sets', '/graphql', '/nothing'].map(async (path) => {
      const headers = { ...page, 'Access-Control-Request-Method': 'POST' };
      const response = await fetch(url + path, { method: 'OPTIONS', headers });
      const allowed = [...response.headers].filter(([name]) => name.startsWith('access-control-'));
      return { path, status: response.status, ...Object.fromEntries(allowed) };
    }),
  );

describe.each(dialects)('processes that migrate a %s database', (_name, on) => {
  it('respond as alive and not ready; if killed, the next one starts on the database they leave', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, []);
      const obstacle = await obstruct(databaseUrl);
      const server = await newServer({ DATABASE_URL: databaseUrl });
      const killed = expect(server.start()).rejects.toThrow('ended before it was ready');
      await isAlive(server);
      await obstacle.isMet();
      const ready = await fetch(`${server.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'migrating' }]);
      const other = await fetch(`${server.url}/info`);
      expect([other.status, other.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await statusOf(server, '/healthz')).toBe(200);
      await server.kill();
      await killed;
      // Only now MySQL changes the table, in place of the killed process.
      await obstacle.letGo();
      await server.start();
      expect(await statusOf(server, '/readyz')).toBe(200);
      await server.stop();
    }));

  it('can be called by pages of other origins, which may read that they are not ready', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, []);
      const obstacle = await obstruct(databaseUrl);
      const server = await newServer({ DATABASE_URL: databaseUrl });
      const started = server.start();
      await isAlive(server);
      for (const path of ['/auth/user', '/graphql', '/realms/qa1/protocol/openid-connect/token']) {
        const { status, headers } = await fetch(server.url + path, { method: 'POST', headers: page });
        const [allowed, wait] = [headers.get('access-control-allow-origin'), headers.get('retry-after')];
        expect({ path, status, allowed, wait }).toEqual({
          path,
          status: 503,
          allowed: page.Origin,
          wait: '5',
        });
      }
      const whileMigrating = await preflights(server);
      const ofTokenService = await fetch(`${server.url}/realms/qa1`, { method: 'OPTIONS', headers: page });
      // The token service allows fewer origins once it runs.
      expect([ofTokenService.status, ofTokenService.headers.get('access-control-max-age')]).toEqual([
        204,
        '0',
      ]);
      await obstacle.letGo();
      await started;
      expect(whileMigrating).toEqual(await preflights(server));
      await server.stop();
    }));

  it('migrate it once if they start together', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, []);
      const obstacle = await obstruct(databaseUrl);
      const servers = await Promise.all([1, 2].map(() => newServer({ DATABASE_URL: databaseUrl })));
      const starting = servers.map((server) => server.start());
      await Promise.all(servers.map(isAlive));
      await obstacle.isMet();
      for (const server of servers) expect(await statusOf(server, '/readyz')).toBe(503);
      await obstacle.letGo();
      await Promise.all(starting);
      await Promise.all(servers.map(isReady));
      for (const server of servers) expect(server.logs()).not.toMatch(/taken over|rror/);
      await Promise.all(servers.map((server) => server.stop()));
    }));

  it('are not needed if a command migrates: others refuse to start before', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, []);
      const settings = { DATABASE_URL: databaseUrl, MIGRATE: 'false' };
      await expect(startServer(settings)).rejects.toThrow(
        /not up to date: \d+ of its migrations are pending, the first is \w+1763700000123.*npm run migrate/,
      );
      const { PATH } = process.env;
      const migrated = await run(process.execPath, [resolve('dist/src/migrate.js')], {
        env: { PATH, ...settings },
      });
      expect(migrated).toEqual({ stdout: 'The database is up to date.\n', stderr: '' });
      const server = await startServer(settings);
      expect(await statusOf(server, '/readyz')).toBe(200);
      await server.stop();
    }));
});
