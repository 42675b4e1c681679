import type { JsonSchema } from '../../route';
import { neverNull, orNull } from '../../absent-nulls';
import { text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { donationSchema, newConsent } from './consent-body';

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const describeList = (name: string): JsonSchema => ({
  type: 'object',
  required: ['data', 'count'],
  properties: {
    data: { type: 'array', items: reference(name) },
    count: fromGraph('ConsentRecordConnection.totalCount'),
  },
});

const signed = { ...newConsent.properties, metadata: orNull(donationSchema) };

/** Answers leave out what there is not. */
const recorded = Object.fromEntries(
  Object.entries(signed).map(([name, schema]) => [name, neverNull(schema)]),
);

/** Schemas of consents. */
export const consentSchemas: Record<string, JsonSchema> = {
  Consent: {
    type: 'object',
    required: ['type', 'version', 'content', 'contentType', 'createdTime'],
    properties: {
      type: fromGraph('ConsentRecord.type'),
      version: fromGraph('Consent.version'),
      content: text('The text.'),
      contentType: { type: 'string', enum: ['markdown'] },
      createdTime: fromGraph('Consent.createdTime'),
    },
  },
  ConsentList: describeList('Consent'),
  ConsentRecord: {
    type: 'object',
    required: ['id', 'userId', 'status', 'grantTime', 'createdTime', 'modifiedTime', ...newConsent.needed],
    properties: {
      ...fieldsFromGraph('ConsentRecord', 'id', 'userId'),
      status: { type: 'string', enum: ['active', 'revoked'] },
      ...recorded,
      ...fieldsFromGraph('ConsentRecord', 'grantTime', 'revocationTime', 'createdTime', 'modifiedTime'),
    },
  },
  ConsentRecordList: describeList('ConsentRecord'),
  NewConsent: { ...newConsent.schema, properties: signed },
  ConsentChanges: { type: 'object', properties: { metadata: orNull(donationSchema) } },
};
