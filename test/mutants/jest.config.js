/** The tests of pure functions alone, as Stryker runs them within its own process. */
const { resolve } = require('node:path');

const { projects } = require(resolve('jest.config.js'));
const unit = projects.find(({ displayName }) => displayName === 'unit');

// Stryker knows projects by other means than their names.
module.exports = { ...unit, displayName: undefined };
