import { objectIn, objectsIn, textIn, textsIn, type Json } from './json-fields';

/** The relevant parts of an order; null for what is missing or malformed. */
export interface Order {
  sourceId: string | null;
  /** RFC 3339, as received. */
  eventTime: string | null;
  facilityCode: string | null;
  logId: string | null;
  identifiers: { id: string; type: string }[];
  firstName: string | null;
  lastName: string | null;
  /** `YYYY-MM-DD`, as received. */
  birthDate: string | null;
  /** Email addresses of the patient. */
  emails: string[];
  /** Email addresses of the guarantors. */
  guarantorEmails: string[];
  orderId: string | null;
  procedureCode: string | null;
  clinicalInfo: { code: string; value: string }[];
  /** Copied unchanged to responses. */
  patient: Json;
  visit: Json;
  provider: unknown;
}

/** Parses an order. The sender may omit anything, so nothing is validated here. */
export function readOrder(content: Json): Order {
  const meta = objectIn(content, 'Meta');
  const patient = objectIn(content, 'Patient');
  const demographics = objectIn(patient, 'Demographics');
  const visit = objectIn(content, 'Visit');
  const order = objectIn(content, 'Order');
  const [log = {}] = objectsIn(meta, 'Logs');
  return {
    sourceId: textIn(objectIn(meta, 'Source'), 'ID'),
    eventTime: textIn(meta, 'EventDateTime'),
    facilityCode: textIn(meta, 'FacilityCode'),
    logId: textIn(log, 'ID'),
    identifiers: objectsIn(patient, 'Identifiers').flatMap((identifier) => {
      const [id, type] = [textIn(identifier, 'ID'), textIn(identifier, 'IDType')];
      return id === null || type === null ? [] : [{ id, type }];
    }),
    firstName: textIn(demographics, 'FirstName'),
    lastName: textIn(demographics, 'LastName'),
    birthDate: textIn(demographics, 'DOB'),
    emails: textsIn(demographics, 'EmailAddresses'),
    guarantorEmails: textsIn(objectIn(visit, 'Guarantor'), 'EmailAddresses'),
    orderId: textIn(order, 'ID'),
    procedureCode: textIn(objectIn(order, 'Procedure'), 'Code'),
    clinicalInfo: objectsIn(order, 'ClinicalInfo').flatMap((item) => {
      const [code, value] = [textIn(item, 'Code'), textIn(item, 'Value')];
      return code === null || value === null ? [] : [{ code, value }];
    }),
    patient,
    visit,
    provider: order.Provider ?? null,
  };
}

/** First and last name, separated by a space, or the one that is present; null if both are missing. */
export const joinNames = ({ firstName, lastName }: Order): string | null =>
  [firstName, lastName].filter((name) => name !== null).join(' ') || null;

/** The record number of the patient: the first identifier of the clinic's type. */
export const findMrn = ({ identifiers }: Order, mrnIdType: string): string | null =>
  identifiers.find(({ type }) => type.toLowerCase() === mrnIdType.toLowerCase())?.id ?? null;
