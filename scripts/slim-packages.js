/**
 * Deletes from the packages of the service what nothing of it reads: builds for browsers and other module formats, sources,
 * source maps, and programs for other systems. They are a third of an installation. npm runs this after each.
 */
const { existsSync, readdirSync, readFileSync, rmSync } = require('fs');
const { join, sep } = require('path');

const root = join(__dirname, '..');

/** Ends of folders, from the package's name on. */
const unread = [
  /\/better-sqlite3\/(deps|src)$/,
  /\/typeorm\/browser$/,
  /\/zod\/src$/,
  /\/@(aws-sdk|smithy)\/[\w-]+\/dist-es$/,
  /\/@opentelemetry\/[\w-]+\/build\/(esm|esnext)$/,
];

const isSourceMap = (path) => path.endsWith('.map');

const isOfAnotherSystem = (path) => {
  const [, system, processor] =
    /\/better-sqlite3\/prebuilds\/([a-z]+\d*?)(?:musl)?-(\w+)\.node$/.exec(path) ?? [];
  return system !== undefined && (system !== process.platform || processor !== process.arch);
};

function slim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const place = path.split(sep).join('/');
    if (entry.isDirectory()) {
      // Packages within a package have their own turn.
      if (unread.some((end) => end.test(place))) rmSync(path, { recursive: true });
      else if (entry.name !== 'node_modules') slim(path);
    } else if (isSourceMap(place) || isOfAnotherSystem(place)) rmSync(path);
  }
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
for (const [place, { dev, link }] of Object.entries(packages)) {
  const folder = join(root, place);
  if (place.includes('node_modules/') && !dev && !link && existsSync(folder)) slim(folder);
}
