import type { IRules } from 'graphql-shield';
import { isAdmin, isMember, type ClinicianRole } from '../../../care/clinics/people/clinician-role';
import type { RequestContext } from '../../../request/request-context';
import { administrator, administratorOn, administratorOnNamedAccount } from '../identity/administration';
import { anyCaller, anyUser, check, partOfParent, trustedServer, type SubjectsOf } from '../rules';

type Arguments = Record<string, unknown>;
type ClinicOf<Parent> = (args: Arguments, parent: Parent) => string;

/** The clinic named by the argument `clinicId`, directly or within `input`. */
export const argumentClinic: ClinicOf<unknown> = (args) =>
  String(((args.input ?? args) as Arguments).clinicId);

/** The clinic that a `Clinic` parent is. */
export const thisClinic: ClinicOf<{ id: string }> = (_args, clinic) => clinic.id;

/** The clinic that the parent belongs to. */
export const clinicOfParent: ClinicOf<{ clinicId: string }> = (_args, { clinicId }) => clinicId;

/** The caller's roles in a clinic; none for trusted servers. */
export async function rolesIn(context: RequestContext, clinicId: string): Promise<ClinicianRole[]> {
  const { caller, services } = context;
  if (caller.kind !== 'user') return [];
  return context.load(services.clinicians.findRoles, { clinicId, userId: caller.userId });
}

interface Allowed<Parent> {
  /** Whether trusted servers are excluded. */
  peopleOnly?: boolean;
  /** The accounts whose data it is about, for the access log. */
  whose?: SubjectsOf<Parent>;
}

const works =
  (has: (roles: readonly ClinicianRole[]) => boolean) =>
  <Parent = unknown>(clinicOf: ClinicOf<Parent>, { peopleOnly = false, whose }: Allowed<Parent> = {}) =>
    check<Parent>(async (context, args, parent) => {
      if (context.caller.kind === 'anonymous') return false;
      if (context.caller.kind === 'server') return !peopleOnly;
      return has(await rolesIn(context, clinicOf(args, parent)));
    }, whose);

/** Members of the clinic, including administrators, and trusted servers. */
export const worksInClinic = works(isMember);

/** Administrators of the clinic, and trusted servers. */
export const administersClinic = works(isAdmin);

/** All members of the clinic, whatever their role, and trusted servers. */
export const belongsToClinic = works((roles) => roles.length > 0);

/** Administrators and trusted servers can remove anyone; members can remove themselves. */
const mayRemoveClinician = check(async (context, args) => {
  const { caller } = context;
  if (caller.kind !== 'user') return caller.kind === 'server';
  const { clinicId, userId } = args.input as { clinicId: string; userId: string };
  const roles = await rolesIn(context, clinicId);
  return isAdmin(roles) || (isMember(roles) && caller.userId === userId);
});

/**
 * Clinics, their members and settings. Everyone may query a clinic's public details; fields for members are null for
 * others (`ClinicsResolver`), so that clients can use the same query for everyone.
 */
export const clinicRules: IRules = {
  Query: {
    clinic: anyCaller,
    clinicByShareCode: anyCaller,
    clinics: trustedServer,
    clinician: worksInClinic(argumentClinic),
  },
  Mutation: {
    createClinic: anyUser,
    updateClinic: administersClinic(argumentClinic),
    deleteClinic: administersClinic(argumentClinic),
    addClinician: trustedServer,
    updateClinician: administersClinic(argumentClinic),
    removeClinician: mayRemoveClinician,
    updateClinicTier: trustedServer,
    updateSuppressedNotifications: administersClinic(argumentClinic, { peopleOnly: true }),
    updateMembershipRestrictions: trustedServer,
    updateMrnSettings: trustedServer,
    updateEhrSettings: trustedServer,
    updatePatientCountSettings: trustedServer,
    addServiceAccount: trustedServer,
    setClinicTier: administrator,
    addClinicMember: administratorOnNamedAccount,
    removeClinicMember: administratorOnNamedAccount,
  },
  Clinic: {
    phoneNumbers: partOfParent,
    suppressedNotifications: partOfParent,
    clinicians: worksInClinic(thisClinic),
    mrnSettings: worksInClinic(thisClinic),
    ehrSettings: worksInClinic(thisClinic),
    patientCountSettings: worksInClinic(thisClinic),
    membershipRestrictions: administersClinic(thisClinic),
  },
  Admin: { clinics: administrator },
  AdminClinic: { members: administrator },
  AdminClinicConnection: { edges: partOfParent, pageInfo: partOfParent },
  AdminClinicEdge: { node: partOfParent },
  AdminClinicMemberConnection: { edges: partOfParent, pageInfo: partOfParent },
  AdminClinicMemberEdge: {
    node: administratorOn<{ node: { userId: string | null } }>((_args, { node }) => node.userId),
  },
  AdminClinicPayload: { clinic: partOfParent },
  AdminClinicMemberPayload: { member: partOfParent },
  ClinicPayload: { clinic: partOfParent },
  ClinicConnection: { edges: partOfParent, pageInfo: partOfParent },
  ClinicEdge: { node: partOfParent },
  Clinician: { clinic: anyCaller },
  ClinicianPayload: { clinician: partOfParent },
  ClinicianConnection: { edges: partOfParent, pageInfo: partOfParent },
  ClinicianEdge: { node: partOfParent },
  EhrSettings: {
    destinationIds: partOfParent,
    procedureCodes: partOfParent,
    scheduledReports: partOfParent,
    tags: partOfParent,
    flowsheets: partOfParent,
    notes: partOfParent,
  },
  PatientCountSettings: { hardLimit: partOfParent, softLimit: partOfParent },
  MembershipRestrictionsPayload: { restrictions: partOfParent, clinic: partOfParent },
  MrnSettingsPayload: { settings: partOfParent, clinic: partOfParent },
  EhrSettingsPayload: { settings: partOfParent, clinic: partOfParent },
  PatientCountSettingsPayload: { settings: partOfParent, clinic: partOfParent },
};
