import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import type { ClearablePatientField } from '../src/clinics/patient-fields';
import type { PatientPermission } from '../src/clinics/patient-permission';
import { GlucoseUnits } from './data/glucose-units';
import {
  DiagnosisTypeName,
  GlycemicPresetName,
  Patient,
  PatientFieldName,
  PatientReview,
} from './patients.types';
import { DateTime } from './scalars';
import { PermissionName } from './sharing.types';

@InputType({ description: 'Where a patient’s data come from.' })
export class PatientDataSourceInput {
  @Field({ description: '`pending`, `pendingReconnect`, `connected`, `disconnected` or `error`.' })
  state!: string;

  @Field({ description: 'Who provides the data; 1 to 100 characters.' })
  providerName!: string;

  @Field(() => ID, { nullable: true, description: 'The data source of the account.' })
  dataSourceId?: string;

  @Field(() => DateTime, { nullable: true, description: 'When the state changed last.' })
  modifiedTime?: number;

  @Field(() => DateTime, { nullable: true, description: 'When an invitation to connect ends.' })
  expirationTime?: number;

  @Field(() => DateTime, { nullable: true, description: 'Time of the latest data.' })
  latestDataTime?: number;
}

@InputType({ description: 'The end of a range of glucose.' })
export class GlycemicThresholdInput {
  @Field({ description: 'Name of the range.' })
  name!: string;

  @Field(() => Float, { description: 'Where the range ends.' })
  upperBound!: number;

  @Field(() => GlucoseUnits, { description: 'The units of `upperBound`.' })
  units!: string;

  @Field(() => Boolean, { description: 'The bound belongs to the range.', defaultValue: false })
  inclusive!: boolean;
}

@InputType({ description: 'Ranges of glucose of somebody’s own.' })
export class CustomRangesInput {
  @Field({ description: 'What they are called.' })
  name!: string;

  @Field(() => [GlycemicThresholdInput], { description: 'The ends of the ranges: four or five.' })
  thresholds!: GlycemicThresholdInput[];
}

@InputType({ description: 'Well-known ranges of glucose, or one’s own; the standard when neither is given.' })
export class GlycemicRangesInput {
  @Field(() => GlycemicPresetName, { nullable: true, description: 'Well-known ranges.' })
  preset?: string;

  @Field(() => CustomRangesInput, { nullable: true, description: 'Ranges of one’s own; they win.' })
  custom?: CustomRangesInput;
}

@InputType({ description: 'What a clinic knows of a patient.' })
abstract class PatientDetails {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email?: string;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn?: string;

  @Field(() => [String], { nullable: true, description: 'Devices that the patient is to upload.' })
  targetDevices?: string[];

  @Field(() => [ID], {
    nullable: true,
    description: 'All tags; those that the clinic does not have are left out.',
  })
  tagIds?: string[];

  @Field(() => [ID], { nullable: true, description: 'All sites.' })
  siteIds?: string[];

  @Field(() => DiagnosisTypeName, { nullable: true, description: 'The kind of diabetes.' })
  diagnosisType?: string;

  @Field(() => GlycemicRangesInput, {
    nullable: true,
    description: 'The ranges that the glucose is judged by.',
  })
  glycemicRanges?: GlycemicRangesInput;

  @Field(() => [PatientDataSourceInput], { nullable: true, description: 'All sources of data.' })
  dataSources?: PatientDataSourceInput[];
}

@InputType({ description: 'Somebody for whom a clinic opens an account.' })
export class CreatePatientInput extends PatientDetails {
  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field({ description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate!: string;
}

@InputType({ description: 'An account that a trusted server makes a patient.' })
export class AddPatientInput extends PatientDetails {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => String, { nullable: true, description: 'Full name; that of the profile when absent.' })
  fullName?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; that of the profile when absent.',
  })
  birthDate?: string;

  @Field(() => [PermissionName], { description: 'What everybody of the clinic may do with the account.' })
  permissions!: string[];

  @Field(() => Boolean, { nullable: true, description: 'The patient is taken over without being asked.' })
  isMigrated?: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'Clinician’s account of the old kind that the patient comes from.',
  })
  legacyClinicianId?: string;
}

@InputType({ description: 'What to change of a patient; what is neither given nor cleared stays.' })
export class UpdatePatientInput extends PatientDetails {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => String, { nullable: true, description: 'Full name.' })
  fullName?: string;

  @Field(() => String, { nullable: true, description: 'Birthday, `YYYY-MM-DD`.' })
  birthDate?: string;

  @Field(() => [PatientFieldName], { nullable: true, description: 'What is not known any more.' })
  clear?: ClearablePatientField[];
}

@InputType({ description: 'A patient of a clinic.' })
export class PatientInput {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@InputType({ description: 'What a clinic may do with the account of its patient from now on.' })
export class SetClinicPermissionsInput extends PatientInput {
  @Field(() => [PermissionName], {
    description:
      '`VIEW`, `UPLOAD` and `NOTE`; others are left out. With nothing the patient leaves the clinic.',
  })
  permissions!: string[];
}

@InputType({ description: 'What a clinic may not do any more.' })
export class RemoveClinicPermissionInput extends PatientInput {
  @Field(() => PermissionName, { description: 'The permission.' })
  permission!: string;
}

@ObjectType({ description: 'A patient after a change.' })
export class PatientPayload {
  @Field({ description: 'The patient as it is now.' })
  patient!: Patient;
}

@ObjectType({ description: 'What a clinic may do with the account of its patient.' })
export class ClinicPermissionsPayload {
  @Field(() => [PermissionName], {
    description: 'What is left; with nothing the patient has left the clinic.',
  })
  permissions!: PatientPermission[];
}

@ObjectType({ description: 'The looks at a patient’s data.' })
export class PatientReviewsPayload {
  @Field(() => [PatientReview], { description: 'The last two, newest first.' })
  reviews!: PatientReview[];
}
