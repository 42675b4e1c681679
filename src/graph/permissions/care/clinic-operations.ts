import type { IRules } from 'graphql-shield';
import { administersClinic, argumentClinic, labeledPatients, thisClinic, worksInClinic } from './clinics';
import { argumentUserId, check, partOfParent, trustedServer } from '../rules';

/** Trusted servers; logged for the affected patients. */
const serverOnLabels = check(({ caller }) => caller.kind === 'server', labeledPatients);

/** Settings and operations of clinics apart from patient care. */
export const clinicOperationRules: IRules = {
  Mutation: {
    updateClinicTier: trustedServer,
    updateSuppressedNotifications: administersClinic(argumentClinic, { peopleOnly: true }),
    updateMembershipRestrictions: trustedServer,
    updateMrnSettings: trustedServer,
    updateEhrSettings: trustedServer,
    updatePatientCountSettings: trustedServer,
    refreshPatientCount: trustedServer,
    requestProviderConnection: worksInClinic(argumentClinic, { whose: argumentUserId }),
    addServiceAccount: trustedServer,
    mergeSites: serverOnLabels,
    convertTagToSite: serverOnLabels,
  },
  Clinic: {
    mrnSettings: worksInClinic(thisClinic),
    ehrSettings: worksInClinic(thisClinic),
    patientCountSettings: worksInClinic(thisClinic),
    membershipRestrictions: administersClinic(thisClinic),
    patientCount: worksInClinic(thisClinic),
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
  MembershipRestrictionsPayload: { restrictions: partOfParent },
  Subscription: {
    patientCountChanged: worksInClinic(argumentClinic),
  },
  MrnSettingsPayload: { settings: partOfParent },
  EhrSettingsPayload: { settings: partOfParent },
  PatientCountSettingsPayload: { settings: partOfParent },
  PatientCountPayload: { patientCount: partOfParent },
};
