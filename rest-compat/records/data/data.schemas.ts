import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';

const time: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'Has no effect on the selection.',
};

/** Schemas of data sets, and of references to records, for the API reference. */
export const dataSchemas: Record<string, JsonSchema> = {
  DataSet: {
    type: 'object',
    description: 'An upload session.',
    required: ['id', 'uploadId', 'type', 'time', 'createdTime', 'modifiedTime'],
    additionalProperties: true,
    properties: {
      id: fromGraph('DataSet.id'),
      uploadId: text('Id of the data set in addresses.'),
      type: { type: 'string', enum: ['upload'] },
      dataSetType: {
        type: 'string',
        enum: ['normal', 'continuous'],
        description: 'Absent if the data set was uploaded by the legacy route.',
      },
      ...fieldsFromGraph('DataSet', 'time', 'createdTime', 'modifiedTime', 'deletedTime'),
    },
  },
  RecordSelectors: {
    type: 'array',
    minItems: 1,
    description: 'All of the same kind.',
    items: {
      type: 'object',
      description: 'Selects records in exactly one way.',
      properties: {
        id: { type: 'string', description: 'Id of the record.', pattern: '^[0-9a-z]{32}$' },
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
