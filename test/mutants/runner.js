/**
 * How Stryker runs our tests: within one process, against one server, which are kept while one change of the code after
 * the other is switched on. Stryker starts the process anew when a change makes it hang.
 */
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, relative, resolve } = require('node:path');
const { performance } = require('node:perf_hooks');
const { isAccepted, textsOf } = require('./accepted');
const areas = require('./areas');
const { KeptServer } = require('./kept-server');
const { Switches } = require('./switches');
const { TestFiles } = require('./test-files');

const { MUTANTS_AREA: area, MUTANTS_PART: part } = process.env;

/** Results of the first run without mutants, for later processes. */
const notes = 'dry-run.json';

/** Milliseconds. Slower tests only run if no other one has noticed a mutant. */
const slow = 2_000;

/** Number of noticed mutants after which the server is checked, because one may have corrupted it. */
const mostUnchecked = 5;

const root = resolve(__dirname, '../..');

/** What became of each mutant, as the run goes on; Stryker tells of it at the end. */
const journal = join(root, `reports/mutants/${area}-${part}.jsonl`);

/** Numbers that Stryker gives to what may become of a test. */
const [success, failed, skipped] = [0, 1, 2];
const statusOf = { passed: success, failed };

class Runner {
  #switches = new Switches();
  #server = new KeptServer(this.#switches);
  #files;
  /** By test id: its file and duration. */
  #known = new Map();
  /** Files whose tests depend on one another, so that they always run completely. */
  #whole = new Set();
  /** Tests known to pass without any mutant, also when they run alone. */
  #sound = new Set();
  #unchecked = 0;
  #lastKiller;

