import { findTooManyPackages } from '../../../scripts/package-count';
import { findLicenseProblems } from '../../../scripts/package-licenses';
import { findReleaseProblems, planRelease, type Repository } from '../../../scripts/release-plan';

const repository: Repository = {
  version: '1.9.0',
  changelog:
    '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 1.9.0 - 2026-01-02\n\n- Something old.\n',
  manifests: [
    { path: 'package.json', text: '{ "name": "a", "version": "1.9.0" }' },
    {
      path: 'client/package.json',
      text: '{ "name": "b", "version": "1.9.0", "dependencies": { "c": "^1.9.0" } }',
    },
    {
      path: 'examples/e/package.json',
      text: '{ "name": "e", "version": "1.9.0", "devDependencies": { "b": "^1.9.0", "other-b": "^1.9.0" } }',
    },
  ],
  deployments: [{ path: 'docker/d.yaml', text: 'image: a/glycograph:1.9.0\nimage: a/database:1.9.0\n' }],
  lock: JSON.stringify({
    version: '1.9.0',
    packages: {
      '': { version: '1.9.0' },
      client: { version: '1.9.0', dependencies: { c: '^1.9.0' } },
      'examples/e': { version: '1.9.0', devDependencies: { b: '^1.9.0', 'other-b': '^1.9.0' } },
      'node_modules/b': { link: true, resolved: 'client' },
      'node_modules/c': { version: '1.9.0' },
    },
  }),
};

describe('a release', () => {
  it('puts version and date above what is new', () => {
    const [changelog] = planRelease('1.10.0', '2026-03-04', repository);
    expect(changelog?.text).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.10.0 - 2026-03-04\n\n- Something new.\n\n## 1.9.0 - 2026-01-02\n\n- Something old.\n',
    );
  });

  it('changes the version of our packages, where others need them as well, and of no other', () => {
    const files = planRelease('1.10.0', '2026-03-04', repository);
    expect(files.map(({ path }) => path)).toEqual([
      'CHANGELOG.md',
      'package.json',
      'client/package.json',
      'examples/e/package.json',
      'package-lock.json',
      'docker/d.yaml',
    ]);
    expect(files[5]?.text).toBe('image: a/glycograph:1.10.0\nimage: a/database:1.9.0\n');
    expect(files.slice(1, 4).map(({ text }): unknown => JSON.parse(text))).toEqual([
      { name: 'a', version: '1.10.0' },
      { name: 'b', version: '1.10.0', dependencies: { c: '^1.9.0' } },
      { name: 'e', version: '1.10.0', devDependencies: { b: '^1.10.0', 'other-b': '^1.9.0' } },
    ]);
    expect(JSON.parse(files[4]?.text ?? '')).toEqual({
      version: '1.10.0',
      packages: {
        '': { version: '1.10.0' },
        client: { version: '1.10.0', dependencies: { c: '^1.9.0' } },
        'examples/e': { version: '1.10.0', devDependencies: { b: '^1.10.0', 'other-b': '^1.9.0' } },
        'node_modules/b': { link: true, resolved: 'client' },
        'node_modules/c': { version: '1.9.0' },
      },
    });
  });

  it.each([
    ['1.10', '"1.10" is not a version such as 1.2.3.'],
    ['1.8.9', '1.8.9 must be later than 1.9.0.'],
    ['1.9.0', '1.9.0 must be later than 1.9.0.'],
  ])('is refused as %s', (version, problem) => {
    expect(findReleaseProblems(version, repository)).toEqual([problem]);
  });

  it('is refused if the changelog says nothing of it', () => {
    const released = {
      ...repository,
      changelog: '# Changelog\n\n## Unreleased\n\n## 1.9.0 - 2026-01-02\n\n- Old.\n',
    };
    expect(findReleaseProblems('2.0.0', released)).toEqual([
      'CHANGELOG.md describes no change under "Unreleased".',
    ]);
  });
});

describe('licenses of packages', () => {
  const findProblems = (license?: string, more = {}) =>
    findLicenseProblems({ packages: { '': {}, 'node_modules/a/node_modules/@b/c': { license, ...more } } });

  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'Apache-2.0 AND MIT'])('may be %s', (license) => {
    expect(findProblems(license)).toEqual([]);
  });

  it.each(['GPL-3.0', 'MIT AND GPL-3.0', '(AGPL-3.0 OR SSPL-1.0)'])('must not be %s', (license) => {
    const known = `@b/c is licensed under ${license}, which is not allowed.`;
    expect(findProblems(license)).toEqual([known]);
  });

  it('must be known, except for packages that are not shipped', () => {
    expect(findProblems()).toEqual(['@b/c names no license.']);
    expect(findProblems(undefined, { dev: true })).toEqual([]);
  });
});

describe('packages of the service', () => {
  const many = (count: number, more = {}) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`node_modules/p${index}`, more]));

  it('are at most 300', () => {
    expect(findTooManyPackages({ packages: { '': {}, ...many(300) } })).toEqual([]);
    expect(findTooManyPackages({ packages: { '': {}, ...many(301) } })).toEqual([
      '301 packages are installed with the service, more than 300; docs/internals.md says how to leave some out.',
    ]);
  });

  it.each([{ dev: true }, { link: true }, { os: ['win32'] }, { cpu: ['arm64'] }, { libc: ['musl'] }])(
    'are not counted if they are not installed on a server: %j',
    (more) => {
      expect(findTooManyPackages({ packages: { '': {}, ...many(400, more) } })).toEqual([]);
    },
  );
});
