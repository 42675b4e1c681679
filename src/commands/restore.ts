import { systemOperator } from './operator';
import { parseFolder, runCommand } from './run-command';
import { restoreFrom, unrecordedRestore } from './upkeep';

runCommand(async (config, args) => {
  const folder = parseFolder('restore', args);
  const { time, isRecorded } = await restoreFrom(config, folder, { operator: systemOperator() });
  process.stdout.write(`The database and the content store are as they were at ${time}.\n`);
  if (!isRecorded) process.stderr.write(`${unrecordedRestore}\n`);
  return 0;
});
