import { accountHandlers } from './account-areas';
import {
  connectionReminderTopic,
  type ConnectionReminder,
} from './clinics/connections/connection-invitations';
import { clinicClosedTopic, type ClosedClinic } from './clinics/clinic.service';
import { claimReminderTopic, type ClaimReminder } from './clinics/custodial-patients.service';
import { outgoingTopic } from './clinics/ehr/outgoing.service';
import {
  dataSourceFailedTopic,
  dataSourcesChangedTopic,
  type ChangedSources,
  type FailedSource,
} from './data-sources/source-news';
import type { Database } from './database/database';
import type { Mail, Mailer } from './mail/mailer';
import type { OutboxHandler } from './outbox/outbox-worker';
import type { Services } from './services';
import { removeContent, removeContentTopic } from './storage/remove-content';

/** What happens with the messages of the outbox, by topic. An area that adds a topic adds its handler here. */
export const outboxHandlers = (
  mailer: Mailer,
  services: Services,
  database: Database,
): Record<string, OutboxHandler> => ({
  ...accountHandlers(services, database),
  mail: (payload, messageId) => mailer.send(payload as Mail, messageId),
  'password-reset': (payload) => services.passwordResets.sendMail((payload as { email: string }).email),
  [connectionReminderTopic]: (payload) => services.connectionRequests.remind(payload as ConnectionReminder),
  [claimReminderTopic]: (payload) => services.confirmations.repeatMail((payload as ClaimReminder).key),
  [clinicClosedTopic]: (payload) => services.prescriptions.forgetClinic((payload as ClosedClinic).clinicId),
  [dataSourcesChangedTopic]: (payload) => services.patientSources.copy((payload as ChangedSources).userId),
  [dataSourceFailedTopic]: (payload) => services.sourceIssues.tell(payload as FailedSource),
  [outgoingTopic]: (payload) => services.ehrOutgoing.send((payload as { id: string }).id),
  [removeContentTopic]: removeContent(services.contentStore),
});
