/**
 * Compiles TypeScript into `dist/`, which it empties first. Takes the folders to compile; without any, those that the
 * service consists of.
 *
 * Plain JavaScript, because it runs before anything is compiled.
 */
const { cp, mkdir, readdir, rm, writeFile } = require('node:fs/promises');
const { dirname, join, relative } = require('node:path');
const { transformFile } = require('@swc/core');
const { compileOptions, typescript } = require('./compile-options');

const serviceFolders = ['src', 'resolvers', 'rest-compat', 'migrations', 'scripts'];
const output = 'dist';

/** Runs in the browser; `npm run pages` bundles it. */
const browserCode = ['explorer', 'invitation-page'].map((area) => join('src', area, 'browser'));

async function findFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !browserCode.some((folder) => file.startsWith(folder)));
}

async function compile(file) {
  const target = join(output, file.replace(/\.ts$/, '.js'));
  const sourceFileName = relative(dirname(target), file);
  const { code, map } = await transformFile(file, {
    ...compileOptions(typescript),
    swcrc: false,
    sourceMaps: true,
    sourceFileName,
  });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
  await writeFile(`${target}.map`, map);
}

/** Data that the code imports lies beside it. */
async function copy(file) {
  await cp(file, join(output, file));
}

async function build(folders) {
  const files = (await Promise.all(folders.map(findFiles))).flat();
  await Promise.all(files.filter((file) => file.endsWith('.ts')).map(compile));
  await Promise.all(
    files.filter((file) => file.endsWith('.json') && !file.endsWith('tsconfig.json')).map(copy),
  );
}

async function main(folders) {
  if (folders.length === 0) await rm(output, { recursive: true, force: true });
  await build(folders.length > 0 ? folders : serviceFolders);
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
