// Loaded into a server before anything else (`--require`): its clock is ahead by what CLOCK_FILE says, in milliseconds.
// The file is read at the start and on each SIGUSR2. Timers go on as they are, as with a machine whose clock is set.
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
