/** A file that a release changes, and its new text. */
export interface ChangedFile {
  path: string;
  text: string;
}

/** What a release needs to know of the repository. Paths are relative to it. */
export interface Repository {
  version: string;
  /** Texts of CHANGELOG.md and of all files that contain the version. */
  changelog: string;
  manifests: readonly ChangedFile[];
  /** Examples of a deployment, which name the image of the release. */
  deployments: readonly ChangedFile[];
  lock: string;
}

const versionPattern = /^\d+\.\d+\.\d+$/;
const unreleased = '## Unreleased\n';

/** Whether one version comes after another. */
const isLater = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0;

/** The part of the changelog on changes that are not released, without its heading. */
function findUnreleased(changelog: string): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) return '';
  const rest = changelog.slice(start + unreleased.length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** Why a version cannot be released, one sentence each. */
export function findReleaseProblems(version: string, { version: current, changelog }: Repository): string[] {
  if (!versionPattern.test(version)) return [`"${version}" is not a version such as 1.2.3.`];
  return [
    ...(isLater(version, current) ? [] : [`${version} must be later than ${current}.`]),
    ...(findUnreleased(changelog) === '' ? ['CHANGELOG.md describes no change under "Unreleased".'] : []),
  ];
}

/** Folders of our packages, '' for the service itself. Those of others are in `node_modules`. */
export const findWorkspaces = (lock: string): string[] =>
  Object.keys((JSON.parse(lock) as Lock).packages).filter(
    (place) => !place.split('/').includes('node_modules'),
  );

/** A lock file, as far as a release changes it. */
interface Lock {
  packages: Record<string, LockedPackage>;
}

type LockedPackage = { version?: string } & Partial<Record<DependencyKind, Record<string, string>>>;

const dependencyKinds = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;
type DependencyKind = (typeof dependencyKinds)[number];

/**
 * The files that change with a release: the changelog gets a heading with version and date (`YYYY-MM-DD`) above what is
 * new; the manifests and the lock file get the version, also where one of our packages needs another. A workspace that
 * needed an earlier version would get it from a registry, and `npm ci` would refuse the lock file. Deployments get the
 * image of the release.
 */
export function planRelease(version: string, date: string, repository: Repository): ChangedFile[] {
  const heading = `${unreleased}\n## ${version} - ${date}\n`;
  const names = repository.manifests.map(({ text }) => (JSON.parse(text) as { name: string }).name);
  const current = repository.version;
  const withVersion = (text: string) =>
    names.reduce(
      (changed, name) => changed.replaceAll(`"${name}": "^${current}"`, `"${name}": "^${version}"`),
      text.replace(`"version": "${current}"`, `"version": "${version}"`),
    );
  const lock = { ...(JSON.parse(repository.lock) as Lock), version };
  for (const { path } of repository.manifests) {
    const ours = lock.packages[path.replace(/\/?package\.json$/, '')];
    if (ours?.version === current) ours.version = version;
    for (const needed of dependencyKinds.map((kind) => ours?.[kind] ?? {}))
      for (const name of names) if (needed[name] === `^${current}`) needed[name] = `^${version}`;
  }
  return [
    { path: 'CHANGELOG.md', text: repository.changelog.replace(unreleased, heading) },
    ...repository.manifests.map(({ path, text }) => ({ path, text: withVersion(text) })),
    { path: 'package-lock.json', text: `${JSON.stringify(lock, null, 2)}\n` },
    ...repository.deployments.map(({ path, text }) => ({
      path,
      text: text.replaceAll(`/glycograph:${current}\n`, `/glycograph:${version}\n`),
    })),
  ];
}
