import type { JsonSchema } from '../../route';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';
import { restrictions } from './restrictions-body';

const paths: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: { type: 'string', pattern: '^/' },
  description: describedAs('RestrictedToken.paths'),
};

/** Schemas of restricted tokens for the API reference. */
export const restrictedTokenSchemas: Record<string, JsonSchema> = {
  Restrictions: { ...restrictions.schema, additionalProperties: false },
  RestrictedToken: {
    type: 'object',
    required: ['id', 'userId', 'expirationTime', 'createdTime'],
    properties: {
      id: { ...fromGraph('RestrictedToken.id'), pattern: '^[0-9a-z]{32}$' },
      userId: fromGraph('RestrictedToken.userId'),
      paths,
      ...fieldsFromGraph('RestrictedToken', 'expirationTime', 'createdTime', 'modifiedTime'),
    },
  },
};
