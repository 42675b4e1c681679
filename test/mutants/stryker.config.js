/**
 * How Stryker changes the part of an area that `MUTANTS_AREA` and `MUTANTS_PART` name, for `npm run test:mutants`. It
 * copies the repository, puts all changes into the sources, and has `runner.js` switch on one at a time.
 */
const areas = require('./areas');

const { MUTANTS_AREA: area, MUTANTS_PART: part } = process.env;

module.exports = {
  testRunner: 'kept',
  plugins: ['./test/mutants/runner.js'],
  buildCommand: 'node scripts/build.js',
  mutate: areas[area][part].mutate,
  // Texts are for people; their exact wording does not matter.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  // Code that runs while modules are loaded would need a new process for each mutant.
  ignoreStatic: true,
  disableTypeChecks: false,
  // Maximum duration of all tests of an area.
  dryRunTimeoutMinutes: 60,
  // For waits that time out, of which a test may have several, and infinite loops.
  timeoutMS: 40_000,
  timeoutFactor: 3,
  // Jest leaks some memory with each run.
  maxTestRunnerReuse: 150,
  concurrency: 1,
  ignorePatterns: ['dist', 'reports', 'var', 'docs', 'docker'],
  packageManager: 'npm',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `reports/mutants/${area}-${part}.json` },
  tsconfigFile: 'none',
};
