// Preloaded into a server (`--require`): moves its clock by the milliseconds in CLOCK_FILE. The file is read at start
// and on each SIGUSR2. Timers are unaffected, as on a machine whose clock is set.
const { readFileSync } = require('node:fs');

const RealDate = Date;
let ahead = 0;

const look = () => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
};
look();
process.on('SIGUSR2', look);

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
