/**
 * Hands the files of the service to the tests as they were built, from the registry of modules that the worker keeps:
 * loading the service anew for each test file would take longer than most files' tests.
 */
const { join, relative } = require('node:path');

module.exports = {
  process(_source, file, { config }) {
    const built = join(config.rootDir, 'dist', relative(config.rootDir, file).replace(/\.ts$/, '.js'));
    // What starts the servers runs outside of the tests' globals.
    return { code: `module.exports = (globalThis.requireBuilt ?? require)(${JSON.stringify(built)});` };
  },
};
