import type { EntityManager } from 'typeorm';
import { isOneOf } from '../database/exact-text';
import { readParts, type PartQuestion, type PlacedId } from '../database/pages';
import { newestFirst, type ListPart } from '../list-part';
import type { TaskState } from './task.entity';

/** Filters of tasks; absent fields do not filter. */
export interface TaskFilter {
  name?: string;
  type?: string;
  state?: TaskState;
}

/** A request for one page of tasks, newest first. */
export interface TaskQuestion extends ListPart {
  filter: TaskFilter;
}

/** The ids of many pages of tasks, in the order of the requests. */
export const listTaskIds = (
  manager: EntityManager,
  questions: readonly TaskQuestion[],
): Promise<PlacedId[][]> => readParts(manager, questions.map(buildPartQuestion));

function buildPartQuestion({ filter, ...part }: TaskQuestion): PartQuestion {
  const given = (['name', 'type', 'state'] as const).flatMap((column) => {
    const text = filter[column];
    return text == null ? [] : [isOneOf(column, [text])];
  });
  const from = `FROM tasks WHERE ${['1 = 1', ...given.map(({ sql }) => sql)].join(' AND ')}`;
  const parameters = given.flatMap((condition) => condition.parameters);
  return { source: { id: 'id', from, parameters }, keys: newestFirst.keys, part };
}
