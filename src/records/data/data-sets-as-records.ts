import { isOneOf } from '../../platform/database/exact-text';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import type { RecordFilter } from './record-filter';
import type { DataSetState } from './data-set.entity';
import { dataSetAsRecord } from './data-set-text';
import { idKey } from './id-key';
import { inChunks } from './in-chunks';

/** A data set among records: its text and its position in their order. */
export interface DataSetText {
  time: number;
  id: string;
  text: string;
}

type Row = [
  time: number | string,
  id: string,
  uploadId: string,
  dataSetType: string,
  deduplicator: string,
  byUser: string | null,
  state: string,
  content: string,
];

/** The active data sets of an account that match a record filter, oldest first. */
export async function matchingDataSets(
  query: SnapshotQuery,
  userId: string,
  filter: RecordFilter,
): Promise<DataSetText[]> {
  if (filter.subTypes) return [];
  const conditions = ['user_id = ?', 'active = 1', 'deleted_time IS NULL'];
  const parameters: unknown[] = [userId];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    conditions.push(condition);
    parameters.push(value);
  };
  add('time >= ?', filter.from);
  add('time <= ?', filter.to);
  add('upload_id = ?', filter.uploadId && idKey(filter.uploadId));
  if (filter.deviceId !== undefined) {
    const ofDevice = isOneOf('device_id', [filter.deviceId]);
    conditions.push(ofDevice.sql);
    parameters.push(...ofDevice.parameters);
  }
  const rows = await query<Row>(
    `SELECT time, id, upload_id, data_set_type, deduplicator, by_user, state, content
     FROM data_sets WHERE ${conditions.join(' AND ')} ORDER BY time, id`,
    parameters,
  );
  return rows.map(toText);
}

function toText([time, id, uploadId, dataSetType, deduplicator, byUser, state, content]: Row): DataSetText {
  const record = dataSetAsRecord({
    time: Number(time),
    id,
    uploadId,
    dataSetType: dataSetType as 'normal' | 'continuous',
    deduplicator,
    byUser,
    state: state as DataSetState,
    content: JSON.parse(content) as Record<string, unknown>,
  });
  return { time: Number(time), id, text: JSON.stringify(record) };
}

/** The accounts with a closed upload of a Medtronic pump. */
export async function usersWithDirectUpload(
  query: SnapshotQuery,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const chunk of inChunks(userIds)) {
    const rows = await query<[userId: string, content: string]>(
      `SELECT user_id, content FROM data_sets WHERE user_id IN (${chunk.map(() => '?').join(', ')})
       AND active = 1 AND deleted_time IS NULL AND state = 'closed' AND content LIKE '%Medtronic%'`,
      chunk,
    );
    for (const [userId, content] of rows) {
      const { deviceManufacturers } = JSON.parse(content) as { deviceManufacturers?: string[] };
      if (deviceManufacturers?.includes('Medtronic')) found.add(userId);
    }
  }
  return found;
}
