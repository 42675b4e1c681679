/** Small enough for one statement: SQLite allows 32,766 parameters, and longer lists are no faster. */
const chunkSize = 1_000;

/** Splits a list into chunks that fit into one statement each. */
export function* inChunks<Item>(items: readonly Item[], size = chunkSize): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
