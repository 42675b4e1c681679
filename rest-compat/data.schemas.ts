import type { JsonSchema } from './route';

const time: JsonSchema = { type: 'string', format: 'date-time', description: 'It selects nothing.' };

/** Schemas of deletions of data for the API reference. */
export const dataSchemas: Record<string, JsonSchema> = {
  RecordSelectors: {
    type: 'array',
    minItems: 1,
    description: 'All of one way.',
    items: {
      type: 'object',
      description: 'Names records in exactly one way.',
      properties: {
        id: { type: 'string', pattern: '^[0-9a-z]{32}$', description: 'Id of the record.' },
        time,
        deduplicator: {
          type: 'object',
          required: ['hash'],
          properties: {
            hash: { type: 'string', minLength: 1, maxLength: 1000, description: 'Identity of the record.' },
          },
        },
        origin: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', minLength: 1, maxLength: 100, description: 'Id at the origin.' },
            time,
          },
        },
      },
    },
  },
};
