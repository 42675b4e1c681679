import { openContentStore } from '../platform/storage/open-content-store';
import { findDamage } from '../maintenance/integrity';
import { openAsItIs, runCommand } from './run-command';

runCommand(async (config, args) => {
  const database = await openAsItIs(config);
  try {
    const findings = await findDamage(
      database,
      openContentStore(config.BLOB_URL, config.BLOB_TIMEOUT * 1000),
    );
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
    else {
      const lines = findings.map(({ problem, examples }) => `${problem}\n  ${examples.join('\n  ')}`);
      process.stdout.write(`${lines.length > 0 ? lines.join('\n') : 'Everything fits together.'}\n`);
    }
    return findings.length > 0 ? 2 : 0;
  } finally {
    await database.close();
  }
});
