const { relative } = require('node:path');
const { performance } = require('node:perf_hooks');
const { SearchSource } = require('jest');
const { readConfigs } = require('jest-config');
const { default: JestRunner } = require('jest-runner');
const { default: Runtime } = require('jest-runtime');
const { idOf, plan } = require('./environment');

/** The projects whose tests can be run within one process, one after the other. */
const projects = ['unit', 'sqlite'];

/** What Jest takes from its command line. */
const jestArguments = { $0: 'jest', _: [], runInBand: true, watchman: false };

const environment = require.resolve('./environment');

/** The project with an environment that can be asked to run some tests only, which fail quickly. */
const observed = (config) => ({
  ...config,
  moduleNameMapper: [...config.moduleNameMapper, ['^fast-check$', require.resolve('./short-properties')]],
  globals: { ...config.globals, fastCheckPath: require.resolve('fast-check') },
  testEnvironment: environment,
  testEnvironmentOptions: { ...config.testEnvironmentOptions, observes: config.testEnvironment },
});

/**
 * Test files of this repository, run again and again within this process: what Jest knows of the repository is found
 * out once, and modules of the service are kept between files.
 */
class TestFiles {
  #globalConfig;
  #byPath;

  constructor(globalConfig, byPath) {
    this.#globalConfig = globalConfig;
    this.#byPath = byPath;
  }

  /** Finds the files whose paths match. They lie below the working directory. */
  static async find(pattern) {
    const { globalConfig, configs } = await readConfigs(jestArguments, [process.cwd()]);
    const chosen = configs.filter(({ displayName }) => projects.includes(displayName?.name));
    const byPath = new Map();
    for (const config of chosen.map(observed)) {
      const context = await Runtime.createContext(config, { maxWorkers: 1, watch: false, watchman: false });
      const { tests } = await new SearchSource(context).getTestPaths(globalConfig, config);
      for (const { path } of tests) {
        const file = relative(process.cwd(), path);
        if (new RegExp(pattern).test(file)) byPath.set(file, { path, context });
      }
    }
    return new TestFiles(globalConfig, byPath);
  }

  get paths() {
    return [...this.#byPath.keys()];
  }

  /** Whether a file calls the server that tests share. */
  needsServer(file) {
    return this.#byPath.get(file).context.config.displayName.name !== 'unit';
  }

  /**
   * Runs tests of a file: all of them, or those whose ids are given, and no more of them when one has failed and
   * `stopsAtFailure`. `begins` hears of each test, and of what stands around them as that of the file. Returns what
   * became of each test and how long the file took, in milliseconds.
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
