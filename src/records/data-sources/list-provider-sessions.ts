import type { EntityManager } from 'typeorm';
import { isOneOf } from '../../platform/database/exact-text';
import { readParts, type PartQuestion, type PlacedId } from '../../platform/database/pages';
import { newestFirst, type ListPart } from '../../platform/list-part';

/** Filters of provider sessions; absent fields do not filter. */
export interface ProviderSessionFilter {
  userId?: string;
  externalId?: string;
  type?: string;
  name?: string;
}

/** A request for one page of provider sessions, newest first. */
export interface ProviderSessionQuestion extends ListPart {
  filter: ProviderSessionFilter;
}

const columns = { userId: 'user_id', externalId: 'external_id', type: 'type', name: 'name' } as const;

/** The ids of many pages, in the order of the requests. */
export const listSessionIds = (
  manager: EntityManager,
  questions: readonly ProviderSessionQuestion[],
): Promise<PlacedId[][]> => readParts(manager, questions.map(buildPartQuestion));

function buildPartQuestion({ filter, ...part }: ProviderSessionQuestion): PartQuestion {
  const given = Object.entries(columns).flatMap(([key, column]) => {
    const text = filter[key as keyof typeof columns];
    return text == null ? [] : [isOneOf(column, [text])];
  });
  const from = `FROM provider_sessions WHERE ${given.map(({ sql }) => sql).join(' AND ')}`;
  const parameters = given.flatMap((condition) => condition.parameters);
  return { source: { id: 'id', from, parameters }, keys: newestFirst.keys, part };
}
