import { systemOperator } from './operator';
import { parseFolder, runCommand } from './run-command';
import { backUpTo } from './upkeep';

runCommand(async (config, args) => {
  const folder = parseFolder('backup', args);
  const { contents, missing } = await backUpTo(config, folder, { operator: systemOperator() });
  const count = Object.keys(contents).length;
  process.stdout.write(`${folder} holds the database and ${count} contents of the content store.\n`);
  if (missing.length > 0)
    process.stderr.write(`Rows name content that the store does not have: ${missing.join(', ')}\n`);
  return 0;
});
