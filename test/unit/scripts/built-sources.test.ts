import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = (name: string) => resolve('scripts', name);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-build-'));
  for (const name of ['src', 'resolvers', 'rest-compat', 'migrations', 'scripts'])
    mkdirSync(join(folder, name));
  write('src/one.ts', 'export const one = 1;');
  write('src/two.ts', 'export const two = 2;');
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

const build = () => execFileSync(process.execPath, [script('build.js')], { cwd: folder });

/** The error message before tests; empty if they may run. */
const complaint = (): string => {
  const check = `require(${JSON.stringify(script('built-sources.js'))}).assertFreshBuild().catch((error) => {
    console.log(error.message);
  });`;
  return spawnSync(process.execPath, ['-e', check], { cwd: folder, encoding: 'utf8' }).stdout.trim();
};

describe('a build', () => {
  it('that is missing is detected', () => {
    expect(complaint()).toBe('There is no build in dist: run npm run build first.');
  });

  it('of the sources is fresh, whenever they were written', () => {
    build();
    expect(complaint()).toBe('');
    write('src/one.ts', 'export const one = 1;');
    expect(complaint()).toBe('');
  });

  it.each([
    ['changed', 'src/one.ts', () => write('src/one.ts', 'export const one = 2;')],
    ['added', 'src/three.ts', () => write('src/three.ts', '')],
    ['removed', 'src/two.ts', () => rmSync(join(folder, 'src/two.ts'))],
  ])('is stale once a source is %s', (_what, file, change) => {
    build();
    change();
    expect(complaint()).toBe(`The build in dist is older than ${file}: run npm run build first.`);
    build();
    expect(complaint()).toBe('');
  });
});
