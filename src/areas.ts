import { accountsArea } from './identity/accounts/area';
import { administrationArea } from './identity/administration/area';
import { alertsArea } from './care/alerts/area';
import { auditArea } from './identity/audit/area';
import { authArea } from './identity/auth/area';
import { blobsArea } from './records/blobs/area';
import { clinicsArea } from './care/clinics/area';
import { ehrArea } from './care/ehr/area';
import { clinicInvitationsArea } from './care/clinic-invitations/area';
import { clinicMergingArea } from './care/clinic-merging/area';
import { clinicMigrationsArea } from './care/clinic-migrations/area';
import { confirmationsArea } from './identity/confirmations/area';
import { consentsArea } from './identity/consents/area';
import { dataArea } from './records/data/area';
import { dataSourcesArea } from './records/data-sources/area';
import { deviceLogsArea } from './records/device-logs/area';
import { deviceTokensArea } from './records/device-tokens/area';
import { eventsArea } from './platform/events/area';
import { exportsArea } from './records/exports/area';
import { healthArea } from './platform/health/area';
import type { Base } from './platform/composition/area';
import { Areas } from './platform/composition/areas';
import { idempotencyArea } from './platform/idempotency/area';
import { identityProvidersArea } from './identity/identity-providers/area';
import { mailArea } from './platform/mail/area';
import { messagesArea } from './care/messages/area';
import { metadataArea } from './identity/metadata/area';
import { metricsArea } from './records/metrics/area';
import { outboxArea } from './platform/outbox/area';
import { patientsArea } from './care/patients/area';
import { prescriptionsArea } from './care/prescriptions/area';
import { pushArea } from './platform/push/area';
import { restrictedTokensArea } from './identity/restricted-tokens/area';
import { sharingArea } from './identity/sharing/area';
import { storageArea } from './platform/storage/area';
import { summariesArea } from './care/summaries/area';
import { tasksArea } from './platform/tasks/area';
import { tideArea } from './care/tide/area';
import { throttleArea } from './platform/throttle/area';
import { tokenServiceArea } from './identity/token-service/area';

/**
 * The areas of the service, each after the ones it depends on. An area may import nothing from areas below it (`npm run
 * imports`). A new area adds its line here.
 */
export const areas = Areas.on<Base>()
  .add(throttleArea)
  .add(eventsArea)
  .add(outboxArea)
  .add(mailArea)
  .add(tasksArea)
  .add(idempotencyArea)
  .add(storageArea)
  .add(pushArea)
  .add(healthArea)
  .add(auditArea)
  .add(restrictedTokensArea)
  .add(accountsArea)
  .add(metadataArea)
  .add(sharingArea)
  .add(confirmationsArea)
  .add(authArea)
  .add(consentsArea)
  .add(identityProvidersArea)
  .add(tokenServiceArea)
  .add(administrationArea)
  .add(deviceTokensArea)
  .add(dataArea)
  .add(dataSourcesArea)
  .add(blobsArea)
  .add(deviceLogsArea)
  .add(exportsArea)
  .add(metricsArea)
  .add(clinicsArea)
  .add(patientsArea)
  .add(clinicInvitationsArea)
  .add(summariesArea)
  .add(ehrArea)
  .add(tideArea)
  .add(clinicMigrationsArea)
  .add(prescriptionsArea)
  .add(clinicMergingArea)
  .add(messagesArea)
  .add(alertsArea);
