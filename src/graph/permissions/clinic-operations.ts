import type { IRules } from 'graphql-shield';
import { administersClinic, argumentClinic, thisClinic, worksInClinic } from './clinics';
import { partOfParent, trustedServer } from './rules';

/** What is set for clinics, and what they do beside caring for patients. */
export const clinicOperationRules: IRules = {
  Mutation: {
    updateClinicTier: trustedServer,
    updateSuppressedNotifications: administersClinic(argumentClinic, { servers: false }),
    updateMembershipRestrictions: trustedServer,
    updateMrnSettings: trustedServer,
    updateEhrSettings: trustedServer,
    updatePatientCountSettings: trustedServer,
    refreshPatientCount: trustedServer,
    requestProviderConnection: worksInClinic(argumentClinic),
    mergeSites: trustedServer,
    convertTagToSite: trustedServer,
  },
  Clinic: {
    mrnSettings: worksInClinic(thisClinic),
    ehrSettings: worksInClinic(thisClinic),
    patientCountSettings: worksInClinic(thisClinic),
    membershipRestrictions: administersClinic(thisClinic),
    patientCount: worksInClinic(thisClinic),
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
  TideCategory: { patients: partOfParent },
  TideEntry: { reviews: partOfParent, dataSources: partOfParent },
  MembershipRestrictionsPayload: { restrictions: partOfParent },
  MrnSettingsPayload: { settings: partOfParent },
  EhrSettingsPayload: { settings: partOfParent },
  PatientCountSettingsPayload: { settings: partOfParent },
  PatientCountPayload: { patientCount: partOfParent },
};
