import type { JoinedQuestion, JoinedTexts } from '../snapshot';
import type { PackedTexts } from './packed-texts';

/** What a reading thread is asked to do. */
export type ReadingRequest =
  | { kind: 'begin'; call: number; snapshot: number }
  | {
      kind: 'query';
      call: number;
      snapshot: number;
      sql: string;
      parameters: unknown[];
      /** Whether the texts of the last column are needed as bytes only. */
      lastAsBytes?: boolean;
    }
  | { kind: 'joined'; call: number; snapshot: number; question: JoinedQuestion }
  /** The next rows of the query with the number `of`. */
  | { kind: 'more'; call: number; snapshot: number; of: number }
  | { kind: 'end'; call: number; snapshot: number };

/** Some rows of a query. */
export interface SomeRows {
  rows: unknown[][];
  /** The texts of the last column if they are asked for as bytes. `rows` are without them then. */
  texts?: PackedTexts;
  /** The texts if they are asked for as one. */
  joined?: JoinedTexts;
  /** Whether there are more. */
  hasMore: boolean;
  /** The names of the columns, with the first rows. */
  columns?: string[];
}
