import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { isoTime } from '../../../src/platform/clock';
import { noSuchPatient } from '../../../src/care/patients/lock-patient';
import type { PatientFields } from '../../../src/care/patients/patient-fields';
import { patientPermissions, type PatientPermission } from '../../../src/care/patients/patient-permission';
import type { GlycemicRanges } from '../../../src/care/patients/patient.entity';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../../identity/auth/accounts';
import { User } from '../../identity/auth/accounts.types';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import {
  AddPatientInput,
  ClinicPermissionsPayload,
  CreatePatientInput,
  PatientInput,
  PatientPayload,
  PatientReviewsPayload,
  RemoveClinicPermissionInput,
  RemoveClinicPermissionPayload,
  SetClinicPermissionsInput,
  UpdatePatientInput,
  type GlycemicRangesInput,
  type PatientDataSourceInput,
} from './patient-inputs.types';
import { Patient, toPatient, toReviews } from './patients.types';
import { readSummary, type StoredSummary } from './patients-with-summaries';
import { JsonObject } from '../../scalars';
import { Repeatable, TakesNoKey } from '../../repeatable';
import { patientVersion } from '../../../src/care/patients/patient-version';
import { globalId } from '../../global-id';
import { payloadEdges } from '../../payload-edges';
import { removed, RemovedPayload } from '../../removed-payload';

function chooseRanges({ preset = 'adaStandard', custom }: GlycemicRangesInput): GlycemicRanges {
  if (!custom) return { type: 'preset', preset };
  const thresholds = custom.thresholds.map(({ name, upperBound, units, inclusive }) => ({
    name,
    upperBound: { value: upperBound, units },
    inclusive,
  }));
  return { type: 'custom', custom: { name: custom.name, thresholds } };
}

const isoTimeOrUndefined = (time: number | null | undefined) => (time == null ? undefined : isoTime(time));

function toSource(source: PatientDataSourceInput) {
  const { state, providerName, dataSourceId } = source;
  const modifiedTime = isoTimeOrUndefined(source.modifiedTime);
  const expirationTime = isoTimeOrUndefined(source.expirationTime);
  const latestDataTime = isoTimeOrUndefined(source.latestDataTime);
  return {
    state,
    providerName,
    ...(dataSourceId != null && { dataSourceId }),
    ...(modifiedTime && { modifiedTime }),
    ...(expirationTime && { expirationTime }),
    ...(latestDataTime && { latestDataTime }),
  };
}

interface PatientFieldsInput extends Omit<PatientFields, 'glycemicRanges' | 'dataSources'> {
  glycemicRanges?: GlycemicRangesInput;
  dataSources?: PatientDataSourceInput[];
}

/** The fields of a patient in an input, in the form of the services. */
export function toPatientFields({
  glycemicRanges,
  dataSources,
  ...fields
}: PatientFieldsInput): PatientFields {
  return {
    ...fields,
    ...(glycemicRanges && { glycemicRanges: chooseRanges(glycemicRanges) }),
    ...(dataSources && { dataSources: dataSources.map(toSource) }),
  };
}

const clinicPermissions = (permissions: readonly string[]): PatientPermission[] =>
  patientPermissions.filter((permission) => permissions.includes(permission));

/** The patient with this key, through the loader of the request. Throws if it does not exist. */
export async function loadPatient(context: RequestContext, key: PatientInput): Promise<Patient> {
  const record = await context.load(context.services.patientDirectory.findMany, key);
  if (!record) throw noSuchPatient();
  return toPatient(record);
}

/** The payload for a patient that an earlier request has created or changed. */
const patientAgain = async (
  context: RequestContext,
  userId: string,
  { clinicId }: { clinicId: string },
): Promise<PatientPayload> => ({ patient: await loadPatient(context, { clinicId, userId }) });

/** What a clinic may do with the account of a patient, who leaves it with the last permission. */
const afterChange = (key: PatientInput, permissions: PatientPermission[]): ClinicPermissionsPayload => ({
  ...{ key, permissions },
  removedId: permissions.length === 0 ? globalId('Patient', [key.clinicId, key.userId]) : null,
});

/** Patients of clinics. */
@Resolver(() => Patient)
export class PatientsResolver {
  @Query(() => Patient, { description: 'A patient of a clinic.' })
  patient(
    @Ctx() context: RequestContext,
    @Arg('clinicId', () => ID, { description: 'Id of the clinic.' }) clinicId: string,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
  ): Promise<Patient> {
    return loadPatient(context, { clinicId, userId });
  }

  @Repeatable(patientAgain)
  @Mutation(() => PatientPayload, {
    description: 'Creates an account for a new patient. The clinic manages it until the patient claims it.',
  })
  async createPatient(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { clinicId, fullName, birthDate, ...fields }: CreatePatientInput,
  ): Promise<PatientPayload> {
    const wanted = { ...toPatientFields(fields), fullName, birthDate };
    return { patient: toPatient(await services.patients.create(clinicId, wanted, personId)) };
  }

