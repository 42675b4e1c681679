/**
 * Mutates the code of some areas in one place at a time, and runs the tests of the area, which have to notice: `npm run
 * test:mutants -- limits sharing`, or all areas without names, which takes hours; `alerts:unit` is a part of an area.
 * `limits src/graph/limits/cost.ts:40-60` mutates only these lines. Lists surviving mutants, and fails if they are more
 * than a tenth, or if `test/mutants/accepted.json` lacks one of them.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { isAccepted, textsOf } = require('./accepted');
const areas = require('./areas');
const { unmatched } = require('./parts');

const leastScore = 90;
const noticed = ['Killed', 'Timeout'];
const unnoticed = ['Survived', 'NoCoverage'];

/** The mutants of a report: place, original code and replacement. */
const mutantsOf = (report) =>
  Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({
      ...textsOf(file, source, mutant),
      line: mutant.location.start.line,
      status: mutant.status,
    })),
  );

const memoryFolder = '/dev/shm';

/** The mutants of a part of an area, each with the result of the tests. Throws when the tests fail without a mutant. */
function tested(area, part, places) {
  const moved = unmatched(areas[area][part]);
  if (moved.length > 0)
    throw new Error(`${area} (${part}) names ${moved.join(', ')}, which matches no file.`);
  const chosen = places.length > 0 ? ['--mutate', places.join(',')] : [];
  // Killed servers leave their files behind.
  const folder = mkdtempSync(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), 'mutants-'));
  try {
    const { status } = spawnSync('npx', ['stryker', 'run', 'test/mutants/stryker.config.js', ...chosen], {
      stdio: 'inherit',
      env: { ...process.env, MUTANTS_AREA: area, MUTANTS_PART: part, TMPDIR: folder },
    });
    if (status !== 0) throw new Error(`The tests of ${area} (${part}) could not be run.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return mutantsOf(JSON.parse(readFileSync(`reports/mutants/${area}-${part}.json`, 'utf8')));
}

function isWellTested(area, parts, places) {
  const all = parts.flatMap((part) => tested(area, part, places));
  const survivors = all.filter((mutant) => unnoticed.includes(mutant.status));
  const killed = all.filter((mutant) => noticed.includes(mutant.status)).length;
  const score = (100 * killed) / Math.max(1, killed + survivors.length);
  const unknown = survivors.filter((mutant) => !isAccepted(mutant));
  const lines = [
    `${area} (${parts.join(', ')}): ${killed} of ${killed + survivors.length} noticed, ${score.toFixed(1)} %`,
    ...unknown.map(({ file, line, from, to }) => `${file}:${line} ${from} -> ${to}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return score >= leastScore && unknown.length === 0;
}

/** Parses an argument such as `alerts` or `alerts:unit`. Throws when it is unknown. */
function partsOf(asked) {
  const [area, part] = asked.split(':');
  const parts = Object.keys(areas[area] ?? {}).filter((each) => part === undefined || each === part);
  if (parts.length === 0)
    throw new Error(`There is no area ${asked}; there are ${Object.keys(areas).join(', ')}.`);
  return [area, parts];
}

try {
  const isPlace = (argument) => argument.startsWith('src/');
  const asked = process.argv.slice(2);
  const places = asked.filter(isPlace);
  const names = asked.filter((argument) => !isPlace(argument));
  const results = (names.length > 0 ? names : Object.keys(areas))
    .map(partsOf)
    .map(([area, parts]) => isWellTested(area, parts, places));
  if (results.includes(false)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
