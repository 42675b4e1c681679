import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engines } from '../../package.json';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-old-node-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a program on a Node.js that reports another version. */
function runOn(version: string, program: string) {
  const disguise = join(folder, 'version.js');
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', disguise, resolve(program)], {
    // If the version is accepted, the invalid port ends the program.
    env: { PATH, HOME, DATABASE_URL: `sqlite:${folder}/glycograph.db`, PORT: 'none' },
    encoding: 'utf8',
    // Ends a program that hangs.
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

const oldest = engines.node.replace('>=', '');

describe.each(['dist/src/main.js', 'dist/src/demo/main.js'])('%s', (program) => {
  it.each(['9.11.2', '18.20.8', '20.20.2', '22.2.0'])(
    'reports in one sentence that %s is too old',
    (version) => {
      expect(runOn(version, program)).toEqual({
        status: 1,
        output: `Glycograph needs Node.js ${oldest} or later, and this is ${version}. Install Node.js 24.\n`,
      });
    },
  );

  it.each([`${oldest}.0`, '24.0.0', '26.10.0'])('accepts %s', (version) => {
    const { status, output } = runOn(version, program);
    expect(status).toBe(1);
    expect(output).toContain('PORT');
    expect(output).not.toContain('Node.js');
  });
});
