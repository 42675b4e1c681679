// Runs the fault tests and prints the outcome of writes under each fault: `npm run faults`. Arguments go to Jest.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Test files that report figures (`test/support/fault-figures.ts`). */
const programs = [
  'storms',
  'cluster-storm',
  'sqlite-file',
  'lost-backends',
  'unusable-file',
  'read-only-disk',
  'full-database-disk',
  'clock-steps',
];

const heads = ['Fault', 'Database', 'Tried', 'Acknowledged', 'Lost', 'Doubled', 'Longest silence'];

const lineOf = ({ fault, database, tried, acknowledged, lost, doubled, longestSilence }) => [
  fault,
  database,
  ...[tried, acknowledged, lost, doubled].map(String),
  longestSilence === undefined ? '' : `${(longestSilence / 1000).toFixed(1)} s`,
];

/** Adds up figures of the same fault on the same database. */
function together(figures) {
  const lines = new Map();
  for (const one of figures) {
    const key = `${one.fault} ${one.database}`;
    const sum = lines.get(key);
    if (!sum) lines.set(key, { ...one });
    else {
      for (const name of ['tried', 'acknowledged', 'lost', 'doubled']) sum[name] += one[name];
      sum.longestSilence = Math.max(sum.longestSilence ?? 0, one.longestSilence ?? 0);
    }
  }
  return [...lines.values()];
}

function table(figures) {
  const rows = [heads, ...together(figures).map(lineOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const [head, ...others] = rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  '),
  );
  return [head, widths.map((width) => '-'.repeat(width)).join('  '), ...others].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'glycograph-faults-'));
const file = join(folder, 'figures');
const pattern = `test/faults/(${programs.join('|')})\\.test\\.ts$`;
const { status } = spawnSync(
  process.execPath,
  [
    require.resolve('jest/bin/jest'),
    '--selectProjects=faults',
    '--maxWorkers=1',
    `--testPathPatterns=${pattern}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, FAULT_FIGURES_FILE: file } },
);
const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
console.log(`\n${table(lines.map((line) => JSON.parse(line)))}`);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
