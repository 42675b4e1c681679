import type { EntityManager } from 'typeorm';
import { isOneOf } from '../database/exact-text';
import { readPagesOfIds, type PageOfIds } from '../database/pages';
import type { DataSourceState } from './data-source.entity';

/** Which data sources of an account are wanted; what is absent does not narrow. */
export interface DataSourceFilter {
  providerType?: string;
  providerName?: string;
  providerExternalId?: string;
  state?: DataSourceState;
}

/** A question for one page of one account's data sources, newest first. */
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

/** The ids of many pages, in the order of the questions. */
export const listSourceIds = (
  manager: EntityManager,
  questions: readonly DataSourceQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(pageOf));

function pageOf({ userId, filter, offset, size }: DataSourceQuestion): PageOfIds {
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
