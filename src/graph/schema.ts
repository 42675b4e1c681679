import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray, type PubSub } from 'type-graphql';
import { AccessLogEntryResolver, AccessLogResolver } from '../../resolvers/access-log';
import { AccountsResolver, SessionTokenResolver } from '../../resolvers/accounts';
import { AlertNotificationsResolver } from '../../resolvers/alert-notifications';
import { AlertsResolver } from '../../resolvers/alerts';
import { BlobContentResolver, BlobsResolver } from '../../resolvers/blobs';
import {
  ClinicianInvitationResolver,
  ClinicianInvitationsResolver,
  SentClinicianInvitationsResolver,
} from '../../resolvers/clinic-invitations';
import { ClinicLabelsResolver, PatientTagResolver } from '../../resolvers/clinic-labels';
import { ClinicSubscriptionsResolver } from '../../resolvers/clinic-subscriptions';
import { ClinicRelationsResolver } from '../../resolvers/clinic-relations';
import { ClinicMergesResolver } from '../../resolvers/clinic-merges';
import { ConnectionRequestsResolver } from '../../resolvers/connection-requests';
import { ClinicSettingsResolver } from '../../resolvers/clinic-settings';
import { ClinicianResolver, CliniciansResolver } from '../../resolvers/clinicians';
import { ClinicsResolver } from '../../resolvers/clinics';
import { ConfirmationsResolver, SignupConfirmationResolver } from '../../resolvers/confirmations';
import { ConsentRecordResolver, ConsentsResolver } from '../../resolvers/consents';
import { CustodialAccountsResolver } from '../../resolvers/custodial-accounts';
import { DataResolver } from '../../resolvers/data/data';
import { DataSetResolver } from '../../resolvers/data/data-sets';
import { DataSubscriptions } from '../../resolvers/data/data-subscriptions';
import { datumClasses } from '../../resolvers/data/datum-types';
import { DataSourcesResolver } from '../../resolvers/data-sources';
import { DeviceLogContentResolver, DeviceLogsResolver } from '../../resolvers/device-logs';
import { EhrResolver } from '../../resolvers/ehr';
import { EhrOrderResolver, EhrOrdersResolver } from '../../resolvers/ehr-orders';
import { XealthResolver } from '../../resolvers/xealth';
import { ExportsResolver } from '../../resolvers/exports';
import { RequestedExportListResolver } from '../../resolvers/requested-export-list';
import { RequestedExportsResolver } from '../../resolvers/requested-exports';
import { AppAttestationResolver } from '../../resolvers/app-attestation';
import { DeviceTokensResolver } from '../../resolvers/device-tokens';
import { WebPushResolver } from '../../resolvers/web-push';
import { GeneralResolver } from '../../resolvers/general';
import { InvitationSubscriptionsResolver } from '../../resolvers/invitation-subscriptions';
import { InvitationResolver, InvitationsResolver } from '../../resolvers/invitations';
import { GlucoseProfileResolver } from '../../resolvers/glucose-profile';
import { IdentityProvidersResolver } from '../../resolvers/identity-providers';
import { MessageSubscriptions } from '../../resolvers/message-subscriptions';
import { MessageResolver, MessagesResolver } from '../../resolvers/messages';
import { MetadataResolver } from '../../resolvers/metadata';
import { MigrationsResolver } from '../../resolvers/migrations';
import { MetricsResolver } from '../../resolvers/metrics';
import { PatientInvitationsResolver } from '../../resolvers/patient-invitations';
import { ClinicPatientConnectionResolver, PatientListResolver } from '../../resolvers/patient-list';
import { PatientSummariesResolver } from '../../resolvers/patient-summaries';
import { PatientsResolver } from '../../resolvers/patients';
import { PasswordResetResolver } from '../../resolvers/password-reset';
import { PrescriptionDevicesResolver } from '../../resolvers/prescription-devices';
import { PrescriptionSubscriptions } from '../../resolvers/prescription-subscriptions';
import {
  ClinicPrescriptionsResolver,
  PrescriptionResolver,
  PrescriptionsResolver,
  UserPrescriptionsResolver,
} from '../../resolvers/prescriptions';
import { ProviderConnectionsResolver } from '../../resolvers/provider-connections';
import { ProviderSessionsResolver } from '../../resolvers/provider-sessions';
import { RealtimeReportResolver } from '../../resolvers/realtime-report';
import { RelatedUsersResolver } from '../../resolvers/related-users';
import { RestrictedTokensResolver } from '../../resolvers/restricted-tokens';
import { ServiceAccountsResolver } from '../../resolvers/service-accounts';
import { SessionsResolver } from '../../resolvers/sessions';
import { ShareResolver, SharingResolver } from '../../resolvers/sharing';
import { SummariesResolver } from '../../resolvers/summaries';
import { ContinuousSummary, GlucoseSummary } from '../../resolvers/summaries.types';
import { TaskSubscriptions } from '../../resolvers/task-subscriptions';
import { TasksResolver } from '../../resolvers/tasks';
import { TideReportResolver } from '../../resolvers/tide-report';
import { UsersResolver } from '../../resolvers/users';
import { describeInputs } from './describe-inputs';
import { takeNullAsAbsent } from './null-is-absent';
import { guardSchema, unguardedEdges } from './permissions/guard-schema';

