import type { JsonSchema } from '../../route';
import { instant, text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs, type Sentence } from '../../sentence';

const id = (description: Sentence): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9a-z]{32}$',
  description,
});
const providerType: JsonSchema = { type: 'string', enum: ['oauth'], description: 'Always `oauth`.' };

const createdTime = instant('When it was created.');
const modifiedTime = fromGraph('DataSource.modifiedTime');

/** Schemas of data sources and provider sessions for the API reference. */
export const dataSourceSchemas: Record<string, JsonSchema> = {
  DataSource: {
    type: 'object',
    required: ['id', 'userId', 'providerType', 'providerName', 'state', 'createdTime', 'revision'],
    properties: {
      id: id(describedAs('DataSource.id')),
      userId: fromGraph('DataSource.userId'),
      providerType,
      providerName: fromGraph('DataSource.providerName'),
      providerSessionId: id('The provider session that it is linked to; for trusted servers.'),
      providerExternalId: fromGraph('DataSource.providerExternalId'),
      state: { type: 'string', enum: ['connected', 'disconnected', 'error'] },
      metadata: { type: 'object', additionalProperties: true },
      error: { description: 'Why imports fail: a string, an object, or an array of objects.' },
      dataSetId: text('The first of `dataSetIds`.'),
      dataSetIds: {
        type: 'array',
        items: { type: 'string' },
        description: 'Ids of the data sets with imported records; absent if there are none.',
      },
      ...fieldsFromGraph('DataSource', 'earliestDataTime', 'latestDataTime', 'lastImportTime'),
      createdTime,
      modifiedTime,
      revision: { ...fromGraph('DataSource.revision'), minimum: 0 },
    },
  },
  ProviderSession: {
    type: 'object',
    required: ['id', 'userId', 'type', 'name', 'createdTime'],
    properties: {
      id: id(describedAs('ProviderSession.id')),
      userId: fromGraph('ProviderSession.userId'),
      type: providerType,
      ...fieldsFromGraph('ProviderSession', 'name', 'externalId'),
      oauthToken: { $ref: '#/components/schemas/ProviderToken' },
      createdTime,
      modifiedTime,
    },
  },
};
