import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { asInstance } from '../src/as-instance';
import { glycemicPresets } from '../src/clinics/glycemic-ranges';
import type { PatientRecord } from '../src/clinics/patient-records';
import { clearablePatientFields, diagnosisTypes } from '../src/clinics/patient-fields';
import type { PatientPermission } from '../src/clinics/patient-permission';
import type { PatientSummary } from '../src/clinics/patient-summary.entity';
import type { GlycemicRanges as Ranges } from '../src/clinics/patient.entity';
import type { StoredJson } from '../src/stored-json';
import { PatientTag, type UncountedTag } from './clinic-labels.types';
import { named } from './clinics.types';
import { GlucoseUnits } from './data/glucose-units';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';
import { PermissionName } from './sharing.types';

const upperCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => `_${letters}`).toUpperCase();

export const DiagnosisTypeName = named(diagnosisTypes, upperCase);

registerEnumType(DiagnosisTypeName, {
  name: 'DiagnosisType',
  description: 'What kind of diabetes a patient has.',
  valuesConfig: {
    TYPE1: { description: 'Type 1.' },
    TYPE2: { description: 'Type 2.' },
    TYPE3C: { description: 'Type 3c, after a disease of the pancreas.' },
    GESTATIONAL: { description: 'In pregnancy.' },
    PREDIABETES: { description: 'Not yet diabetes.' },
    LADA: { description: 'Latent autoimmune diabetes in adults.' },
    MODY: { description: 'Maturity-onset diabetes of the young.' },
    OTHER: { description: 'Something else.' },
    NOT_APPLICABLE: { description: 'No diabetes.' },
  },
});

const nameOfPreset = {
  adaStandard: 'STANDARD',
  adaPregnancyType1: 'PREGNANCY_TYPE1',
  adaPregnancyType2: 'PREGNANCY_TYPE2',
  adaHighRisk: 'HIGH_RISK',
};

export const GlycemicPresetName = named(glycemicPresets, (preset) => nameOfPreset[preset]);

registerEnumType(GlycemicPresetName, {
  name: 'GlycemicPreset',
  description: 'Ranges of glucose that the American Diabetes Association recommends.',
  valuesConfig: {
    STANDARD: { description: 'For most people: 70 to 180 mg/dL.' },
    PREGNANCY_TYPE1: { description: 'In pregnancy with type 1.' },
    PREGNANCY_TYPE2: { description: 'In pregnancy with type 2, or gestational diabetes.' },
    HIGH_RISK: { description: 'For older people and others at risk.' },
  },
});

export const PatientFieldName = named(clearablePatientFields, upperCase);

registerEnumType(PatientFieldName, {
  name: 'PatientField',
  description: 'What can be taken back of a patient.',
  valuesConfig: {
    EMAIL: { description: 'The e-mail address.' },
    MRN: { description: 'The medical record number.' },
    TARGET_DEVICES: { description: 'The devices.' },
    DIAGNOSIS_TYPE: { description: 'The kind of diabetes.' },
    GLYCEMIC_RANGES: { description: 'The ranges of glucose.' },
  },
});

@ObjectType({ description: 'A site of the clinic that a patient is at.' })
export class PatientSite {
  @Field(() => ID, { description: 'The site.' })
  id!: string;

  @Field({ description: 'Its name now.' })
  name!: string;
}

@ObjectType({ description: 'A look at a patient’s data by somebody of the clinic.' })
export class PatientReview {
  @Field(() => ID, { description: 'Account of who looked.' })
  clinicianId!: string;

  @Field(() => DateTime, { description: 'When.' })
  time!: number;
}

@ObjectType({ description: 'Where a patient’s data come from.' })
export class PatientDataSource {
  @Field({ description: '`pending`, `pendingReconnect`, `connected`, `disconnected` or `error`.' })
  state!: string;

  @Field({ description: 'Who provides the data, such as `dexcom`.' })
  providerName!: string;

  @Field(() => ID, { nullable: true, description: 'The data source of the account.' })
  dataSourceId?: string;

  @Field(() => DateTime, { nullable: true, description: 'When the state changed last.' })
  modifiedTime?: string;

  @Field(() => DateTime, { nullable: true, description: 'When an invitation to connect ends.' })
  expirationTime?: string;

  @Field(() => DateTime, { nullable: true, description: 'Time of the latest data.' })
  latestDataTime?: string;
}

@ObjectType({ description: 'A patient was asked to connect a source of data.' })
export class ConnectionRequest {
  @Field({ description: 'Who provides the data.' })
  providerName!: string;

  @Field(() => DateTime, { description: 'When the patient was asked.' })
  createdTime!: number;
}

@ObjectType({ description: 'The end of a range of glucose.' })
export class GlycemicThreshold {
  @Field({ description: 'Name of the range.' })
  name!: string;

