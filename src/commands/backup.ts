import { openContentStore } from '../platform/storage/open-content-store';
import { backUp } from '../maintenance/backup';
import { parseFolder, openAsItIs, runCommand } from './run-command';

runCommand(async (config, args) => {
  const folder = parseFolder('backup', args);
  const database = await openAsItIs(config);
  try {
    const { contents, missing } = await backUp(
      folder,
      config.DATABASE_URL,
      database,
      openContentStore(config.BLOB_URL, config.BLOB_TIMEOUT * 1000),
    );
    const count = Object.keys(contents).length;
    process.stdout.write(`${folder} holds the database and ${count} contents of the content store.\n`);
    if (missing.length > 0)
      process.stderr.write(`Rows name content that the store does not have: ${missing.join(', ')}\n`);
    return 0;
  } finally {
    await database.close();
  }
});
