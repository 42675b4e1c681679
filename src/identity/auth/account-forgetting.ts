import type { AuditService } from '../audit/audit.service';
import type { Database } from '../../platform/database/database';
import type { ForgettingStep } from '../../platform/composition/area';
import type { OutboxHandler } from '../../platform/outbox/outbox-worker';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import { accountDeletedTopic, type AccountDeletion } from './account-deletion.service';

/** Outbox topic: perform one step of a deletion. */
const forgetAccountTopic = 'forget-account';

interface Message extends AccountDeletion {
  /** Name of the step. */
  area: string;
  isLast: boolean;
}

/**
 * Nothing is stored for a deleted account (`AccountColumn`), but processes of an earlier release do not check that
 * during an upgrade. Requests take at most half an hour; each step runs again after that.
 */
const longestRequest = 30 * 60_000;

const getDelay = (step: ForgettingStep | undefined) => (typeof step === 'object' ? step.delay : undefined);

/**
 * Deletes the data of all areas after an account is deleted. Each step is a separate message, so a failing one does
 * not delay others, and another process continues if one is killed.
 */
export function forgetAccounts(
  steps: Readonly<Record<string, ForgettingStep>>,
  { audit, database, outbox }: { audit: AuditService; database: Database; outbox: OutboxService },
): Record<string, OutboxHandler> {
  const add = (message: Message, delay?: number) =>
    database.transaction((manager) => outbox.add(manager, forgetAccountTopic, message, delay));
  return {
    [accountDeletedTopic]: (payload) =>
      database.transaction(async (manager) => {
        for (const [area, step] of Object.entries(steps)) {
          const message = { ...(payload as AccountDeletion), area, isLast: false };
          await outbox.add(manager, forgetAccountTopic, message, getDelay(step));
        }
      }),
    [forgetAccountTopic]: async (payload) => {
      const message = payload as Message;
      const step = steps[message.area];
      const forget = typeof step === 'object' ? step.forget : step;
      await audit.during([], async () => forget?.(message), message.deed);
      if (!message.isLast) await add({ ...message, isLast: true }, longestRequest);
    },
  };
}
