import type { EntityManager } from 'typeorm';
import type { Dialect } from '../../platform/database/dialect';
import type { Condition } from '../../platform/database/exact-text';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { placeholders } from '../../platform/database/placeholders';
import { inChunks } from './in-chunks';
import { MedtronicOriginEntity } from './medtronic-origin.entity';
import type { RecordEntity } from './record.entity';

/** From then on apps that control a Medtronic pump report its actions, and uploads of the pump repeat them. */
const since = Date.parse('2017-09-01T00:00:00Z');

/** Pumps that such apps control. */
const models = ['523', '523K', '554', '723', '723K', '754'];

/** Record types reported by both the app and the pump. */
const repeatedTypes = "'basal', 'bolus', 'cbg'";

const maker = 'Medtronic';
const makerPath = '$.origin.payload.device.manufacturer';

interface WithOrigin {
  origin?: { payload?: { device?: { manufacturer?: unknown } } };
}

const isFromPump = ({ content }: RecordEntity): boolean =>
  content.includes(`"${maker}"`) &&
  (JSON.parse(content) as WithOrigin).origin?.payload?.device?.manufacturer === maker;

/** Remembers data sets with records whose origin is a Medtronic pump. */
export async function rememberMedtronicOrigins(
  manager: EntityManager,
  records: readonly RecordEntity[],
): Promise<void> {
  const found = new Map<string, MedtronicOriginEntity>();
  for (const record of records) {
    const { userId, uploadId } = record;
    const key = `${userId}/${uploadId}`;
    if (!found.has(key) && isFromPump(record)) found.set(key, { userId, uploadId });
  }
  if (found.size === 0) return;
  await manager
    .createQueryBuilder()
    .insert()
    .into(MedtronicOriginEntity)
    .values([...found.values()])
    .orIgnore()
    .execute();
}

/** The accounts whose pump reports through an app. */
export async function usersWithPumpApp(
  dialect: Dialect,
  query: SnapshotQuery,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const hint = dialect === 'mysql' ? 'FORCE INDEX (records_upload)' : 'INDEXED BY records_upload';
  const found = new Set<string>();
  for (const chunk of inChunks(userIds)) {
    const rows = await query<[userId: string]>(
      `SELECT DISTINCT o.user_id FROM medtronic_origins o WHERE o.user_id IN (${placeholders(chunk)}) AND EXISTS (
         SELECT 1 FROM records r ${hint}
         WHERE r.user_id = o.user_id AND r.upload_id = o.upload_id AND r.active = 1 AND r.time >= ?
           AND r.content LIKE ? AND ${manufacturerSql(dialect)} = ?)`,
      [...chunk, since, `%"${maker}"%`, maker],
    );
    for (const [userId] of rows) found.add(userId);
  }
  return found;
}

const manufacturerSql = (dialect: Dialect): string =>
  dialect === 'mysql'
    ? `JSON_UNQUOTE(JSON_EXTRACT(r.content, '${makerPath}'))`
    : `json_extract(r.content, '${makerPath}')`;

/** Finds uploads of pumps that an app also controls, by account. */
export async function pumpReadOuts(
  query: SnapshotQuery,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Condition>> {
  const uploadIds = new Map<string, string[]>();
  for (const chunk of inChunks(userIds)) {
    const rows = await query<[userId: string, uploadId: string, content: string]>(
      `SELECT user_id, upload_id, content FROM data_sets
       WHERE user_id IN (${placeholders(chunk)}) AND active = 1 AND time >= ? AND content LIKE '%"deviceModel":"%'`,
      [...chunk, since],
    );
    for (const [userId, uploadId, content] of rows) {
      const { deviceModel } = JSON.parse(content) as { deviceModel?: string };
      if (models.includes(deviceModel ?? ''))
        uploadIds.set(userId, [...(uploadIds.get(userId) ?? []), uploadId]);
    }
  }
  return new Map([...uploadIds].map(([userId, hidden]) => [userId, outside(hidden)]));
}

const outside = (uploadIds: readonly string[]): Condition => ({
  sql: `(time < ? OR type NOT IN (${repeatedTypes}) OR upload_id NOT IN (${placeholders(uploadIds)}))`,
  parameters: [since, ...uploadIds],
});
