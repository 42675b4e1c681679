import { randomUUID } from 'node:crypto';
import { newServerToken } from './accounts';
import { api, type Json } from './api';
import { accepted, type TestClinic } from './clinics';
import { verificationToken, type ServerUnderTest } from './server';

/** The codes of test orders. */
const procedureCodes = {
  enableSummaryReports: 'enable',
  disableSummaryReports: 'disable',
  createAccount: 'create',
  createAccountAndEnableReports: 'create and enable',
};

/** An enabled connection. */
export const ehrSettings = (sourceId: string): Record<string, unknown> => ({
  enabled: true,
  provider: 'redox',
  sourceId,
  destinationIds: { flowsheet: 'flowsheets', notes: 'notes', results: 'results' },
  procedureCodes,
  mrnIdType: 'MRN',
  scheduledReports: { onUploadEnabled: true, cadence: '14d' },
  tags: { codes: [] },
  flowsheets: { icode: false },
});

/** Connects a clinic to a source of its own, and returns the source. Throws when the server refuses. */
export async function connectClinic(
  server: ServerUnderTest,
  { path }: Pick<TestClinic, 'path'>,
  changes: object = {},
): Promise<string> {
  const sourceId = randomUUID();
  const token = await newServerToken(server);
  const body = { ...ehrSettings(sourceId), ...changes };
  accepted(await api(server).put(`${path}/settings/ehr`, { token, body }));
  return sourceId;
}

/** The person in test orders. */
export const person = { mrn: '12345', firstName: 'Ann', lastName: 'Other', birthDate: '1990-05-06' };

interface OrderFields {
  mrn?: string | null;
  mrnType?: string;
  firstName?: string | null;
  lastName?: string | null;
  birthDate?: string | null;
  code?: string;
  emails?: string[];
  guarantorEmails?: string[];
  clinicalInfo?: { Code: string; Value: string }[];
  eventTime?: string;
}

/** An order for `person` by default. */
export function newOrder(sourceId: string | null, fields: OrderFields = {}): Json {
  const { mrn, firstName, lastName, birthDate, code, ...more } = { ...person, code: 'other', ...fields };
  return {
    Meta: {
      DataModel: 'Order',
      EventType: 'New',
      EventDateTime: more.eventTime ?? '2026-01-02T03:04:05.000Z',
      FacilityCode: 'F1',
      Logs: [{ ID: 'log' }],
      ...(sourceId !== null && { Source: { ID: sourceId, Name: 'Source' } }),
    },
    Patient: {
      Identifiers: [
        { ID: 'another', IDType: 'NHS' },
        ...(mrn === null ? [] : [{ ID: mrn, IDType: more.mrnType ?? 'MRN' }]),
      ],
      Demographics: {
        FirstName: firstName,
        LastName: lastName,
        DOB: birthDate,
        EmailAddresses: more.emails ?? [],
      },
    },
    Visit: {
      VisitNumber: 'V1',
      AccountNumber: 'A1',
      Guarantor: { EmailAddresses: more.guarantorEmails ?? [] },
    },
    Order: { ID: 'O1', Procedure: { Code: code }, ClinicalInfo: more.clinicalInfo ?? [] },
  };
}

/** Sends a message like a health record system. */
export const sendMessage = (
  server: ServerUnderTest,
  body: unknown,
  token: string | null = verificationToken,
) =>
  api(server).post('/v1/redox', {
    body,
    headers: token === null ? {} : { 'verification-token': token },
  });

/** Sends a valid message, and returns its id. Throws when it is refused. */
export const sent = async (server: ServerUnderTest, body: unknown): Promise<string> =>
  accepted(await sendMessage(server, body)).documentId as string;

/** The body of `POST /v1/redox/match`. */
export const matchBody = (documentId: string, patients?: object): object => ({
  messageRef: { dataModel: 'Order', eventType: 'New', documentId },
  ...(patients && { patients }),
});
