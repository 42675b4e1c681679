import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string): JsonSchema => ({
  type: 'object',
  required: ['data', 'count'],
  properties: {
    data: { type: 'array', items: reference(name) },
    count: { type: 'integer', description: 'How many there are on all pages.' },
  },
});

const metadata: JsonSchema = {
  type: 'object',
  properties: {
    supportedOrganizations: {
      type: 'array',
      items: { type: 'string' },
      description: 'Organizations that a donation of data is to support.',
    },
  },
};

const signed = {
  type: text('What it is about.'),
  version: { type: 'integer', minimum: 1, description: 'Version of the text.' },
  ageGroup: { type: 'string', enum: ['<13', '13-17', '>=18'] },
  ownerName: text('Name of the account’s owner, 1 to 256 characters.'),
  parentGuardianName: text('Name of the parent or guardian, below 18 years.'),
  grantorType: { type: 'string', enum: ['owner', 'parent/guardian'] },
  metadata,
};
const required = ['type', 'version', 'ageGroup', 'ownerName', 'grantorType'];

/** Schemas of consents. */
export const consentSchemas: Record<string, JsonSchema> = {
  Consent: {
    type: 'object',
    required: ['type', 'version', 'content', 'contentType', 'createdTime'],
    properties: {
      type: text('What it is about.'),
      version: { type: 'integer', description: 'Version of the text.' },
      content: text('The text.'),
      contentType: { type: 'string', enum: ['markdown'] },
      createdTime: instant('Since when there is this text.'),
    },
  },
  ConsentList: listOf('Consent'),
  ConsentRecord: {
    type: 'object',
    required: ['id', 'userId', 'status', 'grantTime', 'createdTime', 'modifiedTime', ...required],
    properties: {
      id: text('Id of the record.'),
      userId: text('Account that the consent is for.'),
      status: { type: 'string', enum: ['active', 'revoked'] },
      ...signed,
      grantTime: instant('When it was granted.'),
      revocationTime: instant('When it ended; absent while it holds.'),
      createdTime: instant('When the record was made.'),
      modifiedTime: instant('When the record was last changed.'),
    },
  },
  ConsentRecordList: listOf('ConsentRecord'),
  NewConsent: { type: 'object', required, properties: signed },
  ConsentChanges: { type: 'object', properties: { metadata } },
};
