import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../platform/database/exact-text';
import { readPagesOfIds, type PageOfIds } from '../../platform/database/pages';

/** Filters of an account's data sets. */
export interface DataSetFilter {
  clientName?: string;
  deviceId?: string;
  /** Includes deleted ones. */
  includeDeleted?: boolean;
}

/** A request for one page of an account's data sets, newest first. */
export interface DataSetQuestion {
  userId: string;
  filter: DataSetFilter;
  offset: number;
  size: number;
}

/** The upload ids of many pages, in the order of the requests. */
export const listUploadIds = (
  manager: EntityManager,
  questions: readonly DataSetQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(buildPageQuery));

function buildPageQuery({ userId, filter, offset, size }: DataSetQuestion): PageOfIds {
  const conditions = ['user_id = ?', 'active = 1'];
  const parameters: unknown[] = [userId];
  const addExact = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    const condition = isOneOf(column, [value]);
    conditions.push(condition.sql);
    parameters.push(...condition.parameters);
  };
  if (!filter.includeDeleted) conditions.push('deleted_time IS NULL');
  addExact('device_id', filter.deviceId);
  addExact('client_name', filter.clientName);
  const sql = `SELECT upload_id AS id FROM data_sets WHERE ${conditions.join(' AND ')}
    ORDER BY created_time DESC, data_sets.id DESC LIMIT ${Number(size)} OFFSET ${Number(offset)}`;
  return { sql, parameters };
}
