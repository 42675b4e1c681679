import { EhrProviderName, NoteEventTypeName, ReportCadenceName } from '../resolvers/ehr-settings.types';
import { clinicBody, enumName } from './clinic-body';
import { onWire } from './clinic-on-wire';
import type {
  EhrPartsFragment,
  EhrProvider,
  UpdateEhrSettingsInput,
  NoteEventType,
  ReportCadence,
} from './generated/operations';
import type { BodyReader } from './json-body';

const codes = [
  'enableSummaryReports',
  'disableSummaryReports',
  'createAccount',
  'createAccountAndEnableReports',
] as const;

function scheduledReportsOf(reports: BodyReader): UpdateEhrSettingsInput['scheduledReports'] {
  const eventType = reports.optional('onUploadNoteEventType', 'string') ?? 'New';
  return {
    onUploadEnabled: reports.required('onUploadEnabled', 'boolean'),
    onUploadNoteEventType: enumName<NoteEventType>(
      NoteEventTypeName,
      '/scheduledReports/onUploadNoteEventType',
      eventType,
    ),
    cadence: enumName<ReportCadence>(
      ReportCadenceName,
      '/scheduledReports/cadence',
      reports.required('cadence', 'string'),
    ),
  };
}

/** What a body says of a connection to a health record system. */
export function ehrSettingsOf(body: unknown): Omit<UpdateEhrSettingsInput, 'clinicId'> {
  const settings = clinicBody(body);
  const part = (name: string) => clinicBody(settings.required(name, 'object'), `/${name}`);
  const destinationIds = settings.optional('destinationIds', 'object');
  const destinations = destinationIds && clinicBody(destinationIds, '/destinationIds');
  const procedureCodes = part('procedureCodes');
  const tags = part('tags');
  const notes = clinicBody(settings.optional('notes', 'object') ?? {}, '/notes');
  return {
    enabled: settings.required('enabled', 'boolean'),
    provider: enumName<EhrProvider>(EhrProviderName, '/provider', settings.required('provider', 'string')),
    sourceId: settings.required('sourceId', 'string'),
    destinationIds: destinations && {
      flowsheet: destinations.required('flowsheet', 'string'),
      notes: destinations.required('notes', 'string'),
      results: destinations.required('results', 'string'),
    },
    procedureCodes: Object.fromEntries(codes.map((name) => [name, procedureCodes.optional(name, 'string')])),
    mrnIdType: settings.required('mrnIdType', 'string'),
    scheduledReports: scheduledReportsOf(part('scheduledReports')),
    tags: {
      codes: tags.optional('codes', 'strings') ?? [],
      separator: tags.optional('separator', 'string'),
    },
    flowsheets: { icode: part('flowsheets').required('icode', 'boolean') },
    notes: { includeGMI: notes.optional('includeGMI', 'boolean') ?? false },
  };
}

const known = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name !== '__typename' && value != null),
  );

/** A connection as clients know it; what is not set is left out. */
export const ehrSettingsOnWire = (settings: EhrPartsFragment): object => {
  const { destinationIds, procedureCodes, scheduledReports, tags, flowsheets, notes } = settings;
  const eventType = scheduledReports.onUploadNoteEventType;
  return {
    enabled: settings.enabled,
    provider: onWire(EhrProviderName, settings.provider),
    sourceId: settings.sourceId,
    ...(destinationIds && { destinationIds: known(destinationIds) }),
    procedureCodes: known(procedureCodes),
    mrnIdType: settings.mrnIdType,
    scheduledReports: known({
      onUploadEnabled: scheduledReports.onUploadEnabled,
      onUploadNoteEventType: eventType && onWire(NoteEventTypeName, eventType),
      cadence: onWire(ReportCadenceName, scheduledReports.cadence),
    }),
    tags: known(tags),
    flowsheets: known(flowsheets),
    ...(notes?.includeGMI && { notes: { includeGMI: true } }),
  };
};
