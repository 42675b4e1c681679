import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../platform/database/exact-text';
import { readParts, type PartQuestion, type PlacedId } from '../../platform/database/pages';
import { newestFirst, type ListPart } from '../../platform/list-part';
import type { DataSourceState } from './data-source.entity';

/** Filters of an account's data sources; absent fields do not filter. */
export interface DataSourceFilter {
  providerType?: string;
  providerName?: string;
  providerExternalId?: string;
  state?: DataSourceState;
}

/** A request for one page of an account's data sources, newest first. */
export interface DataSourceQuestion extends ListPart {
  userId: string;
  filter: DataSourceFilter;
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
): Promise<PlacedId[][]> => readParts(manager, questions.map(buildPartQuestion));

function buildPartQuestion({ userId, filter, ...part }: DataSourceQuestion): PartQuestion {
  const given = Object.entries(columns).flatMap(([key, column]) => {
    const text = filter[key as keyof typeof columns];
    return text == null ? [] : [isOneOf(column, [text])];
  });
  const where = ['user_id = ?', ...given.map((condition) => condition.sql)];
  const from = `FROM data_sources WHERE ${where.join(' AND ')}`;
  const parameters = [userId, ...given.flatMap((condition) => condition.parameters)];
  return { source: { id: 'id', from, parameters }, keys: newestFirst.keys, part };
}
