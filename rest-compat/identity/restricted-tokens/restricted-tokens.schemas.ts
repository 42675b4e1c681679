import type { JsonSchema } from '../../route';
import { instant } from '../../schemas';
import { fieldsFromGraph, fromGraph } from '../../from-graph';
import { describedAs } from '../../sentence';

const paths: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: { type: 'string', pattern: '^/' },
  description: describedAs('RestrictedToken.paths'),
};

/** Schemas of restricted tokens for the API reference. */
export const restrictedTokenSchemas: Record<string, JsonSchema> = {
  Restrictions: {
    type: 'object',
    additionalProperties: false,
    properties: { paths, expirationTime: instant('The token works until then, for less than 90 days.') },
  },
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
