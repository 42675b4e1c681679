const { projects, ...rest } = require('./jest.config.js');

/** Says to the tests of properties that they may try often; the workers inherit it. */
process.env.TEST_FORM = 'long';

/** Tests of properties that are part of `npm test`, too, with fewer runs. */
const properties = ['changed-bodies', 'bad-input', 'execution-properties'].map(
  (name) => `<rootDir>/test/**/${name}.test.ts`,
);

/** Tests that run for hours. They are no part of `npm test`. */
module.exports = {
  ...rest,
  projects: projects.flatMap((project) => {
    const { displayName } = project;
    if (displayName === 'browser') return [];
    if (displayName !== 'faults') return [{ ...project, testMatch: properties }];
    return [{ ...project, displayName: 'long', testMatch: ['<rootDir>/test/long/**/*.test.ts'] }];
  }),
  // The longest of them takes several hours.
  testTimeout: 12 * 3_600_000,
};
