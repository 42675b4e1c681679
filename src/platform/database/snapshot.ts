import { endReason } from '../errors';
import type { PoolUse } from './pool-use';

/**
 * Runs one SELECT of a snapshot; rows are arrays of values in column order.
 *
 * @param bytesOf name of the last column, which has a text in each row: it arrives as a `Buffer` with its UTF-8, so that
 *   texts that are only passed on are not decoded
 */
export interface SnapshotQuery {
  <Row extends unknown[]>(sql: string, parameters: unknown[], bytesOf?: string): Promise<Row[]>;
  /** Reads texts that are joined by the database, if it can do that faster. */
  joined?: (question: JoinedQuestion) => Promise<JoinedTexts>;
}

/** A SELECT of texts that are only passed on. */
export interface JoinedQuestion {
  /** Selects the columns of `place` and of `text`, in an order, and so many rows at most that their sizes fit into memory. */
  sql: string;
  parameters: unknown[];
  /** The columns that say where a row is in the order, separated by commas. */
  place: string;
  /** The column with the text. */
  text: string;
}

/** Some of the texts that a SELECT has found, from the first one on. */
export interface JoinedTexts {
  /** As UTF-8, with commas between them. */
  bytes: Uint8Array<ArrayBuffer>;
  /** How many they are; 0 only if there are none. */
  count: number;
  /** How many texts the SELECT has found. */
  found: number;
  /** The place of the last one; empty if there is none. */
  last: unknown[];
}

/** What limits the reads of a snapshot. */
export interface SnapshotLimits {
  /** Once it is aborted, its reason is thrown instead of running further statements. A running one of MySQL is killed. */
  signal?: AbortSignal;
  /** Counts the characters of each row while rows arrive. What it throws ends the statement. */
  hold?: (characters: number) => void;
  /** Who wants it. Accounts take turns. */
  account?: string;
  /** Whether it may read much: on SQLite, a thread of its own reads then, so that nobody else is blocked. */
  isLarge?: boolean;
  /** False if each statement may see what is committed by then. MySQL needs no transaction for it. */
  isOneMoment?: boolean;
}

/** The characters of all texts of a row. */
export function countCharacters(row: readonly unknown[]): number {
  let characters = 0;
  for (const value of row) if (typeof value === 'string') characters += value.length;
  return characters;
}

/** Throws the reason of the signal if it is aborted. */
export function assertWanted({ signal }: SnapshotLimits): void {
  if (signal?.aborted) throw endReason(signal);
}

/** Provides a consistent view of the database for reading in several steps. */
export interface Snapshots {
  run<T>(work: (query: SnapshotQuery) => Promise<T>, limits?: SnapshotLimits): Promise<T>;
  /** Of the connections that snapshots are taken on. */
  readonly use: PoolUse;
  close(): Promise<void>;
}
