import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const id = (description: string): JsonSchema => ({ type: 'string', pattern: '^[0-9a-z]{32}$', description });
const providerType: JsonSchema = { type: 'string', enum: ['oauth'], description: 'Always `oauth`.' };

const createdTime = instant('When it was created.');
const modifiedTime = instant('When it was last changed; absent until then.');

/** Schemas of data sources and provider sessions for the API reference. */
export const dataSourceSchemas: Record<string, JsonSchema> = {
  DataSource: {
    type: 'object',
    required: ['id', 'userId', 'providerType', 'providerName', 'state', 'createdTime', 'revision'],
    properties: {
      id: id('Id of the data source.'),
      userId: text('Account that the data belong to.'),
      providerType,
      providerName: text('Name of the provider.'),
      providerSessionId: id('The provider session that it is linked to; for trusted servers.'),
      providerExternalId: text('What the provider knows the account by.'),
      state: { type: 'string', enum: ['connected', 'disconnected', 'error'] },
      metadata: { type: 'object', additionalProperties: true },
      error: { description: 'Why imports fail: a text, an object, or an array of objects.' },
      dataSetId: text('The first of `dataSetIds`.'),
      dataSetIds: {
        type: 'array',
        items: { type: 'string' },
        description: 'Data sets that the imported records lie in; absent when there is none.',
      },
      earliestDataTime: instant('Time of the oldest imported record.'),
      latestDataTime: instant('Time of the newest imported record.'),
      lastImportTime: instant('When data were last imported.'),
      createdTime,
      modifiedTime,
      revision: { type: 'integer', minimum: 0, description: 'How many changes there have been.' },
    },
  },
  ProviderSession: {
    type: 'object',
    required: ['id', 'userId', 'type', 'name', 'createdTime'],
    properties: {
      id: id('Id of the session.'),
      userId: text('Account that the data belong to.'),
      type: providerType,
      name: text('Name of the provider.'),
      externalId: text('What the provider knows the account by.'),
      oauthToken: { $ref: '#/components/schemas/ProviderToken' },
      createdTime,
      modifiedTime,
    },
  },
};
