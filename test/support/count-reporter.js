const { writeFileSync } = require('node:fs');

/**
 * A Jest reporter that writes results to the file named by TEST_COUNTS_FILE: in the first line, the numbers of passed
 * and failed tests in files without failures, or in files run for counting; below, the files with failures. A file that
 * cannot run counts as one failed test. With TEST_COUNTS_ALL every file counts.
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
