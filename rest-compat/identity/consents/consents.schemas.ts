import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string): JsonSchema => ({
  type: 'object',
  required: ['data', 'count'],
  properties: {
    data: { type: 'array', items: reference(name) },
    count: fromGraph('ConsentRecordConnection.totalCount'),
  },
});

const metadata: JsonSchema = {
  type: 'object',
  properties: {
    supportedOrganizations: {
      type: 'array',
      items: { type: 'string' },
      description: describedAs('GrantConsentInput.organizations'),
    },
  },
};

const signed = {
  type: fromGraph('ConsentRecord.type'),
  version: { ...fromGraph('GrantConsentInput.version'), minimum: 1 },
  ageGroup: { type: 'string', enum: ['<13', '13-17', '>=18'] },
  ownerName: fromGraph('GrantConsentInput.ownerName'),
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
      type: fromGraph('ConsentRecord.type'),
      version: fromGraph('Consent.version'),
      content: text('The text.'),
      contentType: { type: 'string', enum: ['markdown'] },
      createdTime: fromGraph('Consent.createdTime'),
    },
  },
  ConsentList: listOf('Consent'),
  ConsentRecord: {
    type: 'object',
    required: ['id', 'userId', 'status', 'grantTime', 'createdTime', 'modifiedTime', ...required],
    properties: {
      ...fieldsFromGraph('ConsentRecord', 'id', 'userId'),
      status: { type: 'string', enum: ['active', 'revoked'] },
      ...signed,
      ...fieldsFromGraph('ConsentRecord', 'grantTime', 'revocationTime', 'createdTime', 'modifiedTime'),
    },
  },
  ConsentRecordList: listOf('ConsentRecord'),
  NewConsent: { type: 'object', required, properties: signed },
  ConsentChanges: { type: 'object', properties: { metadata } },
};
