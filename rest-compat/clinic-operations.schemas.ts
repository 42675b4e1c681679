import { tideFigures } from '../resolvers/tide-report.types';
import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const number = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const oneOf = (values: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});
const list = (items: JsonSchema, description: string): JsonSchema => ({ type: 'array', items, description });

/** An object; all of its properties are required unless told otherwise. */
const object = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', ...(required.length > 0 && { required }), properties });

const migrationStatuses = ['PENDING', 'RUNNING', 'COMPLETED'];

const limit = object(
  {
    plan: number('How many.'),
    startDate: instant('From then on.'),
    endDate: instant('Until then.'),
  },
  ['plan'],
);

const ehrSettings = {
  enabled: flag('The connection is in use.'),
  provider: oneOf(['redox', 'xealth'], 'The system.'),
  sourceId: text('Whom messages of the clinic come from.'),
  destinationIds: object({
    flowsheet: text('Where figures go.'),
    notes: text('Where reports go.'),
    results: text('Where it is told what has become of an order.'),
  }),
  procedureCodes: object(
    {
      enableSummaryReports: text('Reports are sent from then on.'),
      disableSummaryReports: text('No reports are sent any more.'),
      createAccount: text('An account is opened for the patient.'),
      createAccountAndEnableReports: text('Both: the account is opened, and reports are sent.'),
    },
    [],
  ),
  mrnIdType: text('The type of identifier that is the medical record number.'),
  scheduledReports: object(
    {
      onUploadEnabled: flag('A report follows each upload.'),
      onUploadNoteEventType: oneOf(['New', 'Replace'], 'What it does with the one before.'),
      cadence: oneOf(['1d', '7d', '14d', '30d', 'DISABLED'], 'How often reports are sent besides.'),
    },
    ['onUploadEnabled', 'cadence'],
  ),
  tags: object(
    {
      codes: list({ type: 'string' }, 'Codes of clinical information that names tags.'),
      separator: text('What stands between several tags.'),
    },
    [],
  ),
  flowsheets: object({ icode: flag('Figures are rounded as the iCoDE standard has them.') }),
  notes: object({ includeGMI: flag('Reports tell the glucose management indicator.') }, []),
};

const tideFigure = { type: 'number', description: 'As the summary has it; absent when it has none.' };

const tidePatient = object(
  {
    id: text('The account.'),
    email: text('E-mail address.'),
    fullName: text('Full name.'),
    tags: list({ type: 'string' }, 'All tags of the patient.'),
    reviews: list({ type: 'object' }, 'The last two looks at the data, newest first.'),
    dataSources: { ...list({ type: 'object' }, 'Where data come from.'), nullable: true },
  },
  ['id', 'tags'],
);

/** Schemas of what is set for clinics, and of what they do beside caring for patients. */
export const clinicOperationSchemas: Record<string, JsonSchema> = {
  ClinicTier: object({ tier: oneOf(['tier0100', 'tier0200', 'tier0300', 'tier0400'], 'The tier.') }),
  SuppressedNotifications: object({
    suppressedNotifications: {
      ...object({ patientClinicInvitation: flag('No mails about invitations.') }, []),
      additionalProperties: false,
    },
  }),
  MembershipRestrictions: object(
    {
      restrictions: list(
        object(
          {
            emailDomain: text('What stands behind the @ of an address.'),
            requiredIdp: text('The identity provider to log in with.'),
          },
          ['emailDomain'],
        ),
        'Who may join; the first that fits counts.',
      ),
    },
    [],
  ),
  Migration: object({
    userId: text('The account.'),
    status: oneOf(migrationStatuses, 'How far it is.'),
    createdTime: instant('When it was asked for.'),
    updatedTime: instant('When the status was last set.'),
  }),
  NewMigration: object({ userId: text('The account, which works in the clinic.') }),
  MigrationUpdate: object({ status: oneOf(migrationStatuses, 'How far it is.') }),
  TriggeredMigration: object({ attestationSubmitted: flag('Does not count.') }, []),
  MergedClinic: object({ sourceId: text('The clinic that is no more then.') }),
  ServiceCredentials: object({
    name: text('What the program is called in the clinic.'),
    client_id: text('Id of the client of the token service.'),
    client_secret: text('Its secret.'),
  }),
  SiteId: object({ id: text('The site.') }),
  MrnSettings: object({
    required: flag('Every patient has a medical record number.'),
    unique: flag('No two patients have the same.'),
  }),
  EhrSettings: object(
    ehrSettings,
    Object.keys(ehrSettings).filter((name) => name !== 'destinationIds' && name !== 'notes'),
  ),
  TideReport: object({
    config: object({
      schemaVersion: number('Version of the form of summaries.'),
      clinicId: text('The clinic.'),
      period: oneOf(['1d', '7d', '14d', '30d'], 'The period that figures are of.'),
      lastDataCutoff: instant('What divides who has data from who has not.'),
      ...Object.fromEntries(
        ['low', 'veryLow', 'high', 'veryHigh', 'extremeHigh'].map((name) => [
          `${name}GlucoseThreshold`,
          { type: 'number', description: 'In mmol/L.' },
        ]),
      ),
      tags: list({ type: 'string' }, 'The tags that patients have.'),
      filters: { type: 'object', additionalProperties: { type: 'string' }, description: 'Usual limits.' },
    }),
    results: {
      type: 'object',
      description: 'Patients by category, and those without data under noData.',
      additionalProperties: list(
        object(
          {
            patient: tidePatient,
            lastData: instant('Time of the last sensor data.'),
            ...Object.fromEntries(tideFigures.map((name) => [name, tideFigure])),
          },
          ['patient'],
        ),
        'Who stands out most comes first.',
      ),
    },
  }),
  RealtimeReport: object({
    config: object({
      code: oneOf(['CPT-99454'], 'What is billed by the report.'),
      clinicId: text('The clinic.'),
      startDate: instant('What the report begins with.'),
      endDate: instant('What the report ends with.'),
    }),
    results: list(
      object({
        id: text('The account.'),
        fullName: text('Full name.'),
        birthDate: { ...text('Birthday; 0001-01-01 when it is not known.'), format: 'date' },
        mrn: { ...text('Medical record number.'), nullable: true },
        realtimeDays: number('Days with records that came within a day.'),
        hasSufficientData: flag('There are at least 16 such days.'),
      }),
      'Patients with sufficient data in the order of the list, then all others in the reverse order.',
    ),
  }),
  PatientCountSettings: object({ hardLimit: limit, softLimit: limit }, []),
  PatientCount: object(
    {
      total: number('All patients.'),
      demo: number('The demo patient.'),
      plan: number('Those that count against the limit.'),
      providers: {
        type: 'object',
        description: 'Sources of data by provider.',
        additionalProperties: object({
          total: number('How many sources.'),
          states: { type: 'object', additionalProperties: { type: 'integer' } },
        }),
      },
    },
    ['total', 'demo', 'plan'],
  ),
};
