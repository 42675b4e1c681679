import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  ehrProviders,
  noteEventTypes,
  reportCadences,
  type EhrProvider,
  type EhrSettingsChange,
  type NoteEventType,
  type ReportCadence,
} from '../../../src/care/clinics/settings/ehr-settings';
import { Clearable } from '../../clearable';
import { named } from './clinics.types';

export const EhrProviderName = named(ehrProviders, (provider) => provider.toUpperCase());

registerEnumType(EhrProviderName, {
  name: 'EhrProvider',
  description: 'An EHR integration.',
  valuesConfig: { REDOX: { description: 'Redox.' }, XEALTH: { description: 'Xealth.' } },
});

const nameOfCadence = {
  '1d': 'DAILY',
  '7d': 'WEEKLY',
  '14d': 'EVERY_14_DAYS',
  '30d': 'EVERY_30_DAYS',
  DISABLED: 'DISABLED',
};

export const ReportCadenceName = named(reportCadences, (cadence) => nameOfCadence[cadence]);

registerEnumType(ReportCadenceName, {
  name: 'ReportCadence',
  description: 'How often reports are sent.',
  valuesConfig: {
    DAILY: { description: 'Every day.' },
    WEEKLY: { description: 'Every 7 days.' },
    EVERY_14_DAYS: { description: 'Every 14 days.' },
    EVERY_30_DAYS: { description: 'Every 30 days.' },
    DISABLED: { description: 'Never.' },
  },
});

export const NoteEventTypeName = named(noteEventTypes, (type) => type.toUpperCase());

registerEnumType(NoteEventTypeName, {
  name: 'NoteEventType',
  description: 'What happens to the previous report when one follows an upload.',
  valuesConfig: {
    NEW: { description: 'The previous report stays, and the new one is added.' },
    REPLACE: { description: 'The new report replaces the previous one, if that is recent.' },
  },
});

@ObjectType({ description: 'Destinations of messages.' })
@InputType('EhrDestinationsInput', { description: 'Destinations of messages.' })
export class EhrDestinations {
  @Field({ description: 'Destination of figures.' })
  flowsheet!: string;

  @Field({ description: 'Destination of reports.' })
  notes!: string;

  @Field({ description: 'Destination of order results.' })
  results!: string;
}

@ObjectType({ description: 'Procedure codes of orders.' })
@InputType('EhrProcedureCodesInput', {
  description: 'Procedure codes of orders.',
})
export class EhrProcedureCodes {
  @Field(() => String, { nullable: true, description: 'Turns reports on.' })
  enableSummaryReports?: string | null;

  @Field(() => String, { nullable: true, description: 'Turns reports off.' })
  disableSummaryReports?: string | null;

  @Field(() => String, { nullable: true, description: 'Creates an account for the patient.' })
  createAccount?: string | null;

  @Field(() => String, { nullable: true, description: 'Creates an account and turns reports on.' })
  createAccountAndEnableReports?: string | null;
}

@ObjectType({ description: 'Schedule of reports.' })
@InputType('EhrScheduledReportsInput', { description: 'Schedule of reports.' })
export class EhrScheduledReports {
  @Field({ description: 'Send a report after each upload.' })
  onUploadEnabled!: boolean;

  @Field(() => NoteEventTypeName, {
    nullable: true,
    description:
      'What to do with the previous report when one follows an upload. If this is absent, it stays.',
  })
  onUploadNoteEventType?: NoteEventType | null;

  @Field(() => ReportCadenceName, { description: 'How often to send reports in addition.' })
  cadence!: ReportCadence;
}

@ObjectType({ description: 'Which clinical information of an order contains tags.' })
@InputType('EhrTagsInput', { description: 'Which clinical information of an order contains tags.' })
export class EhrTags {
  @Field(() => [String], {
    description: 'Codes of the clinical information that contains tags.',
    defaultValue: [],
  })
  codes!: string[];

