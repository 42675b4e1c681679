/**
 * A Jest environment that runs only selected tests, stops after the first failure, and tells the runner which test is
 * about to start.
 */

/** Run options of the file: `isChosen`, `stopsAtFailure` and `begins`; see `TestFiles.run`. */
const plan = {};

/** Identifies a test within its project by its file and name. */
const idOf = (file, fullName) => `${file} ${fullName}`;

const fullNameOf = ({ name, parent }) => (parent ? [fullNameOf(parent), name].filter(Boolean).join(' ') : '');

const testsIn = ({ children }) =>
  children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

const observed = (Base) =>
  class extends Base {
    #file;

    constructor(config, context) {
      super(config, context);
      this.#file = context.testPath.slice(config.projectConfig.rootDir.length + 1);
      // Code loaded only for this file is switched like all other code.
      this.global.__stryker__ = globalThis.__stryker__;
    }

    async setup() {
      await plan.begins(this.#file);
      await super.setup();
    }

    async handleTestEvent({ name, test }, { rootDescribeBlock }) {
      if (name === 'run_start') {
        for (const each of testsIn(rootDescribeBlock))
          if (!plan.isChosen(this.#idOf(each))) each.mode = 'skip';
      }
      if (name === 'test_started') await plan.begins(this.#idOf(test));
      if (name === 'test_done') await this.#ended(test, rootDescribeBlock);
    }

    async #ended(test, root) {
      if (plan.stopsAtFailure && test.errors.length > 0)
        for (const each of testsIn(root)) if (each.status === null) each.mode = 'skip';
      await plan.begins(this.#file);
    }

    #idOf(test) {
      return idOf(this.#file, fullNameOf(test));
    }
  };

/** Jest creates it with `new`; its options name the base class. */
function Environment(config, context) {
  const Base = require(config.projectConfig.testEnvironmentOptions.observes);
  return new (observed(Base.TestEnvironment ?? Base))(config, context);
}

module.exports = Object.assign(Environment, { idOf, plan });
