import { execSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that `npm run schema` writes. */
const generatedFolders = [
  'schema',
  'rest-compat/generated',
  'client/src/generated',
  'examples/dashboard/src/generated',
];

function readGeneratedFiles(): Map<string, string> {
  const files = generatedFolders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Fails if the generated files were out of date, and updates them. */
const before = readGeneratedFiles();
execSync('npm run --silent schema', { stdio: 'inherit' });
const after = readGeneratedFiles();

const names = new Set([...before.keys(), ...after.keys()]);
const stale = [...names].filter((name) => before.get(name) !== after.get(name));
if (after.size === 0) stale.push('nothing was generated');

if (stale.length > 0) {
  console.error(
    `These files were stale; commit what npm run schema has made of them:\n  ${stale.join('\n  ')}`,
  );
  process.exit(1);
}
