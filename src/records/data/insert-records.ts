import type { EntityManager } from 'typeorm';
import { declareStoredAccounts } from '../../platform/database/account-column';
import { rememberMedtronicOrigins } from './medtronic';
import type { RecordEntity } from './record.entity';

/** The columns of a record's row, in the order of `values`. */
export const recordColumns: readonly string[] = [
  ...['user_id', 'time', 'id', 'upload_id', 'type', 'sub_type', 'active', 'device_id', 'origin_id', 'hash'],
  ...[
    'sample_interval',
    'reason',
    'source',
    'created_time',
    'archived_time',
    'archived_upload_id',
    'content',
  ],
];

/**
 * Rows per statement: large enough to be fast, small enough for the parameter limits of both dialects, and for SQLite, which
 * blocks the event loop during a statement.
 */
export const rowsPerStatement = 250;

const row = `(${recordColumns.map(() => '?').join(', ')})`;

const values = (record: RecordEntity): unknown[] => [
  record.userId,
  record.time,
  record.id,
  record.uploadId,
  record.type,
  record.subType,
  record.active ? 1 : 0,
  record.deviceId,
  record.originId,
  record.hash,
  record.sampleInterval,
  record.reason,
  record.source,
  record.createdTime,
  record.archivedTime,
  record.archivedUploadId,
  record.content,
];

/**
 * Characters of content per statement. MariaDB accepts statements of up to 16 MiB by default, and a character may
 * take three bytes.
 */
export const largestContent = 4 * 1024 * 1024;

function* statements(records: readonly RecordEntity[]): Generator<RecordEntity[]> {
  let rows: RecordEntity[] = [];
  let size = 0;
  for (const record of records) {
    const isFull = rows.length === rowsPerStatement || size + record.content.length > largestContent;
    if (isFull && rows.length > 0) {
      yield rows;
      rows = [];
      size = 0;
    }
    rows.push(record);
    size += record.content.length;
  }
  if (rows.length > 0) yield rows;
}

/** Inserts records in large statements, in their order on disk. */
export async function insertRecords(manager: EntityManager, records: readonly RecordEntity[]): Promise<void> {
  declareStoredAccounts(manager, new Set(records.map(({ userId }) => userId)));
  const inOrder = [...records].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
  let earlier: Promise<unknown> = Promise.resolve();
  for (const chunk of statements(inOrder)) {
    const rows = chunk.map(() => row).join(', ');
    // Prepared while the database executes the previous one.
    const sent = manager.query(
      `INSERT INTO records (${recordColumns.join(', ')}) VALUES ${rows}`,
      chunk.flatMap(values),
    );
    // If both fail, the first error matters.
    sent.catch(() => undefined);
    await earlier;
    earlier = sent;
  }
  await earlier;
  await rememberMedtronicOrigins(manager, records);
}
