import type { IRules } from 'graphql-shield';
import { administersClinic, argumentClinic, labelledPatients, thisClinic, worksInClinic } from './clinics';
import type { ClinicRecord } from '../../request/request-context';
import { argumentUserId, check, partOfParent, recordedPart, trustedServer, type SubjectsOf } from './rules';

/** Trusted servers; it is on record with the patients whom it concerns. */
const serverOnLabels = check(({ caller }) => caller.kind === 'server', labelledPatients);

const stuckPatients: SubjectsOf<{ id: string }> = async (_args, { id }, context) =>
  (await context.load(context.services.migrations.stuckOf, id)).map(({ userId }) => userId);

/** What is set for clinics, and what they do beside caring for patients. */
export const clinicOperationRules: IRules = {
  Query: { migration: worksInClinic(argumentClinic), clinicMergePlan: trustedServer },
  Mutation: {
    updateClinicTier: trustedServer,
    updateSuppressedNotifications: administersClinic(argumentClinic, { peopleOnly: true }),
    updateMembershipRestrictions: trustedServer,
    updateMrnSettings: trustedServer,
    updateEhrSettings: trustedServer,
    updatePatientCountSettings: trustedServer,
    refreshPatientCount: trustedServer,
    enableNewClinicExperience: trustedServer,
    triggerInitialMigration: administersClinic(argumentClinic, { peopleOnly: true }),
    createMigration: trustedServer,
    updateMigrationStatus: trustedServer,
    requestProviderConnection: worksInClinic(argumentClinic, { whose: argumentUserId }),
    addServiceAccount: trustedServer,
    mergeSites: serverOnLabels,
    mergeClinics: trustedServer,
    convertTagToSite: serverOnLabels,
  },
  Clinic: {
    mrnSettings: worksInClinic(thisClinic),
    ehrSettings: worksInClinic(thisClinic),
    patientCountSettings: worksInClinic(thisClinic),
    membershipRestrictions: administersClinic(thisClinic),
    patientCount: worksInClinic(thisClinic),
    migrations: worksInClinic(thisClinic),
    stuckPatients: administersClinic(thisClinic, { whose: stuckPatients }),
    tideReport: worksInClinic(thisClinic),
  },
  EhrSettings: {
    destinationIds: partOfParent,
    procedureCodes: partOfParent,
    scheduledReports: partOfParent,
    tags: partOfParent,
    flowsheets: partOfParent,
    notes: partOfParent,
  },
  PatientCountSettings: { hardLimit: partOfParent, softLimit: partOfParent },
  PatientCount: { providers: partOfParent },
  ProviderCount: { states: partOfParent },
  TideReport: { config: partOfParent, categories: partOfParent },
  TideConfig: { thresholds: partOfParent },
  TideCategory: { patients: recordedPart<{ patients: ClinicRecord[] }>((_args, { patients }) => patients) },
  TideEntry: { reviews: partOfParent, dataSources: partOfParent },
  MembershipRestrictionsPayload: { restrictions: partOfParent },
  MergePlan: {
    settings: partOfParent,
    tags: partOfParent,
    sites: partOfParent,
    clinicians: partOfParent,
    sourceRestrictions: partOfParent,
    targetRestrictions: partOfParent,
    patients: recordedPart<{ patients: { userId: string }[] }>((_args, { patients }) =>
      patients.map(({ userId }) => userId),
    ),
  },
  MergedPatient: { conflicts: partOfParent },
  MigrationPayload: { migration: partOfParent },
  Subscription: {
    migrationChanged: worksInClinic(argumentClinic),
    patientCountChanged: worksInClinic(argumentClinic),
  },
  MrnSettingsPayload: { settings: partOfParent },
  EhrSettingsPayload: { settings: partOfParent },
  PatientCountSettingsPayload: { settings: partOfParent },
  PatientCountPayload: { patientCount: partOfParent },
};
