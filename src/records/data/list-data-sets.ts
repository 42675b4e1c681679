import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../platform/database/exact-text';
import { readParts, type PartQuestion, type PlacedId } from '../../platform/database/pages';
import { newestFirst, type ListPart } from '../../platform/list-part';

/** Filters of an account's data sets. */
export interface DataSetFilter {
  clientName?: string;
  deviceId?: string;
  /** Includes deleted ones. */
  includeDeleted?: boolean;
}

/** A request for one page of an account's data sets, newest first. */
export interface DataSetQuestion extends ListPart {
  userId: string;
  filter: DataSetFilter;
}

/** The upload ids of many pages, in the order of the requests. */
export const listUploadIds = (
  manager: EntityManager,
  questions: readonly DataSetQuestion[],
): Promise<PlacedId[][]> => readParts(manager, questions.map(buildPartQuestion));

function buildPartQuestion({ userId, filter, ...part }: DataSetQuestion): PartQuestion {
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
  const from = `FROM data_sets WHERE ${conditions.join(' AND ')}`;
  return { source: { id: 'upload_id', from, parameters }, keys: newestFirst.keys, part };
}
