import type { EntityManager } from 'typeorm';
import type { KeyValue, ListPart, Placed, SortKey } from '../list-part';
import { readPlace, selectPart, type ListSource } from './keyset';

/** One page of ids: a SELECT of a column named `id`, in the order of the page. */
export interface PageOfIds {
  sql: string;
  parameters: unknown[];
}

/** Small enough for one statement in both dialects. */
const pagesAtOnce = 100;

/** Reads the ids of many pages, in the order of the pages; one statement covers a hundred of them. */
export async function readPagesOfIds(
  manager: EntityManager,
  pages: readonly PageOfIds[],
): Promise<string[][]> {
  const found: string[][] = [];
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const parts = some.map(({ sql }, index) => `SELECT ${index} AS page, ids.id AS id FROM (${sql}) ids`);
    const rows: { page: number; id: string }[] = await manager.query(
      parts.join(' UNION ALL '),
      some.flatMap(({ parameters }) => parameters),
    );
    for (const index of some.keys()) {
      found.push(rows.filter((row) => Number(row.page) === index).map((row) => row.id));
    }
  }
  return found;
}

/** Carries out SELECTs. */
interface Reads {
  query<Rows>(sql: string, parameters: unknown[]): Promise<Rows>;
}

/** A part of a list to read. */
export interface PartQuestion {
  source: ListSource;
  keys: readonly SortKey[];
  part: ListPart;
}

/** An id of a list, and its place. */
export interface PlacedId {
  id: string;
  place: KeyValue[];
}

/**
 * Reads parts of lists, in the order of the questions; one statement covers a hundred parts that are sorted by the same
 * kinds of keys.
 */
export async function readParts(reads: Reads, questions: readonly PartQuestion[]): Promise<PlacedId[][]> {
  const found = new Map<PartQuestion, PlacedId[]>(questions.map((question) => [question, []]));
  for (const alike of byKinds(questions)) {
    for (let start = 0; start < alike.length; start += pagesAtOnce) {
      const some = alike.slice(start, start + pagesAtOnce);
      const parts = some.map(({ source, keys, part }) => selectPart(source, keys, part));
      const rows = await reads.query<Record<string, unknown>[]>(
        parts.map(({ sql }, index) => `SELECT ${index} AS page, ids.* FROM (${sql}) ids`).join(' UNION ALL '),
        parts.flatMap(({ parameters }) => parameters),
      );
      for (const row of rows) {
        const question = some[Number(row.page)];
        if (question) found.get(question)?.push({ id: String(row.id), place: readPlace(question.keys, row) });
      }
    }
  }
  return questions.map((question) => {
    const ids = found.get(question) ?? [];
    return question.part.isBackward ? ids.reverse() : ids;
  });
}

/** Columns of a UNION have one type. */
function byKinds(questions: readonly PartQuestion[]): PartQuestion[][] {
  const groups = new Map<string, PartQuestion[]>();
  for (const question of questions) {
    const kinds = question.keys.map(({ kind }) => kind).join(' ');
    groups.set(kinds, [...(groups.get(kinds) ?? []), question]);
  }
  return [...groups.values()];
}

/** The items of parts, which were found by the ids of all parts, one after another; null for unknown ids. */
export function withItems<Item>(
  parts: readonly (readonly PlacedId[])[],
  items: readonly (Item | null)[],
): Placed<Item>[][] {
  let count = 0;
  return parts.map((part) => part.map(({ place }) => ({ place, item: items[count++] ?? null })));
}

/** The items of parts by their ids. */
export function withItemsById<Item extends { id: string }>(
  parts: readonly (readonly PlacedId[])[],
  items: readonly Item[],
): Placed<Item>[][] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return parts.map((part) => part.map(({ id, place }) => ({ place, item: byId.get(id) ?? null })));
}
