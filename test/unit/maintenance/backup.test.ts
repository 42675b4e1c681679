import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../support/commands';
import { newFastFolder } from '../../support/fast-folder';
import { dialects } from '../../support/earlier-database';
import { Database } from '../../../src/platform/database/database';
import { persistence } from '../../../src/persistence';

describe.each(dialects)('a backup of %s', (_name, onDatabase) => {
  it('can be read by its owner only, in a folder that everybody may read, too', () =>
    onDatabase(async (url) => {
      const database = await Database.open(url, { schema: persistence, poolSize: 2, migrate: true });
      await database.close();
      const place = newFastFolder('glycograph-backup-');
      const folder = join(place, 'backup');
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      const settings = { DATABASE_URL: url, BLOB_URL: `file:${join(place, 'blobs')}` };
      expect(await runCommand('backup', [folder], settings)).toMatchObject({ code: 0 });
      const files = readdirSync(folder);
      expect(files).toContain('backup.json');
      const open = files.filter((file) => (statSync(join(folder, file)).mode & 0o077) !== 0);
      rmSync(place, { recursive: true });
      expect(open).toEqual([]);
    }));
});
