const { writeFileSync } = require('node:fs');

/**
 * A Jest reporter that writes how the tests went to the file that TEST_COUNTS_FILE names: in the first line how many
 * passed and failed in files of which nothing failed, or that were run to count; below, the files in which something
 * failed. A test file that cannot be run counts as one failed test. With TEST_COUNTS_ALL every file counts.
 */
module.exports = class CountReporter {
  onRunComplete(_contexts, { testResults }) {
    const isBad = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError != null;
    const bad = [...new Set(testResults.filter(isBad).map(({ testFilePath }) => testFilePath))];
    const counted = process.env.TEST_COUNTS_ALL
      ? testResults
      : testResults.filter(({ testFilePath }) => !bad.includes(testFilePath));
    const sum = (count) => counted.reduce((total, result) => total + count(result), 0);
    const passed = sum(({ numPassingTests }) => numPassingTests);
    const failed = sum((result) => result.numFailingTests || (isBad(result) ? 1 : 0));
    writeFileSync(process.env.TEST_COUNTS_FILE, [`${passed} ${failed}`, ...bad, ''].join('\n'));
  }
};
