const Sequencer = require('@jest/test-sequencer').default;

/** What takes longest, in that order: begun last, it would be waited for alone. */
const longest = [
  'simulation/two-processes',
  'simulation/mysql',
  'generated/strangers',
  'faults/lost-backends',
  'faults/ehr-messages',
  'simulation/sqlite',
  'faults/resuming',
  'faults/traces',
  'faults/backups',
  'generated/',
  'faults/settings',
  'faults/sqlite-file',
  'faults/metrics',
  'identity/administration/command',
  'browser/pages',
  'auth/deleting-under-load',
  'subscriptions/token-lifetimes',
  'graph/list-pages',
  'permissions/matrix',
  'browser/log-in-pages',
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
