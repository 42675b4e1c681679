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

/**
 * The files that change with a release: the changelog gets a heading with version and date (`YYYY-MM-DD`) above what is
 * new, and the manifests and the lock file the version.
 */
export function planRelease(version: string, date: string, repository: Repository): ChangedFile[] {
  const heading = `${unreleased}\n## ${version} - ${date}\n`;
  const withVersion = (text: string) =>
    text.replace(`"version": "${repository.version}"`, `"version": "${version}"`);
  const packages = (JSON.parse(repository.lock) as { packages: Record<string, { version?: string }> })
    .packages;
  const ours = ['', ...repository.manifests.map(({ path }) => path.replace(/\/?package\.json$/, ''))];
  for (const path of ours)
    if (packages[path]?.version === repository.version) packages[path].version = version;
  const lock = { ...(JSON.parse(repository.lock) as object), version, packages };
  return [
    { path: 'CHANGELOG.md', text: repository.changelog.replace(unreleased, heading) },
    ...repository.manifests.map(({ path, text }) => ({ path, text: withVersion(text) })),
    { path: 'package-lock.json', text: `${JSON.stringify(lock, null, 2)}\n` },
  ];
}
