/**
 * If the machine's Node.js is too old, installs a suitable one as `node_modules/.bin/node`, which takes precedence in
 * all npm scripts. npm runs this after each installation.
 */
const { execFileSync } = require('child_process');
const { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } = require('fs');
const { join } = require('path');
const { engines } = require('../package.json');

const oldest = engines.node.replace('>=', '');
const current = process.versions.node;
const isTooOld = current.localeCompare(oldest, 'en', { numeric: true }) < 0;

const runtime = join(__dirname, 'node-runtime');
const bin = join(__dirname, '..', 'node_modules', '.bin');
const onWindows = process.platform === 'win32';
const executable = onWindows ? 'node.exe' : 'node';

function install() {
  const npm = [process.env.npm_execpath, 'ci', '--no-audit', '--no-fund', '--silent', '--include=optional'];
  execFileSync(process.execPath, npm, { cwd: runtime, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = `node-${onWindows ? 'win' : process.platform}-${process.arch}`;
  return join(runtime, 'node_modules', folder, 'bin', executable);
}

function putFirst(node) {
  const place = join(bin, executable);
  mkdirSync(bin, { recursive: true });
  rmSync(place, { force: true });
  if (onWindows) copyFileSync(node, place);
  else symlinkSync(node, place);
}

function main() {
  if (!isTooOld) return;
  const node = install();
  if (!existsSync(node))
    throw new Error(
      `Glycograph needs Node.js ${oldest} or later, and this is ${current}. Install Node.js 24.`,
    );
  putFirst(node);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
