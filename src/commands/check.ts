import { runCommand } from './run-command';
import { checkIntegrity } from './upkeep';

runCommand(async (config, args) => {
  const findings = await checkIntegrity(config);
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
  else {
    const lines = findings.map(({ problem, examples }) => `${problem}\n  ${examples.join('\n  ')}`);
    process.stdout.write(`${lines.length > 0 ? lines.join('\n') : 'Everything fits together.'}\n`);
  }
  return findings.length > 0 ? 2 : 0;
});
