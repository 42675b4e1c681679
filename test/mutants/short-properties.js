/**
 * fast-check for tests that run many times: mutants only need to know whether a property fails, without shrinking the
 * counterexample.
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
