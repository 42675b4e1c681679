import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { glycemicPresets } from '../../../src/care/patients/glycemic-ranges';
import type { PatientRecord } from '../../../src/care/patients/patient-records';
import { clearablePatientFields, diagnosisTypes } from '../../../src/care/patients/patient-fields';
import type { PatientPermission } from '../../../src/care/patients/patient-permission';
import type { PatientSummary } from '../../../src/care/patients/patient-summary.entity';
import type {
  GlycemicRanges as Ranges,
  PatientDataSource as StoredDataSource,
  PatientEntity,
} from '../../../src/care/patients/patient.entity';
import type { StoredJson } from '../../../src/platform/stored-json';
import { asInstance } from '../../../src/platform/speed/as-instance';
import { PatientTag, type UncountedTag } from './labels.types';
import { named } from '../clinics/clinics.types';
import { GlucoseField } from '../../records/data/glucose-field';
import { GlucoseUnits } from '../../records/data/glucose-units';
import { ownInUnits } from '../../records/data/in-units';
import { PageInfo } from '../../page-info';
import { CalendarDay, DateTime } from '../../scalars';
import { PermissionName } from '../../identity/sharing/sharing.types';

const upperCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => `_${letters}`).toUpperCase();

export const DiagnosisTypeName = named(diagnosisTypes, upperCase);

registerEnumType(DiagnosisTypeName, {
  name: 'DiagnosisType',
  description: 'Type of diabetes of a patient.',
  valuesConfig: {
    TYPE1: { description: 'Type 1.' },
    TYPE2: { description: 'Type 2.' },
    TYPE3C: { description: 'Type 3c, caused by a disease of the pancreas.' },
    GESTATIONAL: { description: 'Gestational diabetes.' },
    PREDIABETES: { description: 'Prediabetes.' },
    LADA: { description: 'Latent autoimmune diabetes in adults.' },
    MODY: { description: 'Maturity-onset diabetes of the young.' },
    OTHER: { description: 'Other.' },
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
  description: 'Presets of glucose ranges recommended by the American Diabetes Association.',
  valuesConfig: {
    STANDARD: { description: 'Standard, for most people: 70 to 180 mg/dL.' },
    PREGNANCY_TYPE1: { description: 'Pregnancy with type 1 diabetes.' },
    PREGNANCY_TYPE2: { description: 'Pregnancy with type 2 or gestational diabetes.' },
    HIGH_RISK: { description: 'Older people and others at high risk.' },
  },
});

export const PatientFieldName = named(clearablePatientFields, upperCase);

registerEnumType(PatientFieldName, {
  name: 'PatientField',
  description: 'Fields of a patient that can be cleared.',
  valuesConfig: Object.fromEntries(
    clearablePatientFields.map((field) => [upperCase(field), { description: `The field \`${field}\`.` }]),
  ),
});

@ObjectType({ description: 'A site that a patient belongs to.' })
export class PatientSite {
  @Field(() => ID, { description: 'Id of the site.' })
  id!: string;

  @Field({ description: 'Current name of the site.' })
  name!: string;
}

@ObjectType({ description: 'A review of a patient’s data by a member of the clinic.' })
export class PatientReview {
  /** The clinic of the patient, for the edge `clinician`. */
  clinicId!: string;

  /** The patient, for the id. */
  userId!: string;

  @Field(() => ID, { description: 'Id of the reviewer’s account.' })
  clinicianId!: string;

  @Field(() => DateTime, { description: 'When the review took place.' })
  time!: number;
}

@ObjectType({ description: 'A data source of a patient.' })
export class PatientDataSource {
  /** The clinic of the patient, for the id. */
  clinicId!: string;

  /** The patient, for the id. */
  userId!: string;

  /** Tells it from others of the same provider and account. */
  number!: number;

  @Field({ description: '`pending`, `pendingReconnect`, `connected`, `disconnected` or `error`.' })
  state!: string;

  @Field({ description: 'Name of the provider, such as `dexcom`.' })
  providerName!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the account’s data source.' })
  dataSourceId?: string;

  @Field(() => DateTime, { nullable: true, description: 'When the state last changed.' })
  modifiedTime?: string;

  @Field(() => DateTime, { nullable: true, description: 'When a connection request expires.' })
  expirationTime?: string;

  @Field(() => DateTime, { nullable: true, description: 'Time of the latest data.' })
  latestDataTime?: string;
}

@ObjectType({ description: 'A request to a patient to connect a data source.' })
export class ConnectionRequest {
  @Field({ description: 'Name of the provider.' })
  providerName!: string;

  @Field(() => DateTime, { description: 'When the patient was asked.' })
  createdTime!: number;
}

@ObjectType({ description: 'An upper bound in custom glucose ranges.' })
export class GlycemicThreshold {
  @Field({ description: 'Name of the range.' })
  name!: string;

  @GlucoseField({ stored: null, show: ownInUnits, description: 'The upper bound.' })
  upperBound!: number;

  @Field(() => GlucoseUnits, { description: 'The unit in which `upperBound` was set.' })
  units!: string;

  @Field({ description: 'Whether the bound itself belongs to the range.' })
  inclusive!: boolean;
}

@ObjectType({ description: 'Custom glucose ranges of a person.' })
export class CustomRanges {
  @Field({ description: 'What the ranges are called.' })
  name!: string;

  @Field(() => [GlycemicThreshold], { description: 'The upper bounds of the ranges, in ascending order.' })
  thresholds!: GlycemicThreshold[];
}

@ObjectType({
  description: 'Target glucose ranges of a patient: a preset or custom ranges.',
})
export class GlycemicRanges {
  @Field(() => GlycemicPresetName, { nullable: true, description: 'The ranges of a group of people.' })
  preset!: string | null;

  @Field(() => CustomRanges, { nullable: true, description: 'Custom ranges.' })
  custom!: CustomRanges | null;
}

/** Fields that a patient and the inputs for one have in common: nullable in the former, optional in the latter. */
@ObjectType()
@InputType()
export abstract class PatientFacts<Unknown extends null | undefined> {
  @Field(() => String, { nullable: true, description: 'Email address.' })
  email!: string | Unknown;

  @Field(() => String, { nullable: true, description: 'Medical record number.' })
  mrn!: string | Unknown;

  @Field(() => [String], { nullable: true, description: 'Devices that the patient should upload from.' })
  targetDevices!: string[] | Unknown;

  @Field(() => DiagnosisTypeName, { nullable: true, description: 'Type of diabetes.' })
  diagnosisType!: string | Unknown;
}

@ObjectType({ description: 'A clinic’s record of a patient.' })
export class Patient extends PatientFacts<null> {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field({ description: 'Full name.' })
  fullName!: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'Birthday, `YYYY-MM-DD`; absent if unknown.',
  })
  birthDate!: string | null;

  @Field(() => [PermissionName], { description: 'Permissions of the clinic on the account.' })
  permissions!: PatientPermission[];

  @Field(() => [ID], { description: 'Ids of the patient’s tags.' })
  tagIds!: string[];

  @Field(() => [PatientTag], { description: 'The tags, in the order in which they were assigned.' })
  tags!: UncountedTag[];

  @Field(() => [PatientSite], { description: 'Sites that the patient belongs to.' })
  sites!: PatientSite[];

  @Field(() => GlycemicRanges, { nullable: true, description: 'Target glucose ranges.' })
  glycemicRanges!: GlycemicRanges | null;

  @Field(() => [PatientDataSource], {
    nullable: true,
    description: 'Data sources; absent until known.',
  })
  dataSources!: PatientDataSource[] | null;

  @Field(() => [ConnectionRequest], {
    description: 'Requests to connect data sources, newest first.',
  })
  connectionRequests!: ConnectionRequest[];

  @Field(() => [PatientReview], { description: 'The last two reviews, newest first.' })
  reviews!: PatientReview[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the patient was last reminded to upload data.',
  })
  lastUploadReminderTime!: number | null;

  @Field(() => DateTime, { description: 'When the account became a patient.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When this was last changed.' })
  updatedTime!: number;

  /** Absent if it was not loaded with the patient. */
  storedSummary?: StoredJson<PatientSummary> | null;

  /** As stored. */
  entity!: PatientEntity;
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

