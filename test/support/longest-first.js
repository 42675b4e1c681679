const Sequencer = require('@jest/test-sequencer').default;

/** What takes longest, in that order: begun last, it would be waited for alone. */
const longest = [
  'simulation/two-processes',
  'simulation/sqlite',
  'simulation/mysql',
  'faults/resuming',
  'faults/backups',
  'generated/',
  'faults/settings',
  'browser/pages',
  'permissions/matrix',
  'records/data/orders',
  'browser/log-in-pages',
  'records/data/deleting-under-load',
  'token-service/token-lifetimes',
  'browser/explorer',
  'general/demo-questions',
];

const rank = ({ path }) => {
  const index = longest.findIndex((part) => path.includes(part));
  return index < 0 ? longest.length : index;
};

/** Jest knows how long files take once it has run them; a fresh clone has not. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
};
