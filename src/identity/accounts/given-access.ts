import type { AuditService } from '../audit/audit.service';
import type { EndGivenAccess } from '../../platform/composition/area';
import type { Database } from '../../platform/database/database';
import type { OutboxHandler } from '../../platform/outbox/outbox-worker';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { accountTakenTopic, type AccountTakeover } from './account-takeovers.service';

/** Outbox topic: perform one step of a takeover. */
const endGivenTopic = 'end-given-access';

interface Message extends AccountTakeover {
  /** Name of the step. */
  area: string;
}

/**
 * Ends what an account has given others access by, in all areas, when the owner of its address has taken it over. Each
 * step is a separate message, so a failing one does not delay others.
 */
export function endGivenAccess(
  steps: Readonly<Record<string, EndGivenAccess>>,
  { audit, database, outbox }: { audit: AuditService; database: Database; outbox: OutboxService },
): Record<string, OutboxHandler> {
  return {
    [accountTakenTopic]: (payload) =>
      database.transaction(async (manager) => {
        for (const area of Object.keys(steps))
          await outbox.add(manager, endGivenTopic, { ...(payload as AccountTakeover), area });
      }),
    [endGivenTopic]: async (payload) => {
      const message = payload as Message;
      const step = steps[message.area];
      // A process of a later release has added it, and performs it.
      if (!step) throw new Error(`There is no step ${message.area} of takeovers.`);
      await audit.during([], async () => step(message), message.deed);
    },
  };
}
