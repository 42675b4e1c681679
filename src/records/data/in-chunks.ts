/**
 * Small enough for one statement. From 1,000 values on, MariaDB makes a list a table of its own and joins it
 * (`in_predicate_conversion_threshold`), with plans that took seconds where an index takes milliseconds.
 */
const chunkSize = 900;

/** Splits a list into chunks that fit into one statement each. */
export function* inChunks<Item>(items: readonly Item[], size = chunkSize): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
