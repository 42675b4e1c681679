import type { IRules } from 'graphql-shield';
import type { RequestContext } from '../../../request/request-context';
import { argumentClinic, belongsToClinic, clinicOfParent, rolesIn, thisClinic } from './clinics';
import {
  accountItself,
  anyCaller,
  argumentUserId,
  check,
  isRelatedTo,
  partOfParent,
  recordedPart,
  thisUser,
  type AccountOf,
} from '../rules';

type Arguments = Record<string, unknown>;

interface Shown {
  patientUserId?: string | null;
}

/** The patient who has claimed the prescription in the arguments; null if unclaimed. */
const patientOfArguments: AccountOf<unknown> = async (args, _parent, context) => {
  const { id, prescriptionId } = (args.input ?? args) as Arguments;
  const key = { clinicId: argumentClinic(args, undefined), id: String(prescriptionId ?? id) };
  const found = await context.load(context.services.prescriptionDirectory.findMany, key);
  return found?.patientUserId ?? null;
};

/** A member of the clinic, whatever their role; a person, not a trusted server. */
const worksThere = async (context: RequestContext, args: Arguments): Promise<boolean> =>
  (await rolesIn(context, argumentClinic(args, undefined))).length > 0;

/** Members of the clinic, and trusted servers. */
const readsPrescription = check(
  async (context, args) => context.caller.kind === 'server' || (await worksThere(context, args)),
  patientOfArguments,
);

/** Members of the clinic; only prescribers can submit. */
const mayWrite = (whose?: AccountOf<unknown>) =>
  check(async (context, args) => {
    const roles = await rolesIn(context, argumentClinic(args, undefined));
    const { attributes } = args.input as { attributes?: { state?: string | null } };
    return roles.length > 0 && (attributes?.state !== 'submitted' || roles.includes('PRESCRIBER'));
  }, whose);

/** The account itself; no one can act on its behalf. */
const oneself = check(
  async ({ caller }, args) => caller.kind === 'user' && caller.userId === (args.input as Arguments).userId,
  argumentUserId,
);

/** The patient of a prescription, for callers with a relationship to them. */
const knowsPatient = check<Shown>(
  async (context, _args, { patientUserId }) =>
    context.caller.kind !== 'anonymous' && (patientUserId == null || isRelatedTo(context, patientUserId)),
  (_args, { patientUserId }) => patientUserId ?? null,
);

/** Prescriptions. Patients cannot see them before claiming them, nor earlier revisions. */
export const prescriptionRules: IRules = {
  Query: {
    prescription: readsPrescription,
    claimedPrescription: accountItself(argumentUserId),
    prescriptionHash: anyCaller,
    pumps: anyCaller,
    pump: anyCaller,
    cgms: anyCaller,
    cgm: anyCaller,
  },
  Mutation: {
    createPrescription: mayWrite(),
    addPrescriptionRevision: mayWrite(patientOfArguments),
    deletePrescription: check(worksThere, patientOfArguments),
    claimPrescription: oneself,
    activatePrescription: oneself,
  },
  Subscription: { prescriptionChanged: belongsToClinic(argumentClinic) },
  User: { prescriptions: accountItself(thisUser) },
  Clinic: { prescriptions: belongsToClinic(thisClinic) },
  Prescription: {
    clinic: anyCaller,
    patient: knowsPatient,
    latestRevision: partOfParent,
    revisions: belongsToClinic(clinicOfParent),
    createdBy: belongsToClinic(clinicOfParent),
    modifiedBy: belongsToClinic(clinicOfParent),
    prescriber: belongsToClinic(clinicOfParent),
    accessCode: belongsToClinic(clinicOfParent),
  },
  PrescriptionRevision: {
    integrityHash: partOfParent,
    attributes: partOfParent,
    createdBy: belongsToClinic(clinicOfParent),
    pump: anyCaller,
    cgm: anyCaller,
  },
  PrescriptionAttributes: {
    weight: partOfParent,
    phoneNumber: partOfParent,
    calculator: partOfParent,
    initialSettings: partOfParent,
  },
  PrescribedSettings: {
    basalRateSchedule: partOfParent,
    carbohydrateRatioSchedule: partOfParent,
    insulinSensitivitySchedule: partOfParent,
    bloodGlucoseTargetSchedule: partOfParent,
    bloodGlucoseTargetPhysicalActivity: partOfParent,
    bloodGlucoseTargetPreprandial: partOfParent,
    basalRateMaximum: partOfParent,
    bolusAmountMaximum: partOfParent,
  },
  PrescriptionPayload: { prescription: partOfParent },
  PrescriptionChange: {
    prescription: recordedPart<{ prescription?: Shown | null }>(
      (_args, { prescription }) => prescription?.patientUserId ?? null,
    ),
  },
  PrescriptionConnection: { edges: partOfParent, pageInfo: partOfParent },
  PrescriptionEdge: {
    node: recordedPart<{ node: Shown }>((_args, { node }) => node.patientUserId ?? null),
  },
  PrescriptionRevisionConnection: { edges: partOfParent, pageInfo: partOfParent },
  PrescriptionRevisionEdge: { node: partOfParent },
  PrescribablePump: { guardRails: partOfParent },
  GuardRails: {
    glucoseSafetyLimit: partOfParent,
    insulinSensitivity: partOfParent,
    basalRates: partOfParent,
    carbohydrateRatio: partOfParent,
    basalRateMaximum: partOfParent,
    bolusAmountMaximum: partOfParent,
    correctionRange: partOfParent,
    preprandialCorrectionRange: partOfParent,
    workoutCorrectionRange: partOfParent,
  },
  GuardRail: { absoluteBounds: partOfParent, recommendedBounds: partOfParent },
};
