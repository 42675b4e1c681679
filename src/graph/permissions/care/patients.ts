import type { IRules } from 'graphql-shield';
import { isAdmin, isMember } from '../../../care/clinics/people/clinician-role';
import type { RequestContext } from '../../../request/request-context';
import type { ClinicRecord } from '../../../request/subjects';
import {
  administersClinic,
  argumentClinic,
  clinicOfParent,
  rolesIn,
  thisClinic,
  worksInClinic,
} from './clinics';
import {
  anyCaller,
  anyUser,
  argumentUserId,
  check,
  partOfParent,
  recordedPart,
  relatedToAccount,
  trustedServer,
  trustedServerOn,
  type SubjectsOf,
} from '../rules';

interface Key {
  clinicId: string;
  userId: string;
}

interface Page {
  edges: readonly { node: ClinicRecord }[];
}

const readPatientKey = (args: Record<string, unknown>): Key => args.input as Key;

/** The clinic's record of the account; null if it is not a patient there. */
async function recordIn(
  context: RequestContext,
  clinicId: string,
  userId: string,
): Promise<ClinicRecord | null> {
  const found = await context.load(context.services.patientDirectory.findMany, { clinicId, userId });
  return found && found.patient;
}

/** The patient. */
const isPatient = check(
  ({ caller }, args) => caller.kind === 'user' && caller.userId === readPatientKey(args).userId,
  argumentUserId,
);

/** Administrators of the clinic, and the patient; not trusted servers. */
const mayRemovePatient = check(async (context, args) => {
  const { caller } = context;
  if (caller.kind !== 'user') return false;
  const { clinicId, userId } = readPatientKey(args);
  return caller.userId === userId || isAdmin(await rolesIn(context, clinicId));
}, argumentUserId);

/** The patient; trusted servers can end custody. */
const mayRevoke = check(({ caller }, args) => {
  const { userId, permission } = args.input as Key & { permission: string };
  return caller.kind === 'server'
    ? permission === 'custodian'
    : caller.kind === 'user' && caller.userId === userId;
}, argumentUserId);

/** Members of the clinic, not trusted servers: these actions need a person. */
const isColleague = check(
  async (context, args) =>
    context.caller.kind === 'user' && isMember(await rolesIn(context, argumentClinic(args, undefined))),
  argumentUserId,
);

/** The account itself, and trusted servers. */
const isOneself = check<{ id: string }>(
  ({ caller }, _args, { id }) => caller.kind === 'server' || (caller.kind === 'user' && caller.userId === id),
);

/** Trusted servers; logged for the owner of the statistics. */
const mayDeleteSummary = check(
  ({ caller }) => caller.kind === 'server',
  (args, _parent, { caller, services }) => {
    const { summaryId } = (args.input ?? {}) as { summaryId?: string };
    // Without an id only the permission is checked; callers without permission do not learn whose it is.
    if (summaryId === undefined || caller.kind !== 'server') return null;
    return services.patientSummaries.findAccounts(summaryId);
  },
);

/** All patients shown on a page. */
const shownOnPage = recordedPart<Page>((_args, { edges }) => edges.map(({ node }) => node));

/** Maximum number of accounts in a request. */
const mostNamed = 1_000;

interface LabelArguments {
  clinicId: string;
  /** Both are absent while only the permission is checked, before the request is read. */
  tagId?: string;
  siteId?: string;
  sourceId?: string;
  patientIds?: string[] | null;
}

/** Also false for callers without permission: their attempt is not logged for all patients. */
async function changesLabels(
  context: RequestContext,
  { clinicId, ...label }: LabelArguments,
): Promise<boolean> {
  if (label.tagId === undefined && label.siteId === undefined) return false;
  return context.caller.kind === 'server' || isAdmin(await rolesIn(context, clinicId));
}

/** The patients named in the request, or all of the clinic if none are. */
const namedPatients: SubjectsOf<unknown> = async (args, _parent, context) => {
  const input = args.input as LabelArguments;
  const { clinicId, patientIds: userIds } = input;
  if (userIds?.length === 0 || (userIds?.length ?? 0) > mostNamed) return null;
  if (!(await changesLabels(context, input))) return null;
  return context.services.patientDirectory.findPermissions({ clinicId, ...(userIds && { userIds }) });
};

