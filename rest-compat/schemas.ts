import type { JsonSchema } from './route';
import { fromGraph } from './from-graph';
import type { Sentence } from './sentence';

/** A reference to a schema of the document. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const text = (description: Sentence): JsonSchema => ({ type: 'string', description });
export const texts = (description: Sentence): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
export const flag = (description: Sentence): JsonSchema => ({ type: 'boolean', description });
export const instant = (description: Sentence): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description,
});

/** Size of stored content. */
export const bytes: JsonSchema = { ...fromGraph('Blob.size'), format: 'int64' };

export const contentDigest: JsonSchema = {
  ...fromGraph('Blob.digestMD5'),
  minLength: 24,
  maxLength: 24,
};

/** The payload in `data`, next to the trace of the request. */
export const dataEnvelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data', 'meta'],
  properties: {
    data,
    meta: {
      type: 'object',
      properties: {
        trace: {
          type: 'object',
          properties: { request: text('Id of the request.'), session: text('Id of the client’s session.') },
        },
      },
    },
  },
});

/** Schemas common to all areas. */
export const commonSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', description: 'The HTTP status.' },
      message: text('A sentence for people.'),
      reason: text('The message once more, in areas whose clients display it.'),
      error: {
        oneOf: [{ type: 'string' }, { type: 'integer' }],
        description: 'For programs, where one status has several reasons.',
      },
      dataIndex: { type: 'integer', description: 'Place of the refused record in a legacy upload, from 0.' },
      messages: {
        type: 'array',
        items: {},
        maxItems: 0,
        description: 'Always empty: for clients of messages.',
      },
      requestId: text('Id of the request in logs, if it failed for a reason of our own.'),
      meta: {
        type: 'object',
        description: 'In areas whose clients upload data.',
        properties: {
          trace: {
            type: 'object',
            properties: {
              request: text('Id of the request in logs.'),
              session: text('Id of the session that the client sent.'),
            },
          },
        },
      },
      errors: {
        type: 'array',
        description: 'All problems of the request.',
        items: {
          type: 'object',
          required: ['code', 'title', 'detail'],
          properties: {
            code: text('Stable text for programs.'),
            title: text('What the code says in a few words.'),
            detail: text('A sentence that names the value and the rule.'),
            source: {
              type: 'object',
              properties: {
                pointer: text('JSON pointer into the body.'),
                parameter: text('Name of a query parameter.'),
              },
            },
            meta: { type: 'object', description: 'Type and subtype of the refused record, in uploads.' },
          },
        },
      },
    },
  },
};
