const { writeFileSync } = require('node:fs');

/**
 * A Jest reporter that writes how many tests passed and failed to the file that TEST_COUNTS_FILE names,
 * as two numbers in one line. A test file that cannot be run counts as one failed test.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(process.env.TEST_COUNTS_FILE, `${results.numPassedTests} ${failed}\n`);
  }
};