/** All patients with the tag or at the site; when two sites are merged, those at the deleted one. */
const labeledPatients: SubjectsOf<unknown> = async (args, _parent, context) => {
  const input = args.input as LabelArguments;
  const { clinicId, tagId, siteId, sourceId } = input;
  if (!(await changesLabels(context, input))) return null;
  return context.services.patientDirectory.findPermissions({ clinicId, tagId, siteId: sourceId ?? siteId });
};

/** Trusted servers; logged for the affected patients. */
const serverOnLabels = check(({ caller }) => caller.kind === 'server', labeledPatients);

/** The patients of clinics, and the relationships of accounts to clinics. */
export const patientRules: IRules = {
  Query: {
    patient: worksInClinic(argumentClinic, {
      whose: (args, _parent, context) => recordIn(context, String(args.clinicId), String(args.userId)),
    }),
    allClinicians: trustedServer,
    findPatients: anyUser,
  },
  Mutation: {
    createPatient: worksInClinic(argumentClinic),
    addPatient: trustedServerOn(argumentUserId),
    updatePatient: worksInClinic(argumentClinic, { whose: argumentUserId }),
    removePatient: mayRemovePatient,
    setClinicPermissions: isPatient,
    removeClinicPermission: mayRevoke,
    reviewPatient: isColleague,
    revertPatientReview: isColleague,
    sendUploadReminder: isColleague,
    updateClinicUser: trustedServerOn(argumentUserId),
    removeClinicUser: trustedServerOn(argumentUserId),
    updatePatientSummary: trustedServerOn(argumentUserId),
    deletePatientSummary: mayDeleteSummary,
    setPatientDataSources: trustedServerOn(argumentUserId),
    createPatientTag: worksInClinic(argumentClinic),
    renamePatientTag: worksInClinic(argumentClinic),
    removePatientTag: administersClinic(argumentClinic, { whose: labeledPatients }),
    assignPatientTag: administersClinic(argumentClinic, { whose: namedPatients }),
    unassignPatientTag: administersClinic(argumentClinic, { whose: namedPatients }),
    createSite: administersClinic(argumentClinic),
    renameSite: administersClinic(argumentClinic),
    removeSite: administersClinic(argumentClinic, { whose: labeledPatients }),
    refreshPatientCount: trustedServer,
    requestProviderConnection: worksInClinic(argumentClinic, { whose: argumentUserId }),
    mergeSites: serverOnLabels,
    convertTagToSite: serverOnLabels,
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
  Clinic: {
    patients: worksInClinic(thisClinic),
    patientTags: anyCaller,
    sites: anyCaller,
    patientCount: worksInClinic(thisClinic),
    statistics: worksInClinic(thisClinic),
  },
  PatientGroupStatistics: {
    tag: partOfParent,
    site: partOfParent,
    clinician: worksInClinic(clinicOfParent),
  },
  Subscription: {
    patientListChanged: worksInClinic(argumentClinic),
    patientCountChanged: worksInClinic(argumentClinic),
  },
  PatientListChange: {
    patient: recordedPart<Key & { userId: string | null }>((_args, { clinicId, userId }, context) =>
      userId === null ? null : recordIn(context, clinicId, userId),
    ),
  },
  ClinicPatientConnection: { edges: shownOnPage, pageInfo: partOfParent },
  GlycemicRanges: { custom: partOfParent },
  CustomRanges: { thresholds: partOfParent },
  PatientPayload: { patient: partOfParent },
  PatientReviewsPayload: { reviews: partOfParent, patient: partOfParent },
  PatientReview: { clinician: worksInClinic(clinicOfParent) },
  PatientConnection: { edges: shownOnPage, pageInfo: partOfParent },
  PatientEdge: { node: partOfParent },
  PatientTagPayload: { tag: partOfParent },
  TagPatientsPayload: { tag: partOfParent, patients: partOfParent },
  ClinicPermissionsPayload: { patient: partOfParent },
  RemoveClinicPermissionPayload: { patient: partOfParent },
  RequestProviderConnectionPayload: { patient: partOfParent },
  SitePayload: { site: partOfParent },
  PatientCount: { providers: partOfParent },
  ProviderCount: { states: partOfParent },
  PatientCountPayload: { patientCount: partOfParent, clinic: partOfParent },
};
