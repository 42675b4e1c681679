/**
 * Compiles TypeScript to `dist/`, which it empties first, and packs the programs of the service (`pack.js`). Takes the
 * folders to compile; by default those of the service.
 *
 * Plain JavaScript, because it runs before anything is compiled.
 */
const { chmod, cp, mkdir, rm, writeFile } = require('node:fs/promises');
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { transformFile } = require('@swc/core');
const { bin } = require('../package.json');
const { findFiles, forEachFile, noteSources, output, serviceFolders } = require('./built-sources');
const { compileOptions, typescript } = require('./compile-options');
const { pack } = require('./pack');

async function compile(file) {
  const target = join(output, file.replace(/\.ts$/, '.js'));
  const { code } = await transformFile(file, { ...compileOptions(typescript), swcrc: false });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
}

/** `npx` runs the commands of the package as programs, if the build contains them. */
const makeExecutable = () =>
  Promise.all(
    Object.values(bin)
      .filter((file) => existsSync(file))
      .map((file) => chmod(file, 0o755)),
  );

/** Copies data files that the code imports. */
async function copy(file) {
  await cp(file, join(output, file));
}

async function build(folders) {
  const files = (await Promise.all(folders.map(findFiles))).flat();
  await forEachFile(
    files.filter((file) => file.endsWith('.ts')),
    compile,
  );
  await forEachFile(
    files.filter((file) => file.endsWith('.json') && !file.endsWith('tsconfig.json')),
    copy,
  );
}

async function main(folders) {
  if (folders.length > 0) return build(folders);
  await rm(output, { recursive: true, force: true });
  const writeSources = await noteSources();
  await build(serviceFolders);
  await pack(output);
  await makeExecutable();
  await writeSources();
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
