import {
  EhrProviderName,
  NoteEventTypeName,
  ReportCadenceName,
} from '../../../resolvers/care/clinics/ehr-settings.types';
import { BodyTable, field, required, withDefault } from '../../body-table';
import { onWire } from './clinic-on-wire';
import type { EhrPartsFragment, EhrProvider, NoteEventType, ReportCadence } from '../../generated/operations';

const destinations = new BodyTable('EhrDestinationsInput', {
  flowsheet: required(field.text),
  notes: required(field.text),
  results: required(field.text),
});

const procedureCodes = new BodyTable('EhrProcedureCodesInput', {
  enableSummaryReports: field.text,
  disableSummaryReports: field.text,
  createAccount: field.text,
  createAccountAndEnableReports: field.text,
});

const scheduledReports = new BodyTable('EhrScheduledReportsInput', {
  onUploadEnabled: required(field.flag),
  onUploadNoteEventType: withDefault(field.oneOf<NoteEventType>(NoteEventTypeName), 'NEW'),
  cadence: required(field.oneOf<ReportCadence>(ReportCadenceName)),
});

const tags = new BodyTable('EhrTagsInput', { codes: withDefault(field.texts, []), separator: field.text });

const flowsheets = new BodyTable('EhrFlowsheetsInput', { icode: required(field.flag) });

const notes = new BodyTable('EhrNotesInput', { includeGMI: withDefault(field.flag, false) });

/** The connection to a health record system in a body. */
export const ehrSettings = new BodyTable('UpdateEhrSettingsInput', {
  enabled: required(field.flag),
  provider: required(field.oneOf<EhrProvider>(EhrProviderName)),
  sourceId: required(field.text),
  destinationIds: field.object(destinations),
  procedureCodes: required(field.object(procedureCodes)),
  mrnIdType: required(field.text),
  scheduledReports: required(field.object(scheduledReports)),
  tags: required(field.object(tags)),
  flowsheets: required(field.object(flowsheets)),
  notes: withDefault(field.object(notes), { includeGMI: false }),
});

const known = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name !== '__typename' && value != null),
  );

/** A connection in the form of clients; unset fields are omitted. */
export const ehrSettingsOnWire = (settings: EhrPartsFragment): object => {
  const eventType = settings.scheduledReports.onUploadNoteEventType;
  return {
    enabled: settings.enabled,
    provider: onWire(EhrProviderName, settings.provider),
    sourceId: settings.sourceId,
    ...(settings.destinationIds && { destinationIds: known(settings.destinationIds) }),
    procedureCodes: known(settings.procedureCodes),
    mrnIdType: settings.mrnIdType,
    scheduledReports: known({
      onUploadEnabled: settings.scheduledReports.onUploadEnabled,
      onUploadNoteEventType: eventType && onWire(NoteEventTypeName, eventType),
      cadence: onWire(ReportCadenceName, settings.scheduledReports.cadence),
    }),
    tags: known(settings.tags),
    flowsheets: known(settings.flowsheets),
    ...(settings.notes?.includeGMI && { notes: { includeGMI: true } }),
  };
};
