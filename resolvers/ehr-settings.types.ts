import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  ehrProviders,
  noteEventTypes,
  reportCadences,
  type EhrProvider,
  type EhrSettings as Settings,
  type NoteEventType,
  type ReportCadence,
} from '../src/clinics/settings/ehr-settings';
import { named } from './clinics.types';

export const EhrProviderName = named(ehrProviders, (provider) => provider.toUpperCase());

registerEnumType(EhrProviderName, {
  name: 'EhrProvider',
  description: 'A system that health records are exchanged with.',
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
  description: 'What a report that follows an upload does with the one before.',
  valuesConfig: {
    NEW: { description: 'It stands beside it.' },
    REPLACE: { description: 'It replaces it when that is young.' },
  },
});

@ObjectType({ description: 'Where messages go.' })
@InputType('EhrDestinationsInput', { description: 'Where messages go.' })
export class EhrDestinations {
  @Field({ description: 'Figures.' })
  flowsheet!: string;

  @Field({ description: 'Reports.' })
  notes!: string;

  @Field({ description: 'What has become of an order.' })
  results!: string;
}

@ObjectType({ description: 'Codes of orders, each for what is done when it comes.' })
@InputType('EhrProcedureCodesInput', {
  description: 'Codes of orders, each for what is done when it comes.',
})
export class EhrProcedureCodes {
  @Field(() => String, { nullable: true, description: 'Reports are sent from then on.' })
  enableSummaryReports?: string | null;

  @Field(() => String, { nullable: true, description: 'No reports are sent any more.' })
  disableSummaryReports?: string | null;

  @Field(() => String, { nullable: true, description: 'An account is opened for the patient.' })
  createAccount?: string | null;

  @Field(() => String, { nullable: true, description: 'Both: the account is opened, and reports are sent.' })
  createAccountAndEnableReports?: string | null;
}

@ObjectType({ description: 'When reports are sent.' })
@InputType('EhrScheduledReportsInput', { description: 'When reports are sent.' })
export class EhrScheduledReports {
  @Field({ description: 'A report follows each upload.' })
  onUploadEnabled!: boolean;

  @Field(() => NoteEventTypeName, {
    nullable: true,
    description: 'What such a report does with the one before; only where reports follow uploads.',
  })
  onUploadNoteEventType?: NoteEventType | null;

  @Field(() => ReportCadenceName, { description: 'How often reports are sent besides.' })
  cadence!: ReportCadence;
}

@ObjectType({ description: 'Which clinical information of an order names tags.' })
@InputType('EhrTagsInput', { description: 'Which clinical information of an order names tags.' })
export class EhrTags {
  @Field(() => [String], { description: 'Codes of the information.', defaultValue: [] })
  codes!: string[];

  @Field(() => String, { nullable: true, description: 'What stands between several tags in one text.' })
  separator?: string | null;
}

@ObjectType({ description: 'The form of figures.' })
@InputType('EhrFlowsheetsInput', { description: 'The form of figures.' })
export class EhrFlowsheets {
  @Field({ description: 'Rounded as the iCoDE standard has them.' })
  icode!: boolean;
}

@ObjectType({ description: 'The form of reports.' })
@InputType('EhrNotesInput', { description: 'The form of reports.' })
export class EhrNotes {
  @Field({ description: 'They tell the glucose management indicator.', defaultValue: false })
  includeGMI!: boolean;
}

@ObjectType({ description: 'How a clinic is connected to its health record system.' })
@InputType('EhrSettingsInput', { description: 'How a clinic is connected to its health record system.' })
export class EhrSettings {
  @Field({ description: 'The connection is in use.' })
  enabled!: boolean;

  @Field(() => EhrProviderName, { description: 'The system.' })
  provider!: EhrProvider;

  @Field({ description: 'Whom messages of the clinic come from.' })
  sourceId!: string;

  @Field(() => EhrDestinations, { nullable: true, description: 'Where messages go.' })
  destinationIds?: EhrDestinations | null;

  @Field(() => EhrProcedureCodes, { description: 'Codes of orders.' })
  procedureCodes!: EhrProcedureCodes;

  @Field({ description: 'The type of identifier that is the medical record number.' })
  mrnIdType!: string;

  @Field(() => EhrScheduledReports, { description: 'When reports are sent.' })
  scheduledReports!: EhrScheduledReports;

  @Field(() => EhrTags, { description: 'Which clinical information of an order names tags.' })
  tags!: EhrTags;

  @Field(() => EhrFlowsheets, { description: 'The form of figures.' })
  flowsheets!: EhrFlowsheets;

  @Field(() => EhrNotes, { nullable: true, description: 'The form of reports.' })
  notes?: EhrNotes | null;
}

@InputType({ description: 'A clinic, and how it is connected from now on. All of it is replaced.' })
export class UpdateEhrSettingsInput extends EhrSettings {
  @Field(() => ID, { description: 'The clinic.' })
  clinicId!: string;
}

@ObjectType({ description: 'The connection after a change.' })
export class EhrSettingsPayload {
  @Field({ description: 'The settings as they are now.' })
  settings!: EhrSettings;
}

const known = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each != null)) as Value;

/** What is told of a connection, without what was left open. */
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
}: EhrSettings): Settings =>
  known({
    enabled,
    provider,
    sourceId,
    destinationIds: destinationIds && { ...destinationIds },
    procedureCodes: known({ ...procedureCodes }),
    mrnIdType,
    scheduledReports: known({ ...scheduledReports }),
    tags: known({ ...tags }),
    flowsheets: { ...flowsheets },
    notes: { includeGMI: notes?.includeGMI ?? false },
  }) as Settings;
