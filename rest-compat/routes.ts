import { accessRoutes } from './access';
import { accountRoutes } from './accounts';
import { alertsRoutes } from './alerts';
import { blobRoutes } from './blobs';
import { clinicLabelRoutes } from './clinic-labels';
import { clinicRelationRoutes } from './clinic-relations';
import { clinicianInvitationRoutes } from './clinician-invitations';
import { clinicianRoutes } from './clinicians';
import { clinicMergeRoutes } from './clinic-merges';
import { connectionRequestRoutes } from './connection-requests';
import { clinicSettingsRoutes } from './clinic-settings';
import { clinicRoutes } from './clinics';
import { confirmationRoutes } from './confirmations';
import { consentRoutes } from './consents';
import { custodialAccountRoutes } from './custodial-accounts';
import { dataRoutes } from './data';
import { dataDeletionRoutes } from './data-deletions';
import { dataSourceRoutes } from './data-sources';
import { deviceLogRoutes } from './device-logs';
import { appAttestationRoutes } from './app-attestation';
import { deviceTokenRoutes } from './device-tokens';
import { webPushRoutes } from './web-push';
import { ehrRoutes } from './ehr';
import { xealthRoutes } from './xealth';
import { exportRoutes } from './exports';
import { generalRoutes } from './general';
import { legacyDataRoutes } from './legacy-data';
import { glucoseProfileRoutes } from './glucose-profile';
import { invitationRoutes } from './invitations';
import { messageRoutes } from './messages';
import { metadataRoutes } from './metadata';
import { migrationRoutes } from './migrations';
import { metricsRoutes } from './metrics';
import { patientInvitationRoutes } from './patient-invitations';
import { patientListRoutes } from './patient-list';
import { patientSummaryRoutes } from './patient-summaries';
import { patientRoutes } from './patients';
import { passwordResetRoutes } from './password-reset';
import { prescriptionDeviceRoutes } from './prescription-devices';
import { prescriptionRoutes } from './prescriptions';
import { providerConnectionRoutes } from './provider-connections';
import { providerSessionRoutes } from './provider-sessions';
import { realtimeReportRoutes } from './realtime-report';
import { relatedUserRoutes } from './related-users';
import { restrictedTokenRoutes } from './restricted-tokens';
import { serviceAccountRoutes } from './service-accounts';
import { sessionRoutes } from './sessions';
import type { Route } from './route';
import { summaryRoutes } from './summaries';
import { taskRoutes } from './tasks';
import { tideReportRoutes } from './tide-report';
import { userRoutes } from './users';

/** The route tables of all areas. An area adds its own here. */
export const routes: readonly Route[] = [
  ...accessRoutes,
  ...accountRoutes,
  ...alertsRoutes,
  ...blobRoutes,
  ...clinicRoutes,
  ...clinicianRoutes,
  ...clinicLabelRoutes,
  ...clinicSettingsRoutes,
  ...tideReportRoutes,
  ...realtimeReportRoutes,
  ...ehrRoutes,
  ...xealthRoutes,
  ...connectionRequestRoutes,
  ...clinicMergeRoutes,
  ...serviceAccountRoutes,
  ...migrationRoutes,
  ...patientRoutes,
  ...patientListRoutes,
  ...clinicianInvitationRoutes,
  ...patientInvitationRoutes,
  ...patientSummaryRoutes,
  ...clinicRelationRoutes,
  ...confirmationRoutes,
  ...consentRoutes,
  ...dataRoutes,
  ...deviceTokenRoutes,
  ...appAttestationRoutes,
  ...webPushRoutes,
  ...dataDeletionRoutes,
  ...dataSourceRoutes,
  ...deviceLogRoutes,
  ...legacyDataRoutes,
  ...exportRoutes,
  ...generalRoutes,
  ...invitationRoutes,
  ...messageRoutes,
  ...custodialAccountRoutes,
  ...passwordResetRoutes,
  ...prescriptionRoutes,
  ...prescriptionDeviceRoutes,
  ...providerConnectionRoutes,
  ...providerSessionRoutes,
  ...relatedUserRoutes,
  ...restrictedTokenRoutes,
  ...sessionRoutes,
  ...summaryRoutes,
  ...glucoseProfileRoutes,
  ...taskRoutes,
  ...userRoutes,
  ...metadataRoutes,
  ...metricsRoutes,
];