  @Field(() => Float, { description: 'Where the range ends.' })
  upperBound!: number;

  @Field(() => GlucoseUnits, { description: 'The units of `upperBound`.' })
  units!: string;

  @Field({ description: 'The bound belongs to the range.' })
  inclusive!: boolean;
}

@ObjectType({ description: 'Ranges of glucose of somebody’s own.' })
export class CustomRanges {
  @Field({ description: 'What they are called.' })
  name!: string;

  @Field(() => [GlycemicThreshold], { description: 'The ends of the ranges, in ascending order.' })
  thresholds!: GlycemicThreshold[];
}

@ObjectType({
  description: 'The ranges that a patient’s glucose is judged by: well-known ones or their own.',
})
export class GlycemicRanges {
  @Field(() => GlycemicPresetName, { nullable: true, description: 'Well-known ranges.' })
  preset!: string | null;

  @Field(() => CustomRanges, { nullable: true, description: 'Ranges of the patient’s own.' })
  custom!: CustomRanges | null;
}

@ObjectType({ description: 'An account as a clinic keeps it among its patients.' })
export class Patient {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; absent when it is not known.',
  })
  birthDate!: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | null;

  @Field(() => [String], { nullable: true, description: 'Devices that the patient is to upload.' })
  targetDevices!: string[] | null;

  @Field(() => [PermissionName], { description: 'What everybody of the clinic may do with the account.' })
  permissions!: PatientPermission[];

  @Field(() => [ID], { description: 'Tags of the clinic.' })
  tagIds!: string[];

  @Field(() => [PatientTag], { description: 'The tags, in the order in which they were given.' })
  tags!: UncountedTag[];

  @Field(() => [PatientSite], { description: 'Sites of the clinic.' })
  sites!: PatientSite[];

  @Field(() => DiagnosisTypeName, { nullable: true, description: 'The kind of diabetes.' })
  diagnosisType!: string | null;

  @Field(() => GlycemicRanges, { nullable: true, description: 'The ranges that the glucose is judged by.' })
  glycemicRanges!: GlycemicRanges | null;

  @Field(() => [PatientDataSource], {
    nullable: true,
    description: 'Where data come from; absent until told.',
  })
  dataSources!: PatientDataSource[] | null;

  @Field(() => [ConnectionRequest], {
    description: 'Sources that the patient was asked to connect, newest first.',
  })
  connectionRequests!: ConnectionRequest[];

  @Field(() => [PatientReview], { description: 'The last two looks at the data, newest first.' })
  reviews!: PatientReview[];

  @Field(() => DateTime, { nullable: true, description: 'When the patient was last asked to upload data.' })
  lastUploadReminderTime!: number | null;

  @Field(() => DateTime, { description: 'When the account became a patient.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When this was last changed.' })
  updatedTime!: number;

  /** Absent where it was not loaded with the patient. */
  storedSummary?: StoredJson<PatientSummary> | null;
}

function toRanges(ranges: Ranges | null): GlycemicRanges | null {
  if (ranges === null) return null;
  if (ranges.type === 'preset') return { preset: ranges.preset, custom: null };
  const thresholds = ranges.custom.thresholds.map(({ name, upperBound, inclusive = false }) => ({
    name,
    upperBound: upperBound.value,
    units: upperBound.units,
    inclusive,
  }));
  return { preset: null, custom: { name: ranges.custom.name, thresholds } };
}

/** A patient as the graph shows it. */
export const toPatient = ({ patient, tags, sites, storedSummary }: PatientRecord): Patient =>
  asInstance(Patient, {
    clinicId: patient.clinicId,
    userId: patient.userId,
    fullName: patient.fullName,
    birthDate: patient.birthDate === '' ? null : patient.birthDate,
    email: patient.email,
    mrn: patient.mrn,
    targetDevices: patient.targetDevices,
    permissions: patient.permissions,
    tagIds: tags.map(({ id }) => id),
    tags: tags.map((tag) => ({ ...tag, clinicId: patient.clinicId })),
    sites,
    diagnosisType: patient.diagnosisType,
    glycemicRanges: toRanges(patient.glycemicRanges),
    dataSources: patient.dataSources,
    connectionRequests: patient.connectionRequests,
    reviews: patient.reviews,
    lastUploadReminderTime: patient.lastUploadReminderTime,
    createdTime: patient.createdTime,
    updatedTime: patient.updatedTime,
    storedSummary,
  });

@ObjectType({ description: 'A patient and its place in the list.' })
export class PatientEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The patient.' })
  node!: Patient;
}

@ObjectType({ description: 'A page of patients.' })
export class PatientConnection {
  @Field(() => [PatientEdge], { description: 'The patients of the page.' })
  edges!: PatientEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}
