const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

/** Globals that fake timers replace: tests and service must see the same clock. */
const clock = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
];

/** The globals of a test file, but modules of the service and clock of the worker; see transformer.js. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.requireBuilt = require;
    // The service checks whether values thrown by tests are errors.
    this.global.Error = Error;
    for (const name of clock) {
      Object.defineProperty(this.global, name, { configurable: true, get: () => globalThis[name] });
    }
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
  }
};
