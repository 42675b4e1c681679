import { openContentStore } from '../platform/storage/open-content-store';
import { restore } from '../maintenance/restore';
import { parseFolder, runCommand } from './run-command';

runCommand(async (config, args) => {
  const folder = parseFolder('restore', args);
  const { time } = await restore(
    folder,
    config.DATABASE_URL,
    openContentStore(config.BLOB_URL, config.BLOB_TIMEOUT * 1000),
  );
  process.stdout.write(`The database and the content store are as they were at ${time}.\n`);
  return 0;
});
