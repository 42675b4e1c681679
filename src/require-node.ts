/**
 * Must be imported first by every entry point: with a Node.js that is too old, the database driver would crash without
 * explanation.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the compiled file. */
const description = join(__dirname, '..', '..', 'package.json');

const { engines, version: release } = JSON.parse(readFileSync(description, 'utf8')) as {
  engines: { node: string };
  version: string;
};
/** The version of this release. */
export const version = release;
const oldest = engines.node.replace('>=', '');

const isOlder = process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0;
if (isOlder) {
  process.stderr.write(
    `Glycograph needs Node.js ${oldest} or later, and this is ${process.versions.node}. Install Node.js 24.\n`,
  );
  process.exit(1);
}
