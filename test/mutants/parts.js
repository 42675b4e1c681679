const { globSync } = require('node:fs');
const { sep } = require('node:path');

/** Whether a file, relative to the repository, is one of the tests of a part of an area. */
const belongsToPart = ({ tests }, file) =>
  tests.some((start) => file.split(sep).join('/').startsWith(`test/${start}`));

/** The patterns of a part that match nothing below the working directory, because files have moved. */
function unmatched({ mutate, tests }) {
  const testFiles = globSync('test/**/*.test.ts');
  return [
    ...mutate.filter((pattern) => globSync(pattern).length === 0),
    ...tests.filter((start) => !testFiles.some((file) => belongsToPart({ tests: [start] }, file))),
  ];
}

module.exports = { belongsToPart, unmatched };
