import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../platform/database/exact-text';
import { readPagesOfIds, type PageOfIds } from '../../platform/database/pages';
import type { DataSourceState } from './data-source.entity';

/** Filters of an account's data sources; absent fields do not filter. */
export interface DataSourceFilter {
  providerType?: string;
  providerName?: string;
  providerExternalId?: string;
  state?: DataSourceState;
}

/** A request for one page of an account's data sources, newest first. */
export interface DataSourceQuestion {
  userId: string;
  filter: DataSourceFilter;
  offset: number;
  size: number;
}

const columns = {
  providerType: 'provider_type',
  providerName: 'provider_name',
  providerExternalId: 'provider_external_id',
  state: 'state',
} as const;

/** The ids of many pages, in the order of the requests. */
export const listSourceIds = (
  manager: EntityManager,
  questions: readonly DataSourceQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(buildPageQuery));

function buildPageQuery({ userId, filter, offset, size }: DataSourceQuestion): PageOfIds {
  const given = Object.entries(columns).flatMap(([key, column]) => {
    const text = filter[key as keyof typeof columns];
    return text == null ? [] : [isOneOf(column, [text])];
  });
  const where = ['user_id = ?', ...given.map((condition) => condition.sql)];
  return {
    sql: `SELECT id FROM data_sources WHERE ${where.join(' AND ')}
      ORDER BY created_time DESC, data_sources.id DESC LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
    parameters: [userId, ...given.flatMap((condition) => condition.parameters)],
  };
}
