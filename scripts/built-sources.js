/**
 * The sources of the service, and a record of those that `dist/` was built from.
 *
 * Plain JavaScript, because it runs before anything is compiled.
 */
const { createHash } = require('node:crypto');
const { readdir, readFile, writeFile } = require('node:fs/promises');
const { join, sep } = require('node:path');

const output = 'dist';

/** The folders of the service. */
const serviceFolders = ['src', 'resolvers', 'rest-compat', 'migrations', 'scripts'];

/** Runs in the browser; `npm run pages` bundles it. */
const browserCode = ['explorer', 'invitation-page'].map((area) => join('src', area, 'browser'));

const list = join(output, 'built-sources.json');

/** Packages that a folder has of its own, such as PostGraphile of the benchmark, are not compiled. */
const ofPackages = (file) => file.split(sep).includes('node_modules');

/** All files of a folder that belong to the build. */
async function findFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !ofPackages(file))
    .filter((file) => !browserCode.some((folder) => file.startsWith(folder)));
}

/** Files that are open at once. Containers and shells often allow 1,024, and there are more sources. */
const openAtOnce = 100;

/** Does something with each file, and returns the results in their order. */
async function forEachFile(files, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let place = next++; place < files.length; place = next++) results[place] = await work(files[place]);
  };
  await Promise.all(Array.from({ length: openAtOnce }, worker));
  return results;
}

const digestOf = async (file) => [
  file,
  createHash('sha1')
    .update(await readFile(file))
    .digest('base64'),
];

async function digests() {
  const files = (await Promise.all(serviceFolders.map(findFiles))).flat().sort();
  return Object.fromEntries(await forEachFile(files, digestOf));
}

/** Records the sources of a build. Call it before they are read; the returned function writes the record. */
async function noteSources() {
  const sources = await digests();
  return () => writeFile(list, JSON.stringify(sources));
}

/** Throws when the build is older than the sources, because tests would run outdated code. */
async function assertFreshBuild() {
  const built = await readFile(list, 'utf8').then(JSON.parse, () => null);
  if (built === null) throw new Error(`There is no build in ${output}: run npm run build first.`);
  const sources = await digests();
  const changed = [...new Set([...Object.keys(sources), ...Object.keys(built)])].filter(
    (file) => sources[file] !== built[file],
  );
  if (changed.length > 0)
    throw new Error(
      `The build in ${output} is older than ${changed.slice(0, 3).join(', ')}` +
        `${changed.length > 3 ? ` and ${changed.length - 3} more` : ''}: run npm run build first.`,
    );
}

module.exports = { assertFreshBuild, findFiles, forEachFile, noteSources, output, serviceFolders };
