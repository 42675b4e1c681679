import { defineArea, keepsNothing, type Base } from '../composition/area';
import { DatabaseCounters } from './database-counters';
import { openBuckets, openCounterStore } from './open-counter-store';
import { ThrottleCounterEntity } from './throttle-counter.entity';
import { createThrottles } from './throttles';
import { TransactionThrottle } from './transaction-throttle';

/** Rate limits. */
export const throttleArea = defineArea({
  name: 'throttle',
  entities: [ThrottleCounterEntity],
  create({ config, database, log }: Base) {
    const databaseCounters = new DatabaseCounters(database);
    const counters = openCounterStore(config, databaseCounters, log);
    const toAddress = { name: 'mail', events: config.MAILS_PER_HOUR, seconds: 3600 };
    const byAccount = { name: 'mail-by', events: config.MAILS_SENT_PER_HOUR, seconds: 3600 };
    return {
      databaseCounters,
      counters,
      buckets: openBuckets(counters),
      throttles: createThrottles(counters, config),
      mailThrottle: new TransactionThrottle(databaseCounters, toAddress),
      senderThrottle: new TransactionThrottle(databaseCounters, byAccount),
    };
  },
  // Counters use digests as keys and expire within hours.
  forgets: keepsNothing,
  purges: ({ databaseCounters }) => ({ throttle: databaseCounters }),
  close: ({ counters }) => counters.close(),
});
