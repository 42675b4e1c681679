/**
 * Builds the example dashboard with Vite, unless the last build has the same sources. Installs the tools on first use.
 *
 * Plain JavaScript, because the demo runs it without a compiler.
 */
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, sep } = require('node:path');

const root = join(__dirname, '..');
const example = join(root, 'examples', 'dashboard');
const record = join(example, 'dist', 'built-from.txt');

const notSources = ['node_modules', 'dist'];

/** The files of a folder, without packages and builds. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !file
          .slice(root.length)
          .split(sep)
          .some((part) => notSources.includes(part)),
    );

/** A digest of everything that the build depends on: the example, the client, and the versions of packages. */
function digestOfSources() {
  const files = [
    ...filesIn(example),
    ...filesIn(join(root, 'client')),
    join(root, 'package-lock.json'),
  ].sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function main() {
  const sources = digestOfSources();
  if (existsSync(record) && readFileSync(record, 'utf8') === sources) return;
  require('./bring-tools');
  require('./build-client');
  process.stderr.write('Building the example dashboard.\n');
  // A package of the example, not of the service.
  const vite = dirname(createRequire(join(example, 'package.json')).resolve('vite/package.json'));
  const build = [join(vite, 'bin', 'vite.js'), 'build', '--logLevel', 'warn'];
  execFileSync(process.execPath, build, { cwd: example, stdio: 'inherit' });
  writeFileSync(record, sources);
}

main();
