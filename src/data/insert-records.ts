import type { EntityManager } from 'typeorm';
import { inChunks } from './in-chunks';
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

/** Rows a statement: wide enough to be fast, few enough for the parameter limits of both dialects. */
export const rowsPerStatement = 500;

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

/** Inserts records in wide statements, in the order in which they will lie on disk. */
export async function insertRecords(manager: EntityManager, records: readonly RecordEntity[]): Promise<void> {
  const inOrder = [...records].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
  for (const chunk of inChunks(inOrder, rowsPerStatement)) {
    const rows = chunk.map(() => row).join(', ');
    await manager.query(
      `INSERT INTO records (${recordColumns.join(', ')}) VALUES ${rows}`,
      chunk.flatMap(values),
    );
  }
}
