import { endReason } from '../errors';
import type { PoolUse } from './pool-use';

/**
 * Runs one SELECT of a snapshot; rows are arrays of values in column order.
 *
 * @param bytesOf name of the last column, which has a text in each row: it arrives as a `Buffer` with its UTF-8, so that
 *   texts that are only passed on are not decoded
 */
export type SnapshotQuery = <Row extends unknown[]>(
  sql: string,
  parameters: unknown[],
  bytesOf?: string,
) => Promise<Row[]>;

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
