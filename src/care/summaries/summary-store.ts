import { LessThan, type EntityManager } from 'typeorm';
import { declareStoredAccounts } from '../../platform/database/account-column';
import { newRecordId } from '../../platform/ids';
import type { MadeBucket } from './bucket';
import type { Calculated } from './calculation';
import { packReadings } from './hour-readings';
import type { SummaryKey } from './summary';
import { schemaVersion, SummaryBucketEntity, SummaryEntity, type SummaryContent } from './summary.entity';

/**
 * Thrown when another calculation has stored the same summary in the meantime, so the state that was read is out of
 * date.
 */
export class OvertakenError extends Error {}

/** The stored state of a summary during its calculation. */
export interface Kept {
  version: string;
  coveredFrom: number | null;
  content: SummaryContent | null;
}

const bucketsAtOnce = 500;

/** Updates the row of a summary if it is unchanged since it was read, and locks it until the transaction ends. */
async function replace(
  manager: EntityManager,
  key: SummaryKey,
  version: string,
  values: Partial<SummaryEntity>,
): Promise<void> {
  const { affected } = await manager.update(
    SummaryEntity,
    { ...key, version },
    { ...values, version: newRecordId() },
  );
  if (affected !== 1) throw new OvertakenError();
}

/** Stores the result of a calculation. Throws when another calculation was faster. */
export async function storeCalculated(
  manager: EntityManager,
  key: SummaryKey,
  version: string,
  { coveredFrom, changed }: Calculated & { coveredFrom: number },
  values: { lastUpdated: number; content: SummaryContent },
): Promise<void> {
  await replace(manager, key, version, { ...values, schemaVersion, coveredFrom });
  await manager.delete(SummaryBucketEntity, { ...key, hour: LessThan(coveredFrom) });
  const hours = [...changed].filter(([hour]) => hour >= coveredFrom);
  for (let start = 0; start < hours.length; start += bucketsAtOnce) {
    await storeBuckets(manager, key, hours.slice(start, start + bucketsAtOnce));
  }
}

async function storeBuckets(
  manager: EntityManager,
  { userId, type }: SummaryKey,
  hours: readonly (readonly [hour: number, bucket: MadeBucket | null])[],
): Promise<void> {
  declareStoredAccounts(manager, [userId]);
  await manager.query(
    `DELETE FROM summary_buckets WHERE user_id = ? AND summary_type = ? AND hour IN (${hours.map(() => '?').join(', ')})`,
    [userId, type, ...hours.map(([hour]) => hour)],
  );
  const rows = hours.flatMap(([hour, bucket]) => {
    if (!bucket) return [];
    const { readings, ...content } = bucket;
    return [[userId, type, hour, JSON.stringify(content), readings ? packReadings(hour, readings) : null]];
  });
  if (rows.length === 0) return;
  await manager.query(
    `INSERT INTO summary_buckets (user_id, summary_type, hour, content, readings)
     VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    rows.flat(),
  );
}

/** Deletes a summary without remaining records. Throws when another calculation was faster. */
export async function deleteCalculated(
  manager: EntityManager,
  key: SummaryKey,
  version: string,
): Promise<void> {
  const { affected } = await manager.delete(SummaryEntity, { ...key, version });
  if (affected !== 1) throw new OvertakenError();
  await manager.delete(SummaryBucketEntity, key);
}

/** Creates the row that a calculation starts from, if there is none. */
export async function ensureRow(manager: EntityManager, key: SummaryKey): Promise<void> {
  const row = {
    ...key,
    version: newRecordId(),
    schemaVersion,
    coveredFrom: null,
    lastUpdated: null,
    content: null,
  };
  await manager.createQueryBuilder().insert().into(SummaryEntity).values(row).orIgnore().execute();
}
