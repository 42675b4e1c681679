import { badInput, type Finding } from '../../../platform/errors';

/** The systems that health records are exchanged with. */
export const ehrProviders = ['redox', 'xealth'] as const;

export type EhrProvider = (typeof ehrProviders)[number];

/** How often reports are sent; never when disabled. */
export const reportCadences = ['1d', '7d', '14d', '30d', 'DISABLED'] as const;

export type ReportCadence = (typeof reportCadences)[number];

/** What a report that follows an upload does with the one before. */
export const noteEventTypes = ['New', 'Replace'] as const;

export type NoteEventType = (typeof noteEventTypes)[number];

/** Codes of orders, each for what is done when it comes. */
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
  /** Whom messages of the clinic come from; several clinics may have the same. */
  sourceId: string;
  /** Where messages go. */
  destinationIds?: { flowsheet: string; notes: string; results: string };
  procedureCodes: ProcedureCodes;
  /** The type of identifier that is the medical record number. */
  mrnIdType: string;
  scheduledReports: {
    onUploadEnabled: boolean;
    /** Only where reports follow uploads. */
    onUploadNoteEventType?: NoteEventType;
    cadence: ReportCadence;
  };
  /** Clinical information of orders that names tags; with a separator, each may name several. */
  tags: { codes: string[]; separator?: string };
  flowsheets: { icode: boolean };
  notes: { includeGMI: boolean };
}

const longestSourceId = 255;

const finding = (place: string, rule: string): Finding => {
  const detail = `"${place.replaceAll('/', '.')}" ${rule}.`;
  const source = { pointer: `/input/${place}` };
  return { code: 'value-not-valid', title: 'value is not valid', detail, source };
};

/** The settings in the form that is kept. Throws with every finding when a text is empty that must not be, or too long. */
export function checkedEhrSettings(settings: EhrSettings): EhrSettings {
  const { destinationIds, mrnIdType, scheduledReports, tags } = settings;
  // An empty code of this kind is taken: it is the code of no order.
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
