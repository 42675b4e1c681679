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
  // Texts are for people; which one it is harms nobody.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  // What is worked out while modules are loaded would take a new process for each change.
  ignoreStatic: true,
  disableTypeChecks: false,
  // How long all tests of an area may take.
  dryRunTimeoutMinutes: 60,
  // For waits in vain, of which a test may have several, and loops without an end.
  timeoutMS: 40_000,
  timeoutFactor: 3,
  // Jest keeps some of what each run has loaded.
  maxTestRunnerReuse: 150,
  concurrency: 1,
  ignorePatterns: ['dist', 'reports', 'var', 'docs', 'docker'],
  packageManager: 'npm',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `reports/mutants/${area}-${part}.json` },
  tsconfigFile: 'none',
};
