import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const version = '999.0.0';

/** A repository with the files of this one, as in a fresh clone: nothing is built. */
let clone: string;

const run = (command: string, ...args: string[]): string => {
  const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b.example' };
  const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b.example' };
  const env = { ...process.env, ...author, ...committer };
  return execFileSync(command, args, { cwd: clone, encoding: 'utf8', env });
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(clone, path), 'utf8'));

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'release-'));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'];
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { encoding: 'utf8' }).split('\0');
  for (const path of execFileSync('git', list, { encoding: 'utf8' }).split('\0'))
    if (path !== '' && !deleted.includes(path)) cpSync(path, join(clone, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- Something new.\n');
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '-m', 'All');
});

afterAll(() => rmSync(clone, { recursive: true }));

const release = (...options: string[]) =>
  run(process.execPath, '-r', '@swc-node/register', 'scripts/release.ts', version, ...options);

describe('a release of this repository', () => {
  it('says without --apply what it would do, and changes nothing', () => {
    const lines = release().trim().split('\n');
    expect(lines[0]).toMatch(/^Dry run/);
    expect(lines.filter((line) => line.startsWith('- change'))).toEqual([
      '- change CHANGELOG.md',
      '- change package.json',
      '- change client/package.json',
      '- change examples/dashboard/package.json',
      '- change package-lock.json',
      '- change docker/kubernetes/glycograph.yaml',
    ]);
    expect(run('git', 'status', '--porcelain')).toBe('');
  });

  it('packs a client with every file that its package names, from a clone in which nothing is built', () => {
    release('--apply');
    const list = execFileSync('tar', ['-tf', join(clone, `release/glycograph-client-${version}.tgz`)]);
    const files = list
      .toString()
      .trim()
      .split('\n')
      .map((path) => path.replace(/^package/, '.'));
    const { exports } = readJson('client/package.json') as { exports: Record<string, object | string> };
    const named = Object.values(exports)
      .flatMap((entry) => Object.values(typeof entry === 'string' ? { entry } : entry) as string[])
      .map((path) => (path.endsWith('/*') ? `${dirname(path)}/records.graphql` : path));
    expect(named).toContain('./dist/client.js');
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
    expect(files.filter((path) => !/^\.\/(dist\/\w|operations|README|LICENSE|package)/.test(path))).toEqual(
      [],
    );
  });

  it('leaves a lock file that fits the packages, and needs no earlier version of any of them', () => {
    // What npm ci refuses is what differs here: a package in the lock file and in its own manifest.
    const { packages } = readJson('package-lock.json') as {
      packages: Record<string, Record<string, unknown>>;
    };
    for (const place of ['', 'client', 'examples/dashboard']) {
      const manifest = readJson(join(place, 'package.json')) as Record<string, unknown>;
      const { version: locked, dependencies, devDependencies, peerDependencies } = packages[place] ?? {};
      expect({ version: locked, dependencies, devDependencies, peerDependencies }).toEqual({
        version,
        dependencies: manifest.dependencies,
        devDependencies: manifest.devDependencies,
        peerDependencies: manifest.peerDependencies,
      });
    }
    expect(packages['examples/dashboard']?.devDependencies).toMatchObject({
      '@glycograph/client': `^${version}`,
    });
    expect(run('git', 'status', '--porcelain')).toBe('');
    const images = readFileSync(join(clone, 'docker/kubernetes/glycograph.yaml'), 'utf8').match(
      /glycograph:\d\S*/g,
    );
    expect(images).toEqual([`glycograph:${version}`, `glycograph:${version}`]);
    expect(run('git', 'describe', '--exact-match').trim()).toBe(`v${version}`);
  });
});
