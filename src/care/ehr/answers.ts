import { isoTime, now } from '../../platform/clock';
import type { EhrSettings } from '../clinics/settings/ehr-settings';
import type { EhrMessageEntity } from './ehr-message.entity';
import { readOrder } from './order';
import { gmiCode, type Observation } from './statistics';

/** Subject of the messages with the outcome of an order; all others are reports. */
export const resultsModel = 'Results';

/** A message in response to an order. */
export interface Answer {
  Meta: { DataModel: string };
  [part: string]: unknown;
}

/** What a response refers to. */
interface Answered {
  message: EhrMessageEntity;
  settings: EhrSettings;
}

/** The outcome of an order: whether a patient was found, or an account was created. */
export interface Notice {
  kind: 'MATCHING_RESULT' | 'ACCOUNT_CREATION_RESULT';
  isSuccess: boolean;
  text: string;
}

/** A report as a document in the health record system. */
export interface ReportNote {
  id: string;
  /** The document that it replaces; null for an additional one. */
  replacedId: string | null;
  /** Creates the PDF. */
  report: () => Promise<Buffer>;
}

const answerMeta = ({ message }: Answered, dataModel: string, eventType: string, destination: string) => {
  const { facilityCode, logId } = readOrder(message.content);
  return {
    DataModel: dataModel,
    EventType: eventType,
    EventDateTime: isoTime(now()),
    Destinations: [{ ID: destination }],
    ...(facilityCode !== null && { FacilityCode: facilityCode }),
    ...(logId !== null && { Logs: [{ ID: logId }] }),
  };
};

/** The message with the outcome of an order; null if the clinic wants none. */
export function toResults(answered: Answered, { kind, isSuccess, text }: Notice): Answer | null {
  const { message, settings } = answered;
  if (!settings.destinationIds) return null;
  const { patient, visit, orderId, provider } = readOrder(message.content);
  const result = (code: string, value: string) => ({ Code: code, Value: value, ValueType: 'String' });
  return {
    Meta: answerMeta(answered, resultsModel, 'New', settings.destinationIds.results),
    Patient: patient,
    Visit: visit,
    Orders: [
      {
        ID: orderId,
        Status: 'Resulted',
        Provider: provider,
        Results: [result(kind, isSuccess ? 'SUCCESS' : 'FAILURE'), result(`${kind}_MESSAGE`, text)],
      },
    ],
  };
}

/** The message with figures; null if the clinic wants none, or if there are none. */
export function toFlowsheet(answered: Answered, observations: readonly Observation[]): Answer | null {
  const { message, settings } = answered;
  if (!settings.destinationIds || observations.length === 0) return null;
  const { patient, visit } = readOrder(message.content);
  return {
    Meta: answerMeta(answered, 'Flowsheet', 'New', settings.destinationIds.flowsheet),
    Patient: patient,
    Visit: visit,
    Observations: observations.map(({ code, value, valueType, units, time }) => ({
      DateTime: time,
      Code: code,
      Value: value,
      ValueType: valueType,
      ...(units !== '' && { Units: units }),
    })),
  };
}

/** The note with the report as a PDF document; null if the clinic wants none, or if there are no figures. */
export async function toNote(
  answered: Answered,
  observations: readonly Observation[],
  { id, replacedId, report }: ReportNote,
): Promise<Answer | null> {
  const { message, settings } = answered;
  if (!settings.destinationIds || observations.length === 0) return null;
  const { patient, visit, provider } = readOrder(message.content);
  const gmi = settings.notes.includeGMI ? observations.find(({ code }) => code === gmiCode) : undefined;
  return {
    Meta: answerMeta(
      answered,
      'Notes',
      replacedId === null ? 'New' : 'Replace',
      settings.destinationIds.notes,
    ),
    Patient: patient,
    Visit: visit,
    Note: {
      ContentType: 'Base64 Encoded',
      FileType: 'PDF',
      FileName: `report-${id}.pdf`,
      FileContents: (await report()).toString('base64'),
      Availability: 'Available',
      DocumentationDateTime: isoTime(now()),
      DocumentType: 'Summary report',
      DocumentID: id,
      ...(replacedId !== null && { OriginalDocumentID: replacedId }),
      Provider: provider,
      ...(gmi && {
        Components: [{ ID: gmiCode, Name: 'Glucose Management Indicator', Value: gmi.value, Units: '%' }],
      }),
    },
  };
}
