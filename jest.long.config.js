const { projects, ...rest } = require('./jest.config.js');

/** Tells property tests to run longer; workers inherit it. */
process.env.TEST_FORM = 'long';

/** Tests that are also part of `npm test`, with fewer runs. */
const properties = [
  'changed-bodies',
  'bad-input',
  'data/orders',
  'graph/changing-lists',
  'execution-properties',
].map((name) => `<rootDir>/test/**/${name}.test.ts`);

/** Tests that run for hours. They are not part of `npm test`. */
module.exports = {
  ...rest,
  projects: projects.flatMap((project) => {
    const { displayName } = project;
    if (displayName === 'browser') return [];
    if (displayName !== 'faults') return [{ ...project, testMatch: properties }];
    return [{ ...project, displayName: 'long', testMatch: ['<rootDir>/test/long/**/*.test.ts'] }];
  }),
  // The longest test takes several hours.
  testTimeout: 12 * 3_600_000,
};
