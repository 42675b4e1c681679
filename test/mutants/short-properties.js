/**
 * fast-check for tests that are run again and again: whoever tries mutants asks whether a property seems to hold, and not
 * for the smallest value for which it does not.
 */
const fastCheck = require(globalThis.fastCheckPath);

const mostRuns = 30;

const assert = (property, parameters = {}) =>
  fastCheck.assert(property, {
    ...parameters,
    numRuns: Math.min(parameters.numRuns ?? mostRuns, mostRuns),
    endOnFailure: true,
  });

module.exports = { ...fastCheck, assert, default: { ...fastCheck.default, assert }, __esModule: true };
