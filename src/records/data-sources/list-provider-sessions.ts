import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../platform/database/exact-text';
import { readPagesOfIds, type PageOfIds } from '../../platform/database/pages';

/** Filters of provider sessions; absent fields do not filter. */
export interface ProviderSessionFilter {
  userId?: string;
  externalId?: string;
  type?: string;
  name?: string;
}

/** A request for one page of provider sessions, newest first. */
export interface ProviderSessionQuestion {
  filter: ProviderSessionFilter;
  offset: number;
  size: number;
}

const columns = { userId: 'user_id', externalId: 'external_id', type: 'type', name: 'name' } as const;

/** The ids of many pages, in the order of the requests. */
export const listSessionIds = (
  manager: EntityManager,
  questions: readonly ProviderSessionQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(buildPageQuery));

function buildPageQuery({ filter, offset, size }: ProviderSessionQuestion): PageOfIds {
  const given = Object.entries(columns).flatMap(([key, column]) => {
    const text = filter[key as keyof typeof columns];
    return text == null ? [] : [isOneOf(column, [text])];
  });
  return {
    sql: `SELECT id FROM provider_sessions WHERE ${given.map(({ sql }) => sql).join(' AND ')}
      ORDER BY created_time DESC, provider_sessions.id DESC LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
    parameters: given.flatMap((condition) => condition.parameters),
  };
}
