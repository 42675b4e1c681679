import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { persistence } from '../../../../src/persistence';
import { openDatabase } from '../../../../src/platform/settings/open-database';
import { newFastFolder } from '../../../support/fast-folder';

it('a new SQLite database can be read by its owner only, with its write-ahead log', async () => {
  const folder = newFastFolder('glycograph-mode-');
  const url = `sqlite:${join(folder, 'glycograph.db')}`;
  const database = await openDatabase(url, { schema: persistence, poolSize: 2, migrate: true });
  const modes = readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777]);
  await database.close();
  rmSync(folder, { recursive: true });
  expect(Object.fromEntries(modes)).toEqual({
    'glycograph.db': 0o600,
    'glycograph.db-shm': 0o600,
    'glycograph.db-wal': 0o600,
  });
});
