/**
 * Changes the code of some areas a little, in one place at a time, and runs the tests of the area, which have to notice:
 * `npm run test:mutants -- limits sharing`, or without names all areas, which takes hours; `alerts:unit` is the part of an
 * area that takes minutes. Says what was not noticed, and fails when that is more than a tenth or something that
 * `test/mutants/accepted.json` does not name with a reason.
 */
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const areas = require('./areas');

const leastScore = 90;
const noticed = ['Killed', 'Timeout'];
const unnoticed = ['Survived', 'NoCoverage'];

const accepted = JSON.parse(readFileSync('test/mutants/accepted.json', 'utf8'));

const textAt = (source, { start, end }) => {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines.unshift(lines.shift().slice(start.column - 1));
  return lines.join('\n');
};

/** The mutants of a report: where, what stood there and what took its place. Lines change; the texts do not. */
const mutantsOf = (report) =>
  Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ location, replacement, status }) => ({
      file,
      line: location.start.line,
      on: source.split('\n')[location.start.line - 1].trim(),
      from: textAt(source, location),
      to: replacement,
      status,
    })),
  );

const isAccepted = (mutant) =>
  accepted.some((known) => ['file', 'on', 'from', 'to'].every((name) => known[name] === mutant[name]));

/** The mutants of a part of an area, each with what the tests have said. Throws when they fail by themselves. */
function tested(area, part) {
  const { status } = spawnSync('npx', ['stryker', 'run', 'test/mutants/stryker.config.js'], {
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_AREA: area, MUTANTS_PART: part },
  });
  if (status !== 0) throw new Error(`The tests of ${area} (${part}) could not be run.`);
  return mutantsOf(JSON.parse(readFileSync(`reports/mutants/${area}-${part}.json`, 'utf8')));
}

function isWellTested(area, parts) {
  const all = parts.flatMap((part) => tested(area, part));
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

/** What `alerts` or `alerts:unit` asks for. Throws when there is no such thing. */
function partsOf(asked) {
  const [area, part] = asked.split(':');
  const parts = Object.keys(areas[area] ?? {}).filter((each) => part === undefined || each === part);
  if (parts.length === 0)
    throw new Error(`There is no area ${asked}; there are ${Object.keys(areas).join(', ')}.`);
  return [area, parts];
}

try {
  const asked = process.argv.slice(2);
  const results = (asked.length > 0 ? asked : Object.keys(areas))
    .map(partsOf)
    .map(([area, parts]) => isWellTested(area, parts));
  if (results.includes(false)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
