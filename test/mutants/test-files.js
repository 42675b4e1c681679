const { relative } = require('node:path');
const { performance } = require('node:perf_hooks');
const { SearchSource } = require('jest');
const { readConfigs } = require('jest-config');
const { default: JestRunner } = require('jest-runner');
const { default: Runtime } = require('jest-runtime');
const { idOf, plan } = require('./environment');
const { belongsToPart } = require('./parts');

/** The projects whose tests can run one after the other in one process. */
const projects = ['unit', 'sqlite'];

/** Options that Jest reads from its command line. */
const jestArguments = { $0: 'jest', _: [], runInBand: true, watchman: false };

const environment = require.resolve('./environment');

/** The project with an environment that can run selected tests, and fails fast. */
const observed = (config) => ({
  ...config,
  moduleNameMapper: [...config.moduleNameMapper, ['^fast-check$', require.resolve('./short-properties')]],
  globals: { ...config.globals, fastCheckPath: require.resolve('fast-check') },
  testEnvironment: environment,
  testEnvironmentOptions: { ...config.testEnvironmentOptions, observes: config.testEnvironment },
});

/**
 * Runs test files of this repository many times within this process. Jest scans the repository only once, and modules
 * of the service stay loaded between files.
 */
class TestFiles {
  #globalConfig;
  #byPath;

  constructor(globalConfig, byPath) {
    this.#globalConfig = globalConfig;
    this.#byPath = byPath;
  }

  /** Finds the test files of a part of an area (`areas.js`), below the working directory. */
  static async find(part) {
    const { globalConfig, configs } = await readConfigs(jestArguments, [process.cwd()]);
    const chosen = configs.filter(({ displayName }) => projects.includes(displayName?.name));
    const byPath = new Map();
    for (const config of chosen.map(observed)) {
      const context = await Runtime.createContext(config, { maxWorkers: 1, watch: false, watchman: false });
      const { tests } = await new SearchSource(context).getTestPaths(globalConfig, config);
      for (const { path } of tests) {
        const file = relative(process.cwd(), path);
        if (belongsToPart(part, file)) byPath.set(file, { path, context });
      }
    }
    return new TestFiles(globalConfig, byPath);
  }

  get paths() {
    return [...this.#byPath.keys()];
  }

  /** Whether a file uses the shared test server. */
  needsServer(file) {
    return this.#byPath.get(file).context.config.displayName.name !== 'unit';
  }

  /**
   * Runs tests of a file: all, or those with the given ids; stops after a failure if `stopsAtFailure` is set. `begins`
   * is called for each test, and for hooks with the id of the file. Returns the result of each test, and the duration
   * of the file in milliseconds.
   */
  async run(file, { ids, stopsAtFailure = false, begins = async () => {} } = {}) {
    Object.assign(plan, { isChosen: (id) => !ids || ids.has(id), stopsAtFailure, begins });
    const begun = performance.now();
    const runner = new JestRunner(this.#globalConfig, {});
    const outcome = new Promise((done) => {
      runner.on('test-file-success', ([, result]) => done(result));
      runner.on('test-file-failure', ([, error]) => done({ testExecError: error, testResults: [] }));
    });
    await runner.runTests([this.#byPath.get(file)], { isInterrupted: () => false }, { serial: true });
    const { testExecError, testResults } = await outcome;
    return {
      file,
      took: performance.now() - begun,
      error: testExecError && String(testExecError.stack ?? testExecError.message),
      tests: testResults.map(({ fullName, status, duration, failureMessages }) => ({
        id: idOf(file, fullName),
        status,
        took: duration ?? 0,
        failure: failureMessages.join('\n'),
      })),
    };
  }
}

module.exports = { TestFiles };
