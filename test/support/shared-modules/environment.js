const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

/** What fake timers replace: the tests and the service must see the same clock. */
const clock = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
];

/** A test file's own globals, but modules of the service and the clock that belong to the worker; see transformer.js. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.requireBuilt = require;
    // The service asks of what tests throw whether it is an error.
    this.global.Error = Error;
    for (const name of clock) {
      Object.defineProperty(this.global, name, { configurable: true, get: () => globalThis[name] });
    }
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
  }
};