  @Field(() => String, { nullable: true, description: 'Separator of several tags in one text.' })
  separator?: string | null;
}

@ObjectType({ description: 'Format of figures.' })
@InputType('EhrFlowsheetsInput', { description: 'Format of figures.' })
export class EhrFlowsheets {
  @Field({ description: 'Round figures according to the iCoDE standard.' })
  icode!: boolean;
}

@ObjectType({ description: 'Content of reports.' })
@InputType('EhrNotesInput', { description: 'Content of reports.' })
export class EhrNotes {
  @Field({ description: 'Include the glucose management indicator in reports.', defaultValue: false })
  includeGMI!: boolean;
}

@ObjectType({ description: 'EHR connection of a clinic.' })
@InputType('EhrSettingsInput', { description: 'EHR connection of a clinic.' })
export class EhrSettings {
  @Field({ description: 'Whether the connection is in use.' })
  enabled!: boolean;

  @Field(() => EhrProviderName, { description: 'The EHR integration.' })
  provider!: EhrProvider;

  @Field({ description: 'Id of the source that sends the clinic’s messages.' })
  sourceId!: string;

  @Field(() => EhrDestinations, { nullable: true, description: 'Destinations of messages.' })
  destinationIds?: EhrDestinations | null;

  @Field(() => EhrProcedureCodes, { description: 'Procedure codes of orders.' })
  procedureCodes!: EhrProcedureCodes;

  @Field({ description: 'The identifier type that is the medical record number.' })
  mrnIdType!: string;

  @Field(() => EhrScheduledReports, { description: 'Schedule of reports.' })
  scheduledReports!: EhrScheduledReports;

  @Field(() => EhrTags, { description: 'Which clinical information of an order contains tags.' })
  tags!: EhrTags;

  @Field(() => EhrFlowsheets, { description: 'Format of figures.' })
  flowsheets!: EhrFlowsheets;

  @Field(() => EhrNotes, { nullable: true, description: 'Content of reports.' })
  notes?: EhrNotes | null;
}

@InputType({
  description:
    'New EHR connection of a clinic. Absent destinations and notes stay unchanged; null removes them. Each object replaces the stored one as a whole.',
})
export class UpdateEhrSettingsInput extends EhrSettings {
  @Field(() => ID, { description: 'Id of the clinic.' })
  clinicId!: string;

  // Inherited fields have no extensions.
  @Clearable()
  @Field(() => EhrDestinations, { nullable: true, description: 'Destinations of messages.' })
  declare destinationIds?: EhrDestinations | null;

  @Clearable()
  @Field(() => EhrNotes, { nullable: true, description: 'Content of reports.' })
  declare notes?: EhrNotes | null;
}

@ObjectType({ description: 'Result of changing the EHR connection.' })
export class EhrSettingsPayload {
  @Field({ description: 'The settings after the change.' })
  settings!: EhrSettings;

  /** The clinic, for the edge `clinic`. */
  clinicId!: string;
}

type Known<Values> = { [Name in keyof Values]: Exclude<Values[Name], null> };

const known = <Values extends object>(values: Values): Known<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, each]) => each != null)) as Known<Values>;

/** The change in stored form. Absent destinations and notes stay absent, and null stays null. */
export const fromEhrSettings = ({
  enabled,
  provider,
  sourceId,
  destinationIds,
  procedureCodes,
  mrnIdType,
  scheduledReports,
  tags,
  flowsheets,
  notes,
}: EhrSettings): EhrSettingsChange => ({
  enabled,
  provider,
  sourceId,
  destinationIds: destinationIds && { ...destinationIds },
  procedureCodes: known({ ...procedureCodes }),
  mrnIdType,
  scheduledReports: known({ ...scheduledReports }),
  tags: known({ ...tags }),
  flowsheets: { ...flowsheets },
  notes: notes && { includeGMI: notes.includeGMI },
});