  @Repeatable(patientAgain)
  @Mutation(() => PatientPayload, {
    description: 'Adds an account to a clinic as a patient. For trusted servers.',
  })
  async addPatient(
    @Ctx() { services }: RequestContext,
    @Arg('input')
    { clinicId, userId, permissions, isMigrated, legacyClinicianId, ...fields }: AddPatientInput,
  ): Promise<PatientPayload> {
    const wanted = {
      ...toPatientFields(fields),
      permissions: clinicPermissions(permissions),
      isMigrated,
      legacyClinicianId,
    };
    return { patient: toPatient(await services.patients.add({ clinicId, userId }, wanted)) };
  }

  @Mutation(() => PatientPayload, { description: 'Changes a clinic’s record of a patient.' })
  async updatePatient(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, userId, clear = [], expectedVersion, ...fields }: UpdatePatientInput,
  ): Promise<PatientPayload> {
    const key = { clinicId, userId };
    const changed = await services.patients.update(key, toPatientFields(fields), clear, expectedVersion);
    return { patient: toPatient(changed) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Removes a patient from a clinic, with immediate effect on its access.',
  })
  async removePatient(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') key: PatientInput,
  ): Promise<RemovedPayload> {
    await services.patientCare.remove(key, callerId);
    return removed(globalId('Patient', [key.clinicId, key.userId]));
  }

  @Mutation(() => ClinicPermissionsPayload, {
    description: 'Replaces the permissions of a clinic on a patient’s account. Only the patient can do this.',
  })
  async setClinicPermissions(
    @Ctx() { services }: RequestContext,
    @Arg('input') { permissions, ...key }: SetClinicPermissionsInput,
  ): Promise<ClinicPermissionsPayload> {
    const wanted = clinicPermissions(permissions);
    return afterChange(key, await services.patientCare.setPermissions(key, wanted));
  }

  @Mutation(() => RemoveClinicPermissionPayload, {
    description: 'Revokes one permission from a clinic. Trusted servers can only revoke custody.',
  })
  async removeClinicPermission(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') { permission, ...key }: RemoveClinicPermissionInput,
  ): Promise<RemoveClinicPermissionPayload> {
    const revoked = permission as PatientPermission;
    const left = await services.patientCare.removePermission(key, revoked, personId);
    return { done: true, ...afterChange(key, left) };
  }

  @TakesNoKey('A review says when the data was seen last.')
  @Mutation(() => PatientReviewsPayload, {
    description: 'Records that the caller has reviewed the patient’s data.',
  })
  async reviewPatient(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') key: PatientInput,
  ): Promise<PatientReviewsPayload> {
    const reviews = await services.patientCare.review(key, callerId);
    return { key, reviews: toReviews(key, reviews) };
  }

  @Mutation(() => PatientReviewsPayload, {
    description: 'Removes the caller’s last review.',
  })
  async revertPatientReview(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') key: PatientInput,
  ): Promise<PatientReviewsPayload> {
    const reviews = await services.patientCare.revertReview(key, callerId);
    return { key, reviews: toReviews(key, reviews) };
  }

  @Repeatable(patientAgain)
  @Mutation(() => PatientPayload, { description: 'Asks a patient by mail to upload data.' })
  async sendUploadReminder(
    @Ctx() { services, personId }: RequestContext,
    @Arg('input') key: PatientInput,
  ): Promise<PatientPayload> {
    return { patient: toPatient(await services.patientCare.remind(key, personId)) };
  }

  @FieldResolver(() => String, {
    description:
      'Changes when somebody edits the patient, tags and sites included. Data sources, reviews and statistics do not count. For `expectedVersion`.',
  })
  version(@Root() { entity, tagIds, sites }: Patient): string {
    return patientVersion(entity, { tagIds, siteIds: sites.map(({ id }) => id) });
  }

  @FieldResolver(() => Clinic, { description: 'The clinic whose patient it is.' })
  clinic(@Root() { clinicId }: Patient, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }

  @FieldResolver(() => User, { description: 'The account of the patient, with the data that it holds.' })
  user(@Root() { userId }: Patient, @Ctx() context: RequestContext): Promise<User> {
    return loadUser(context, userId);
  }

  @FieldResolver(() => JsonObject, {
    nullable: true,
    description: 'The statistics of `summary` as JSON, as the REST routes return them.',
  })
  storedSummary(
    @Root() patient: Patient,
    @Ctx() context: RequestContext,
  ): StoredSummary | Promise<StoredSummary> {
    return readSummary(context, patient);
  }
}

const stillPatient = {
  type: () => Patient,
  description: 'The patient after the change; absent if they have left the clinic.',
  load: ({ key, removedId }: ClinicPermissionsPayload, context: RequestContext) =>
    removedId === null ? loadPatient(context, key) : null,
};

/** The patient whose permissions were set. */
export const ClinicPermissionsEdges = payloadEdges(ClinicPermissionsPayload, { patient: stillPatient });

/** The patient one of whose permissions was revoked. */
export const RemoveClinicPermissionEdges = payloadEdges(RemoveClinicPermissionPayload, {
  patient: stillPatient,
});
