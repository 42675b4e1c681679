/**
 * Loads the built files of the service from the worker's module registry, because loading the service for each test
 * file would take longer than the tests of most files.
 */
const { join, relative } = require('node:path');

module.exports = {
  process(_source, file, { config }) {
    const built = join(config.rootDir, 'dist', relative(config.rootDir, file).replace(/\.ts$/, '.js'));
    // Code that starts the servers runs outside the globals of tests.
    return { code: `module.exports = (globalThis.requireBuilt ?? require)(${JSON.stringify(built)});` };
  },
};
