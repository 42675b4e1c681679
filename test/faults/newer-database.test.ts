import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';
import { ownDatabases } from '../support/own-databases';
import { startServer } from '../support/server-process';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Leaves a database as a later release would: with one more migration. */
async function changedByLaterRelease(url: string): Promise<void> {
  const database = await Database.open(url, { schema: persistence, poolSize: 2, migrate: true });
  await database.transaction((manager) =>
    manager.query('INSERT INTO migrations (timestamp, name) VALUES (?, ?)', [
      9_000_000_000_000,
      'OfTomorrow9000000000000',
    ]),
  );
  await database.close();
}

describe.each(ownDatabases)('a %s database that a later release has migrated', (_name, on) => {
  it('is refused with a reason, unless a setting allows it', () =>
    on(async (url = `sqlite:${join(folder, 'of-tomorrow.db')}`) => {
      await changedByLaterRelease(url);
      for (const MIGRATE of ['true', 'false'])
        await expect(startServer({ DATABASE_URL: url, MIGRATE })).rejects.toThrow(
          /A later release has migrated the database \(OfTomorrow9000000000000\).*ALLOW_NEWER_DATABASE/,
        );
      const server = await startServer({ DATABASE_URL: url, ALLOW_NEWER_DATABASE: 'true' });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await server.close();
    }));
});
