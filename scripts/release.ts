import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  findReleaseProblems,
  findWorkspaces,
  planRelease,
  type ChangedFile,
  type Repository,
} from './release-plan';

const usage = `Usage: npm run release -- <version> [--apply]

Shows what a release would change. With --apply, it changes the files, writes the bill of materials and the packages to
the folder "release", commits and tags. Pushing the tag and publishing the packages stay with you.`;

const folder = 'release';

/** Files that name the image of a release. */
const deployments = ['docker/kubernetes/glycograph.yaml'];

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' });

function readRepository(): Repository {
  const lock = readFileSync('package-lock.json', 'utf8');
  const manifests = findWorkspaces(lock).map((folder) => {
    const path = join(folder, 'package.json');
    return { path, text: readFileSync(path, 'utf8') };
  });
  return {
    version: (JSON.parse(lock) as { version: string }).version,
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
    manifests,
    deployments: deployments.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
    lock,
  };
}

/** Folders of the packages that are published with a release. */
const findPublished = ({ manifests }: Repository): string[] =>
  manifests
    .filter(({ text }) => !(JSON.parse(text) as { private?: boolean }).private)
    .map(({ path }) => dirname(path));

/** Packages that are installed with the service, with versions and licenses, in the format CycloneDX. */
const billOfMaterials = (): string =>
  run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only');

/** What there is to say of the release, one line each. */
function describe(version: string, files: readonly ChangedFile[], published: readonly string[]): string[] {
  const { components } = JSON.parse(billOfMaterials()) as { components: unknown[] };
  return [
    ...files.map(({ path }) => `change ${path}`),
    `write ${folder}/glycograph-${version}.cdx.json, a bill of ${components.length} materials`,
    ...published.map((workspace) => `write the package of ${workspace} to ${folder}/`),
    `commit "Release ${version}" and tag v${version}`,
  ];
}

function apply(version: string, files: readonly ChangedFile[], published: readonly string[]): void {
  for (const { path, text } of files) writeFileSync(path, text);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `glycograph-${version}.cdx.json`), billOfMaterials());
  for (const workspace of published)
    run('npm', 'pack', '--loglevel=error', '-w', workspace, '--pack-destination', folder);
  run('git', 'commit', '--quiet', '-m', `Release ${version}`, ...files.map(({ path }) => path));
  run('git', 'tag', '-a', `v${version}`, '-m', `Release ${version}`);
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { apply: { type: 'boolean' } },
  });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1) throw new Error(usage);
  const repository = readRepository();
  const problems = findReleaseProblems(version, repository);
  if (run('git', 'status', '--porcelain') !== '') problems.push('There are changes that are not committed.');
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const files = planRelease(version, new Date().toISOString().slice(0, 10), repository);
  const published = findPublished(repository);
  const lines = describe(version, files, published);
  if (values.apply) apply(version, files, published);
  const opening = values.apply
    ? 'Released:'
    : 'Dry run, nothing was changed. With --apply, the release would';
  process.stdout.write(`${[opening, ...lines.map((line) => `- ${line}`)].join('\n')}\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
