/**
 * How Stryker mutates the part of an area that `MUTANTS_AREA` and `MUTANTS_PART` name, for `npm run test:mutants`. It
 * copies the repository, puts all mutants into the sources, and runs the tests for each of them. One mutant at a time is
 * switched on: within the process of the tests, or by an environment variable that servers that tests start get, too
 * (`test/support/server-process.ts`).
 */
const areas = require('./areas');

const { MUTANTS_AREA: area, MUTANTS_PART: part } = process.env;
const { mutate, tests } = areas[area][part];

const runners = {
  unit: () => ({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { projectType: 'custom', configFile: 'test/mutants/jest.config.js', enableFindRelatedTests: false },
    testFiles: tests.map((folder) => `${folder}/**/*.test.ts`),
    coverageAnalysis: 'perTest',
    // Whatever is worked out as a module is loaded would be loaded anew, with all tests, for each mutant.
    ignoreStatic: true,
    // A loop without an end.
    timeoutMS: 15_000,
    // Jest keeps what each run has loaded.
    maxTestRunnerReuse: 60,
  }),
  served: () => ({
    testRunner: 'command',
    // A test that hangs is found out by the limits of its waits; a machine that is busy must not look like that.
    timeoutMS: 120_000,
    buildCommand: 'node scripts/build.js',
    commandRunner: {
      command: `npx jest --bail --maxWorkers=1 --selectProjects sqlite --testPathPatterns '${tests}'`,
    },
  }),
};

module.exports = {
  ...runners[part](),
  packageManager: 'npm',
  mutate,
  // Texts are for people; which one it is harms nobody.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist', 'reports', 'var', 'docs', 'docker'],
  concurrency: 1,
  timeoutFactor: 4,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `reports/mutants/${area}-${part}.json` },
  tsconfigFile: 'none',
};