  async init() {
    process.env.NODE_ENV = 'test';
    process.env.FORCE_COLOR = '0';
    await this.#switches.open();
    this.#files = await TestFiles.find(areas[area][part]);
    // No test covers code that runs while modules are loaded.
    if (this.#files.paths.some((file) => this.#files.needsServer(file))) {
      require('reflect-metadata');
      require(resolve('dist/src/app.js'));
    }
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  /** Runs all tests without mutants, and records what each covers. A failing one is retried once. */
  async dryRun() {
    const tests = [];
    mkdirSync(dirname(journal), { recursive: true });
    writeFileSync(journal, '');
    const begins = (test) => this.#switches.attribute(test);
    for (const file of this.#files.paths) {
      let run = await this.#run(file, { begins });
      if (run.error || run.tests.some(({ status }) => status === 'failed'))
        run = await this.#run(file, { begins });
      if (run.error) return { status: 'error', errorMessage: `${file}: ${run.error}` };
      const around = Math.max(0, run.took - run.tests.reduce((sum, { took }) => sum + took, 0));
      for (const { id, took } of run.tests) this.#known.set(id, { file, took, around });
      // Shared out among the tests, or Stryker would wait for all of it before it takes any mutant for one that hangs.
      const share = around / Math.max(1, run.tests.length);
      tests.push(...run.tests.map((test) => reported(file, { ...test, took: test.took + share })));
    }
    await this.#switches.attribute(null);
    const mutantCoverage = this.#byTest(await this.#switches.coverage());
    writeFileSync(notes, JSON.stringify([...this.#known]));
    return { status: 'complete', tests, mutantCoverage };
  }

  /** Runs the tests that cover a mutant until one of them notices it. Skips accepted mutants. */
  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const texts = textsOfActive(activeMutant);
    if (isAccepted(texts)) return { status: 'survived', nrOfTests: 0 };
    const begun = performance.now();
    const result = await this.#tried(activeMutant, testFilter, hitLimit);
    const { line } = activeMutant.location.start;
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const { status, killedBy, errorMessage } = result;
    const entry = { status, line: line + 1, ...texts, seconds, killedBy, errorMessage };
    appendFileSync(journal, `${JSON.stringify(entry)}\n`);
    return result;
  }

  async #tried(activeMutant, testFilter, hitLimit) {
    if (this.#known.size === 0) this.#known = new Map(JSON.parse(readFileSync(notes, 'utf8')));
    const ids = testFilter ?? [...this.#known.keys()];
    const attempt = () => this.#firstFailure(ids, activeMutant.id, hitLimit);
    let failure = await attempt();
    if (failure && !(await this.#isSound(failure))) {
      await this.#server.stop();
      if (!(await this.#passesAlone(failure))) this.#whole.add(failure.file);
      failure = await attempt();
      if (failure && !(await this.#passesAlone(failure)))
        return { status: 'error', errorMessage: `${failure.id} fails without any mutant, too.` };
    }
    if (!failure) return { status: 'survived', nrOfTests: ids.length };
    this.#lastKiller = failure.id;
    return {
      status: 'killed',
      killedBy: [failure.id],
      failureMessage: failure.failure.slice(0, 2_000),
      nrOfTests: ids.length,
    };
  }

  async dispose() {
    this.#switches.close();
    await this.#server.stop();
  }

  async #run(file, options) {
    if (this.#files.needsServer(file)) await this.#server.start();
    return this.#files.run(file, options);
  }

  /** The first test that notices the mutant; undefined if none does. */
  async #firstFailure(ids, mutant, hitLimit) {
    try {
      for (const { file, chosen } of this.#inOrder(ids)) {
        if (this.#files.needsServer(file)) await this.#server.start();
        await this.#switches.activate(mutant, hitLimit);
        const options = { ids: this.#whole.has(file) ? undefined : new Set(chosen), stopsAtFailure: true };
        const { error, tests } = await this.#files.run(file, options);
        const test = tests.find(({ status }) => status === 'failed');
        if (test) return { ...test, file };
        if (error) return { id: chosen[0], file, failure: error };
      }
      return undefined;
    } finally {
      await this.#switches.activate(null);
    }
  }

  /**
   * False if a test has failed for another reason than the mutant. Checked only occasionally, because it takes time.
   */
  async #isSound(failure) {
    this.#unchecked += 1;
    if (this.#sound.has(failure.id) && this.#unchecked < mostUnchecked) return true;
    this.#unchecked = 0;
    if (!(await this.#passesAlone(failure))) return false;
    this.#sound.add(failure.id);
    return true;
  }

  /** Whether a test passes without any mutant. */
  async #passesAlone({ id, file }) {
    const { error, tests } = await this.#run(file, {
      ids: this.#whole.has(file) ? undefined : new Set([id]),
    });
    return !error && tests.every(({ status }) => status !== 'failed');
  }

  /** The tests by file: first the one that noticed the last mutant, then the fastest ones. */
  #inOrder(ids) {
    const parts = new Map();
    for (const id of ids) {
      const { file, took, around } = this.#known.get(id);
      const name = took > slow ? id : file;
      if (!parts.has(name)) parts.set(name, { file, chosen: [], cost: around });
      parts.get(name).chosen.push(id);
      parts.get(name).cost += took;
    }
    const files = [...parts.values()].sort((a, b) => a.cost - b.cost);
    const last = this.#known.get(this.#lastKiller);
    if (!last || last.took > slow || !ids.includes(this.#lastKiller)) return files;
    return [{ file: last.file, chosen: [this.#lastKiller] }, ...files];
  }

  /**
   * Code covered by hooks of a file counts for each of its tests, except what also runs while modules are loaded: a
   * unit test loads them anew, but the server does not.
   */
  #byTest({ static: atStart, perTest }) {
    const reached = {};
    for (const [id, { file }] of this.#known) {
      const counts = (reached[id] = { ...perTest[id] });
      for (const [mutant, count] of Object.entries(perTest[file] ?? {}))
        if (!(mutant in atStart)) counts[mutant] = (counts[mutant] ?? 0) + count;
    }
    return { static: atStart, perTest: reached };
  }
}

/** Lines and columns of Stryker count from zero, those of its reports from one. */
function textsOfActive({ fileName, location, replacement }) {
  const [start, end] = [location.start, location.end].map(({ line, column }) => ({
    line: line + 1,
    column: column + 1,
  }));
  const source = readFileSync(fileName, 'utf8');
  return textsOf(relative(root, fileName), source, { location: { start, end }, replacement });
}

const reported = (file, { id, status, took, failure }) => ({
  id,
  name: id,
  fileName: resolve(file),
  timeSpentMs: took,
  status: statusOf[status] ?? skipped,
  failureMessage: failure,
});

exports.strykerPlugins = [{ kind: 'TestRunner', name: 'kept', injectableClass: Runner }];