type ResolverClass = new () => object;

/** Every resolver of every area. An area adds its own here. */
const resolvers: NonEmptyArray<ResolverClass> = [
  AccessLogEntryResolver,
  AccessLogResolver,
  AccountsResolver,
  SessionTokenResolver,
  AlertNotificationsResolver,
  AlertsResolver,
  ClinicsResolver,
  CliniciansResolver,
  ClinicianResolver,
  ClinicLabelsResolver,
  PatientTagResolver,
  ClinicSettingsResolver,
  ConnectionRequestsResolver,
  ClinicMergesResolver,
  ServiceAccountsResolver,
  MigrationsResolver,
  TideReportResolver,
  RealtimeReportResolver,
  PatientsResolver,
  PatientListResolver,
  ClinicianInvitationsResolver,
  SentClinicianInvitationsResolver,
  ClinicSubscriptionsResolver,
  ClinicianInvitationResolver,
  PatientInvitationsResolver,
  ClinicPatientConnectionResolver,
  PatientSummariesResolver,
  ClinicRelationsResolver,
  ConfirmationsResolver,
  SignupConfirmationResolver,
  InvitationsResolver,
  InvitationResolver,
  InvitationSubscriptionsResolver,
  ConsentRecordResolver,
  ConsentsResolver,
  CustodialAccountsResolver,
  DataResolver,
  DataSetResolver,
  DataSourcesResolver,
  DataSubscriptions,
  EhrResolver,
  EhrOrdersResolver,
  EhrOrderResolver,
  XealthResolver,
  ExportsResolver,
  RequestedExportsResolver,
  RequestedExportListResolver,
  DeviceTokensResolver,
  AppAttestationResolver,
  WebPushResolver,
  GeneralResolver,
  IdentityProvidersResolver,
  MessageResolver,
  MessagesResolver,
  MessageSubscriptions,
  TaskSubscriptions,
  MetadataResolver,
  MetricsResolver,
  PasswordResetResolver,
  PrescriptionsResolver,
  ClinicPrescriptionsResolver,
  UserPrescriptionsResolver,
  PrescriptionResolver,
  PrescriptionDevicesResolver,
  PrescriptionSubscriptions,
  ProviderConnectionsResolver,
  ProviderSessionsResolver,
  RelatedUsersResolver,
  RestrictedTokensResolver,
  SessionsResolver,
  SummariesResolver,
  GlucoseProfileResolver,
  TasksResolver,
  UsersResolver,
  ShareResolver,
  SharingResolver,
  BlobsResolver,
  BlobContentResolver,
  DeviceLogsResolver,
  DeviceLogContentResolver,
];

/** Demanded by type-graphql; each subscription names its own source (see `listensTo`). */
const unused: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('A subscription has no source.');
  },
};

/** Leaves fields that are but properties without a resolver: the execution reads those in passing. */
function readPropertiesDirectly(): void {
  for (const field of getMetadataStorage().fields) field.simple ??= field.name === field.schemaName;
}

/** The graph without its guards: for printing it and for checking that every edge has a rule. */
export function buildOpenSchema(): GraphQLSchema {
  readPropertiesDirectly();
  return takeNullAsAbsent(
    describeInputs(
      buildSchemaSync({
        resolvers,
        orphanedTypes: [...datumClasses, GlucoseSummary, ContinuousSummary],
        validate: false,
        pubSub: unused,
      }),
    ),
  );
}

/** The graph as it is served. Throws when an edge has no rule, so that a forgotten one is never served. */
export function buildSchema(): GraphQLSchema {
  const schema = buildOpenSchema();
  const unguarded = unguardedEdges(schema);
  if (unguarded.length > 0)
    throw new Error(`These fields of the graph have no permission rule: ${unguarded.join(', ')}`);
  return guardSchema(schema);
}
