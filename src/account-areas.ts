import { accountDeletedTopic, type DeletedAccount } from './auth/account-deletion.service';
import type { Database } from './database/database';
import type { OutboxHandler } from './outbox/outbox-worker';
import type { Services } from './services';

/**
 * Deletes for good what an area keeps of an account. It may run again after an interruption, and beside itself, so it
 * deletes what it finds; much of it goes in several transactions.
 */
type ForgetAccount = (gone: DeletedAccount) => Promise<unknown>;

/** What the deletion of an account does in each area. An area that keeps something of accounts adds a line. */
export const accountAreas = (services: Services): Record<string, ForgetAccount> => ({
  sessions: ({ userId }) => services.sessions.forgetAccount(userId),
  tokenService: ({ userId }) => services.tokenServiceRecords.forgetAccount(userId),
  linkedIdentities: ({ userId }) => services.linkedIdentities.forgetAccount(userId),
  restrictedTokens: ({ userId }) => services.restrictedTokens.deleteAll(userId),
  confirmations: (gone) => services.confirmationRecords.forgetAccount(gone),
  shares: ({ userId }) => services.sharing.forgetAccount(userId),
  clinicMigrations: ({ userId }) => services.migrations.forgetAccount(userId),
  clinics: (gone) => services.userClinics.forgetAccount(gone),
  alerts: ({ userId }) => services.alerts.forgetAccount(userId),
  alertNotifications: ({ userId }) => services.alertNotifications.forgetAccount(userId),
  uploadReceipts: ({ userId }) => services.uploadReceipts.forgetAccount(userId),
  metadata: ({ userId }) => services.metadata.forgetAccount(userId),
  messages: ({ userId, fullName }) => services.messages.forgetAccount(userId, fullName),
  consents: ({ userId }) => services.consents.forgetAccount(userId),
  blobs: ({ userId }) => services.blobs.deleteAll(userId),
  requestedExports: ({ userId }) => services.requestedExports.forgetAccount(userId),
  deviceLogs: ({ userId }) => services.deviceLogs.deleteAll(userId),
  deviceTokens: ({ userId }) => services.deviceTokens.forgetAccount(userId),
  webPush: ({ userId }) => services.webPush.forgetAccount(userId),
  repeatableRequests: ({ userId }) => services.idempotency.forgetAccount(userId),
  dataSources: ({ userId }) => services.dataSources.forgetAccount(userId),
  data: ({ userId }) => services.deletions.forgetAccount(userId),
  summaries: ({ userId }) => services.summaries.forgetAccount(userId),
  events: ({ userId }) => services.events.forgetAccount(userId),
});

/** Topic of the outbox: one area is to forget an account. */
const forgetAccountTopic = 'forget-account';

interface Step extends DeletedAccount {
  area: string;
  isLast: boolean;
}

/**
 * Nothing is stored of an account that is gone (`AccountColumn`), but processes of an earlier release do not look while an
 * upgrade goes on. A request runs for at most half an hour; each area is asked a second time after that.
 */
const longestRequest = 30 * 60_000;

/** Milliseconds that an area waits at first. Listeners in all processes have heard of the deletion when its events go. */
const delays: Readonly<Record<string, number>> = { events: 5_000 };

/**
 * The steps of a deletion, each a message of its own: an area that fails keeps no other one waiting, and a process that
 * is killed leaves the rest to the next one.
 */
export function accountHandlers(services: Services, database: Database): Record<string, OutboxHandler> {
  const areas = accountAreas(services);
  const addStep = (step: Step, delay?: number) =>
    database.transaction((manager) => services.outbox.add(manager, forgetAccountTopic, step, delay));
  return {
    [accountDeletedTopic]: (payload) =>
      database.transaction(async (manager) => {
        for (const area of Object.keys(areas)) {
          const step = { ...(payload as DeletedAccount), area, isLast: false };
          await services.outbox.add(manager, forgetAccountTopic, step, delays[area]);
        }
      }),
    [forgetAccountTopic]: async (payload) => {
      const step = payload as Step;
      await services.audit.during([], () => areas[step.area]?.(step), step.deed);
      if (!step.isLast) await addStep({ ...step, isLast: true }, longestRequest);
    },
  };
}
