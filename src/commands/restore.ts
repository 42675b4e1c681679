import { parseFolder, runCommand } from './run-command';
import { restoreFrom } from './upkeep';

runCommand(async (config, args) => {
  const { time } = await restoreFrom(config, parseFolder('restore', args));
  process.stdout.write(`The database and the content store are as they were at ${time}.\n`);
  return 0;
});
