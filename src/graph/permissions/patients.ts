import type { IRules } from 'graphql-shield';
import { isAdmin, isMember } from '../../clinics/clinician-role';
import { argumentClinic, rolesIn, thisClinic, worksInClinic } from './clinics';
import { anyCaller, anyUser, check, partOfParent, relatedToAccount, trustedServer } from './rules';

interface Key {
  clinicId: string;
  userId: string;
}

const keyOf = (args: Record<string, unknown>): Key => args.input as Key;

/** The patients themselves. */
const isPatient = check(({ caller }, args) => caller.kind === 'user' && caller.userId === keyOf(args).userId);

/** Administrators of the clinic, and the patients themselves; not trusted servers. */
const mayRemovePatient = check(async (context, args) => {
  const { caller } = context;
  if (caller.kind !== 'user') return false;
  const { clinicId, userId } = keyOf(args);
  return caller.userId === userId || isAdmin(await rolesIn(context, clinicId));
});

/** The patients themselves; trusted servers end custody. */
const mayRevoke = check(({ caller }, args) => {
  const { userId, permission } = args.input as Key & { permission: string };
  return caller.kind === 'server'
    ? permission === 'custodian'
    : caller.kind === 'user' && caller.userId === userId;
});

/** People of the clinic, not trusted servers: what they do is done by somebody. */
const isColleague = check(
  async (context, args) =>
    context.caller.kind === 'user' && isMember(await rolesIn(context, argumentClinic(args, undefined))),
);

/** The account itself, and trusted servers. */
const isOneself = check<{ id: string }>(
  ({ caller }, _args, { id }) => caller.kind === 'server' || (caller.kind === 'user' && caller.userId === id),
);

/** The patients of clinics, and what accounts have to do with clinics. */
export const patientRules: IRules = {
  Query: {
    patient: worksInClinic(argumentClinic),
    allClinicians: trustedServer,
    findPatients: anyUser,
  },
  Mutation: {
    createPatient: worksInClinic(argumentClinic),
    addPatient: trustedServer,
    updatePatient: worksInClinic(argumentClinic),
    removePatient: mayRemovePatient,
    setClinicPermissions: isPatient,
    removeClinicPermission: mayRevoke,
    reviewPatient: isColleague,
    revertPatientReview: isColleague,
    sendUploadReminder: isColleague,
    updateClinicUser: trustedServer,
    removeClinicUser: trustedServer,
    updatePatientSummary: trustedServer,
    deletePatientSummary: trustedServer,
    setPatientDataSources: trustedServer,
  },
  User: { clinics: isOneself, clinicRecords: isOneself },
  Patient: {
    sites: partOfParent,
    glycemicRanges: partOfParent,
    dataSources: partOfParent,
    connectionRequests: partOfParent,
    reviews: partOfParent,
    tags: partOfParent,
    clinic: anyCaller,
    user: relatedToAccount<Key>((_args, { userId }) => userId),
  },
  Clinic: { patients: worksInClinic(thisClinic), realtimeReport: worksInClinic(thisClinic) },
  RealtimeReport: { patients: partOfParent },
  Subscription: { patientListChanged: worksInClinic(argumentClinic) },
  PatientListChange: { patient: partOfParent },
  ClinicPatientConnection: { edges: partOfParent, pageInfo: partOfParent },
  GlycemicRanges: { custom: partOfParent },
  CustomRanges: { thresholds: partOfParent },
  PatientPayload: { patient: partOfParent },
  PatientReviewsPayload: { reviews: partOfParent },
  PatientConnection: { edges: partOfParent, pageInfo: partOfParent },
  PatientEdge: { node: partOfParent },
};
