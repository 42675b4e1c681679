import { badInput, type Finding } from '../../../platform/errors';

/** Supported health record systems. */
export const ehrProviders = ['redox', 'xealth'] as const;

export type EhrProvider = (typeof ehrProviders)[number];

/** How often reports are sent when reporting is enabled. */
export const reportCadences = ['1d', '7d', '14d', '30d', 'DISABLED'] as const;

export type ReportCadence = (typeof reportCadences)[number];

/** How a report that follows an upload treats the previous one. */
export const noteEventTypes = ['New', 'Replace'] as const;

export type NoteEventType = (typeof noteEventTypes)[number];

/** Order codes by the action that they trigger. */
export interface ProcedureCodes {
  enableSummaryReports?: string;
  disableSummaryReports?: string;
  createAccount?: string;
  createAccountAndEnableReports?: string;
}

/** How a clinic is connected to its health record system. */
export interface EhrSettings {
  enabled: boolean;
  provider: EhrProvider;
  /** Sender id of the clinic's messages; several clinics may share one. */
  sourceId: string;
  /** Recipients of messages. */
  destinationIds?: { flowsheet: string; notes: string; results: string };
  procedureCodes: ProcedureCodes;
  /** The identifier type of the medical record number. */
  mrnIdType: string;
  scheduledReports: {
    onUploadEnabled: boolean;
    /** Only applies to reports that follow uploads. */
    onUploadNoteEventType?: NoteEventType;
    cadence: ReportCadence;
  };
  /** Keys of clinical information in orders that name tags. With a separator, one value may name several tags. */
  tags: { codes: string[]; separator?: string };
  flowsheets: { icode: boolean };
  notes: { includeGMI: boolean };
}

/** New settings. Absent destinations and notes stay as they are; null removes them. */
export interface EhrSettingsChange extends Omit<EhrSettings, 'destinationIds' | 'notes'> {
  destinationIds?: EhrSettings['destinationIds'] | null;
  notes?: EhrSettings['notes'] | null;
}

/** Settings after a change. */
export const changedEhrSettings = (
  { destinationIds, notes, ...given }: EhrSettingsChange,
  before: EhrSettings | null,
): EhrSettings => {
  const kept = destinationIds === undefined ? before?.destinationIds : destinationIds;
  return {
    ...given,
    ...(kept && { destinationIds: kept }),
    notes: (notes === undefined ? before?.notes : notes) ?? { includeGMI: false },
  };
};

const longestSourceId = 255;

const finding = (place: string, rule: string): Finding => {
  const detail = `"${place.replaceAll('/', '.')}" ${rule}.`;
  const source = { pointer: `/input/${place}` };
  return { code: 'value-not-valid', title: 'value is not valid', detail, source };
};

/**
 * Validates the settings and returns them in stored form. Throws every finding: texts that are empty but required, or
 * too long.
 */
export function checkedEhrSettings(settings: EhrSettings): EhrSettings {
  const { destinationIds, mrnIdType, scheduledReports, tags } = settings;
  // An empty code is valid here: no order has it.
  const { createAccountAndEnableReports: _mayBeEmpty, ...mustNameOrders } = settings.procedureCodes;
  const texts: [string, string | undefined][] = [
    ['mrnIdType', mrnIdType],
    ['tags/separator', tags.separator],
    ...Object.entries(mustNameOrders).map(([name, code]): [string, string] => [
      `procedureCodes/${name}`,
      code,
    ]),
    ...Object.entries(destinationIds ?? {}).map(([name, id]): [string, string] => [
      `destinationIds/${name}`,
      id,
    ]),
  ];
  const findings = [
    ...texts.filter(([, text]) => text === '').map(([place]) => finding(place, 'must not be empty')),
    ...([...settings.sourceId].length > longestSourceId
      ? [finding('sourceId', `has at most ${longestSourceId} characters`)]
      : []),
  ];
  if (findings.length > 0) throw badInput(findings[0]?.detail ?? '', findings);
  const { onUploadEnabled, cadence, onUploadNoteEventType = 'New' } = scheduledReports;
  return {
    ...settings,
    scheduledReports: { onUploadEnabled, cadence, ...(onUploadEnabled && { onUploadNoteEventType }) },
  };
}
