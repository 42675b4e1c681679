import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import type { ClearablePatientField } from '../../../src/care/patients/patient-fields';
import type { PatientPermission } from '../../../src/care/patients/patient-permission';
import { GlucoseUnits } from '../../records/data/glucose-units';
import { GlycemicPresetName, Patient, PatientFacts, PatientFieldName, PatientReview } from './patients.types';
import { CalendarDay, DateTime } from '../../scalars';
import { PermissionName } from '../../identity/sharing/sharing.types';

@InputType({ description: 'A data source of a patient.' })
export class PatientDataSourceInput {
  @Field({ description: '`pending`, `pendingReconnect`, `connected`, `disconnected` or `error`.' })
  state!: string;

  @Field({ description: 'Name of the provider; 1 to 100 characters.' })
  providerName!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the account’s data source.' })
  dataSourceId?: string;

  @Field(() => DateTime, { nullable: true, description: 'When the state last changed.' })
  modifiedTime?: number;

  @Field(() => DateTime, { nullable: true, description: 'When a connection request expires.' })
  expirationTime?: number;

  @Field(() => DateTime, { nullable: true, description: 'Time of the latest data.' })
  latestDataTime?: number;
}

@InputType({ description: 'An upper bound in custom glucose ranges.' })
export class GlycemicThresholdInput {
  @Field({ description: 'Name of the range.' })
  name!: string;

  @Field(() => Float, { description: 'The upper bound.' })
  upperBound!: number;

  @Field(() => GlucoseUnits, { description: 'The units of `upperBound`.' })
  units!: string;

  @Field(() => Boolean, {
    description: 'Whether the bound itself belongs to the range.',
    defaultValue: false,
  })
  inclusive!: boolean;
}

@InputType({ description: 'Custom glucose ranges of a person.' })
export class CustomRangesInput {
  @Field({ description: 'What the ranges are called.' })
  name!: string;

  @Field(() => [GlycemicThresholdInput], { description: 'The upper bounds of the ranges: four or five.' })
  thresholds!: GlycemicThresholdInput[];
}

@InputType({
  description: 'A preset of glucose ranges, or custom ranges; the standard preset if neither is given.',
})
export class GlycemicRangesInput {
  @Field(() => GlycemicPresetName, { nullable: true, description: 'The ranges of a group of people.' })
  preset?: string;

  @Field(() => CustomRangesInput, {
    nullable: true,
    description: 'Custom ranges; they take precedence over a preset.',
  })
  custom?: CustomRangesInput;
}

@InputType({ description: 'A clinic’s record of a patient.' })
abstract class PatientDetails extends PatientFacts<undefined> {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of all tags; unknown ids are ignored.',
  })
  tagIds?: string[];

  @Field(() => [ID], { nullable: true, description: 'Ids of all sites.' })
  siteIds?: string[];

  @Field(() => GlycemicRangesInput, {
    nullable: true,
    description: 'Target glucose ranges.',
  })
  glycemicRanges?: GlycemicRangesInput;

  @Field(() => [PatientDataSourceInput], { nullable: true, description: 'All data sources of the patient.' })
  dataSources?: PatientDataSourceInput[];
}

@InputType({ description: 'A person for whom a clinic creates an account.' })
export class CreatePatientInput extends PatientDetails {
  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => CalendarDay, { description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate!: string;
}

@InputType({ description: 'An account to add as a patient, by a trusted server.' })
export class AddPatientInput extends PatientDetails {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => String, { nullable: true, description: 'Full name; defaults to the profile.' })
  fullName?: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; defaults to the profile.',
  })
  birthDate?: string;

  @Field(() => [PermissionName], { description: 'Permissions of the clinic on the account.' })
  permissions!: string[];

  @Field(() => Boolean, { nullable: true, description: 'Add the patient without an invitation.' })
  isMigrated?: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the clinician’s legacy account that the patient comes from.',
  })
  legacyClinicianId?: string;
}

@InputType({ description: 'Changes to a patient. Absent fields stay unchanged; null clears a field.' })
export class UpdatePatientInput extends PatientDetails {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The `version` that the caller has seen. If it has changed since, nothing is changed, and the error is `PRECONDITION_FAILED`.',
  })
  expectedVersion?: string;

  @Field(() => String, { nullable: true, description: 'Full name.' })
  fullName?: string;

  @Field(() => CalendarDay, { nullable: true, description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate?: string;

  @Field(() => [PatientFieldName], {
    nullable: true,
    description: 'Fields to clear, as null in the field does.',
  })
  clear?: ClearablePatientField[];
}

@InputType({ description: 'A patient of a clinic.' })
export class PatientInput {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;
}

@InputType({ description: 'New permissions of a clinic on a patient’s account.' })
export class SetClinicPermissionsInput extends PatientInput {
  @Field(() => [PermissionName], {
    description:
      '`VIEW`, `UPLOAD` and `NOTE`; others are ignored. An empty list removes the patient from the clinic.',
  })
  permissions!: string[];
}

@InputType({ description: 'A permission to revoke from a clinic.' })
export class RemoveClinicPermissionInput extends PatientInput {
  @Field(() => PermissionName, { description: 'The permission that the clinic gives up.' })
  permission!: string;
}

@ObjectType({ description: 'Result of changing a patient.' })
export class PatientPayload {
  @Field({ description: 'The patient after the change.' })
  patient!: Patient;

  @Field(() => ID, {
    nullable: true,
    description: 'The `id` of the invitation that was accepted, by which caches find it. Otherwise absent.',
  })
  removedId?: string;
}

@ObjectType({ description: 'Permissions of a clinic on a patient’s account.' })
export class ClinicPermissionsPayload {
  @Field(() => [PermissionName], {
    description: 'The remaining permissions; if none are left, the patient has left the clinic.',
  })
  permissions!: PatientPermission[];

  @Field(() => ID, {
    nullable: true,
    description: 'The `id` of the patient if they have left the clinic, by which caches find them.',
  })
  removedId!: string | null;

  /** The patient, for the edge `patient`. */
  key!: PatientInput;
}

@ObjectType({ description: 'Result of revoking a permission of a clinic.' })
export class RemoveClinicPermissionPayload extends ClinicPermissionsPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;
}

@ObjectType({ description: 'Reviews of a patient’s data.' })
export class PatientReviewsPayload {
  /** The patient, for the edge `patient`. */
  key!: PatientInput;

  @Field(() => [PatientReview], { description: 'The last two, newest first.' })
  reviews!: PatientReview[];
}
