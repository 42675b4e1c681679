import type { QueryParameters } from '../../query-parameters';

const usualLimit = 10;

/** Query parameters for a part of a list. */
export const partParameters = {
  offset: { description: 'Number of items to skip.', schema: { type: 'integer', minimum: 0, default: 0 } },
  limit: {
    description: 'Maximum number of items.',
    schema: { type: 'integer', minimum: 1, default: usualLimit },
  },
};

/** The requested part of the list. Throws when it is out of range. */
export const readPart = (query: QueryParameters): { offset: number; size: number } => ({
  offset: query.integer('offset', { minimum: 0 }) ?? 0,
  size: query.integer('limit', { minimum: 1 }) ?? usualLimit,
});
