/**
 * The environment of a Jest project, of which a test runs when it was chosen, nothing runs after one has failed, and the
 * runner is told which one is about to begin.
 */

/** How the file is to be run: `isChosen`, `stopsAtFailure` and `begins`; see `TestFiles.run`. */
const plan = {};

/** Tells a test from all others of its project: its file, and what it is called there. */
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
      // Code that is loaded for this file alone is switched like all other.
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

/** Jest makes it with `new`; which one it is made of stands in its options. */
function Environment(config, context) {
  const Base = require(config.projectConfig.testEnvironmentOptions.observes);
  return new (observed(Base.TestEnvironment ?? Base))(config, context);
}

module.exports = Object.assign(Environment, { idOf, plan });
