import type { KeyValue, ListOrder, ListPart, Placed, SortKey } from './list-part';

/** Null comes first, as in both databases. */
function compareValues(one: KeyValue, other: KeyValue): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

function comparePlaces(
  keys: readonly SortKey[],
  one: readonly KeyValue[],
  other: readonly KeyValue[],
): number {
  for (const [index, { descending }] of keys.entries()) {
    const compared = compareValues(one[index] ?? null, other[index] ?? null);
    if (compared !== 0) return descending ? -compared : compared;
  }
  return 0;
}

/** Items in the order of their list. */
export const sortPlaced = <Item>({ keys }: ListOrder, items: readonly Placed<Item>[]): Placed<Item>[] =>
  items.toSorted((one, other) => comparePlaces(keys, one.place, other.place));

/** A part of a list that is in memory, in its order. For lists that are short, or known only once they were filtered. */
export function partOfItems<Item>(
  { keys }: ListOrder,
  items: readonly Placed<Item>[],
  { size, isBackward, after, before, offset = 0 }: ListPart,
): Placed<Item>[] {
  const within = items.filter(({ place }) => {
    const [fromAfter, fromBefore] = [after, before].map((bound) => {
      if (!bound) return null;
      return comparePlaces(keys, place, bound.values) || (bound.isIncluded ? null : 0);
    });
    return (fromAfter ?? 1) > 0 && (fromBefore ?? -1) < 0;
  });
  return isBackward ? within.slice(Math.max(within.length - size, 0)) : within.slice(offset, offset + size);
}
