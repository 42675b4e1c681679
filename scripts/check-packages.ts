import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findTooManyPackages } from './package-count';
import { findLicenseProblems, type LockFile } from './package-licenses';

/** What `npm audit --json` prints where the registry answers it. */
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Severities that fail the check; others are the maintainers' decision. */
const severe = ['high', 'critical'];

/** Known severe vulnerabilities of the packages that are installed with the service; null without an answer. */
function findVulnerabilities(): string[] | null {
  const audit = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8' });
  const { success, data } = report.safeParse(parseJson(audit.stdout));
  if (!success) return null;
  return Object.entries(data.vulnerabilities)
    .filter(([, { severity }]) => severe.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range} has a vulnerability of severity "${severity}".`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
const vulnerabilities = findVulnerabilities();
if (!vulnerabilities)
  console.error('The package registry answers no audit. Known vulnerabilities were not checked.');
const problems = [...findLicenseProblems(lock), ...findTooManyPackages(lock), ...(vulnerabilities ?? [])];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
