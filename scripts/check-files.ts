import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Patterns that tie a repository to one developer's machine. */
const forbidden = [
  { what: 'a path of a developer machine', pattern: /(?<![\w.:/-])\/(?:home|Users|root|work)\/[\w.-]+/ },
  { what: 'a path of a developer machine', pattern: /\b[A-Z]:\\Users\\/ },
  {
    what: 'a package registry',
    pattern: /\bregistry\.[a-z0-9-]+\.[a-z]+|\bnpm\.pkg\.github\b|\/artifactory\//,
  },
];

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\0')
  .filter((file) => file !== '');

function problemsOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    forbidden
      .filter(({ pattern }) => pattern.test(line))
      .map(({ what }) => `${file}:${index + 1} names ${what}`),
  );
}

const problems = tracked.flatMap(problemsOf);
// A link to a workspace is resolved to its folder.
if (/"resolved": "[^"]*:/.test(readFileSync('package-lock.json', 'utf8'))) {
  problems.push('package-lock.json names the addresses of packages; see .npmrc');
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
