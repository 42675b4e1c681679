/** What a reading thread is asked to do. */
export type ReadingRequest =
  | { kind: 'begin'; call: number; snapshot: number }
  | { kind: 'query'; call: number; snapshot: number; sql: string; parameters: unknown[] }
  /** The next rows of the query with the number `of`. */
  | { kind: 'more'; call: number; snapshot: number; of: number }
  | { kind: 'end'; call: number; snapshot: number };

/** Some rows of a query. */
export interface SomeRows {
  rows: unknown[][];
  /** Whether there are more. */
  hasMore: boolean;
  /** The names of the columns, with the first rows. */
  columns?: string[];
}
