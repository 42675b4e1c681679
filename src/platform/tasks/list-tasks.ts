import type { EntityManager } from 'typeorm';
import { isOneOf } from '../database/exact-text';
import { readPagesOfIds, type PageOfIds } from '../database/pages';
import type { TaskState } from './task.entity';

/** Filters of tasks; absent fields do not filter. */
export interface TaskFilter {
  name?: string;
  type?: string;
  state?: TaskState;
}

/** A request for one page of tasks, newest first. */
export interface TaskQuestion {
  filter: TaskFilter;
  offset: number;
  size: number;
}

/** The ids of many pages of tasks, in the order of the requests. */
export const listTaskIds = (
  manager: EntityManager,
  questions: readonly TaskQuestion[],
): Promise<string[][]> => readPagesOfIds(manager, questions.map(buildPageQuery));

function buildPageQuery({ filter, offset, size }: TaskQuestion): PageOfIds {
  const given = (['name', 'type', 'state'] as const).flatMap((column) => {
    const text = filter[column];
    return text == null ? [] : [isOneOf(column, [text])];
  });
  const where = given.length > 0 ? `WHERE ${given.map(({ sql }) => sql).join(' AND ')}` : '';
  return {
    sql: `SELECT id FROM tasks ${where} ORDER BY created_time DESC, tasks.id DESC
      LIMIT ${Number(size)} OFFSET ${Number(offset)}`,
    parameters: given.flatMap((condition) => condition.parameters),
  };
}
