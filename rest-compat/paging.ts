import { countingCursor } from '../resolvers/list-cursor';
import type { QueryParameters } from './query-parameters';

const largestPage = 1_000;

/** Query parameters of paged lists. */
export const pageParameters = {
  page: { description: 'Page number, from 0.', schema: { type: 'integer', minimum: 0, default: 0 } },
  size: {
    description: 'Page size.',
    schema: { type: 'integer', minimum: 1, maximum: largestPage, default: 100 },
  },
};

/** The requested page, in the form of the graph's lists. Throws when it is out of range. */
export function pageVariables(query: QueryParameters): { first: number; after?: string } {
  const page = query.integer('page', { minimum: 0 }) ?? 0;
  const size = query.integer('size', { minimum: 1, maximum: largestPage }) ?? 100;
  return {
    first: size,
    after: page === 0 ? undefined : countingCursor(Math.min(page * size, Number.MAX_SAFE_INTEGER)),
  };
}
