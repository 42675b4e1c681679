/**
 * Installs the packages that tests, checks and generators need, unless they exist: `npm ci` alone installs only what
 * the service needs. Scripts in package.json that need tools start with this.
 */
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const readPackages = (...path) => {
  const file = join(root, ...path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
};

const locked = readPackages('package-lock.json');
const installed = readPackages('node_modules', '.package-lock.json');
const isWorkspace = (place) => !place.split('/').includes('node_modules');
const isMissing = Object.entries(locked)
  .filter(([place]) => isWorkspace(place))
  .some(([workspace, { devDependencies = {} }]) =>
    Object.keys(devDependencies).some((name) => {
      const places = [`${workspace}/node_modules/${name}`, `node_modules/${name}`];
      const place = places.find((each) => each in locked);
      return installed[place]?.version !== locked[place].version;
    }),
  );

if (isMissing) {
  process.stderr.write('Installing the tools for tests and checks; this happens once.\n');
  const npm = [process.env.npm_execpath, 'install', '--include=dev', '--no-save', '--no-audit', '--no-fund'];
  execFileSync(process.execPath, npm, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
