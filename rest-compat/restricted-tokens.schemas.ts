import type { JsonSchema } from './route';

const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const paths: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: { type: 'string', pattern: '^/' },
  description: 'Paths that the token opens, with all that is below them; absent when it opens every path.',
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
      id: { type: 'string', pattern: '^[0-9a-z]{32}$', description: 'The token.' },
      userId: { type: 'string', description: 'Account that the token acts as.' },
      paths,
      expirationTime: instant('The token works until then.'),
      createdTime: instant('When the token was made.'),
      modifiedTime: instant('When the token was last changed; absent until then.'),
    },
  },
};