/** Reviews of a patient of a clinic. */
export const toReviews = (
  { clinicId, userId }: Pick<PatientReview, 'clinicId' | 'userId'>,
  reviews: readonly Omit<PatientReview, 'clinicId' | 'userId'>[],
): PatientReview[] => reviews.map((review) => asInstance(PatientReview, { ...review, clinicId, userId }));

/** Data sources of a patient, as a clinic was told of them. */
export const toDataSources = (
  { clinicId, userId }: Pick<PatientDataSource, 'clinicId' | 'userId'>,
  sources: readonly StoredDataSource[] | null,
): PatientDataSource[] | null =>
  sources &&
  sources.map((source, index) => {
    const isAlike = ({ providerName, dataSourceId }: StoredDataSource) =>
      providerName === source.providerName && dataSourceId === source.dataSourceId;
    const number = sources.slice(0, index).filter(isAlike).length;
    return asInstance(PatientDataSource, { ...source, clinicId, userId, number });
  });

/** Maps a patient to its GraphQL type. */
export const toPatient = ({ patient, tags, sites, storedSummary }: PatientRecord): Patient =>
  asInstance(Patient, {
    ...patient,
    birthDate: patient.birthDate === '' ? null : patient.birthDate,
    tagIds: tags.map(({ id }) => id),
    tags: tags.map((tag) => ({ ...tag, clinicId: patient.clinicId })),
    sites,
    reviews: toReviews(patient, patient.reviews),
    dataSources: toDataSources(patient, patient.dataSources),
    glycemicRanges: toRanges(patient.glycemicRanges),
    storedSummary,
    entity: patient,
  });

@ObjectType({ description: 'A patient and its cursor.' })
export class PatientEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The patient.' })
  node!: Patient;
}

@ObjectType({ description: 'A page of patients.' })
export class PatientConnection {
  @Field(() => [PatientEdge], { description: 'The patients of the page.' })
  edges!: PatientEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}
