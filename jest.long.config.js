const { projects, ...rest } = require('./jest.config.js');

/** Tests that run for hours. They are no part of `npm test`. */
module.exports = {
  ...rest,
  projects: projects
    .filter(({ displayName }) => displayName === 'faults')
    .map((faults) => ({
      ...faults,
      displayName: 'long',
      testMatch: ['<rootDir>/test/long/**/*.test.ts'],
    })),
  // The longest of them takes several hours.
  testTimeout: 12 * 3_600_000,
};
