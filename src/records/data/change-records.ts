import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { DataSetEntity } from './data-set.entity';
import { glucoseMeasures } from './glucose-change.entity';
import { glucoseTypes, noteGlucoseChange, type ChangeNotice, type TouchedRecord } from './glucose-changes';
import { hour, startOfHour, reachOfStatistics } from './glucose-hours';
import { inChunks } from './in-chunks';
import { lookUp, type DistinctField } from './record-lookup';
import { RecordEntity } from './record.entity';

type Where = FindOptionsWhere<RecordEntity>;

/**
 * Deletes the records of a data set that new ones with the same values replace. Usually there are none, so a query comes
 * first, which costs no more than deleting nothing.
 */
export async function deleteReplaced(
  manager: EntityManager,
  dataSet: DataSetEntity,
  field: DistinctField,
  values: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(values)) {
    const { table, deleteFrom, where, parameters } = lookUp(manager, dataSet, field, chunk);
    const found: { type: string; time: number | string }[] = await manager.query(
      `SELECT type, time FROM ${table} WHERE ${where}`,
      parameters,
    );
    if (found.length === 0) continue;
    await manager.query(`${deleteFrom} WHERE ${where}`, parameters);
    if (!dataSet.active) continue;
    const replaced = found.map(({ type, time }) => ({ type, time: Number(time) }));
    await noteGlucoseChange(manager, dataSet.userId, replaced, { reason: 'DATA_ADDED', continuous: true });
  }
}

/** The hours in which an account has matching glucose records, and their types. */
async function glucoseHours(manager: EntityManager, userId: string, where: Where): Promise<TouchedRecord[]> {
  const found: { type: string; time: number | string }[] = await manager
    .createQueryBuilder(RecordEntity, 'r')
    .select('r.type', 'type')
    .addSelect(`r.time - r.time % ${hour}`, 'time')
    .distinct(true)
    .where(where)
    .andWhere('r.user_id = :userId AND r.type IN (:...types) AND r.time >= :oldest', {
      userId,
      types: glucoseTypes,
      oldest: startOfHour(reachOfStatistics().from),
    })
    .getRawMany();
  return found.map(({ type, time }) => ({ type, time: Number(time) }));
}

/** Marks the hours of these records as changed; call it before they are shown, hidden or deleted. */
export async function noteChangedHours(
  manager: EntityManager,
  userId: string,
  where: Where,
  telling: ChangeNotice,
): Promise<void> {
  await noteGlucoseChange(manager, userId, await glucoseHours(manager, userId, where), telling);
}

/** How statistics learn of a deletion: all of them are outdated, whatever was deleted. */
export const deletion: ChangeNotice = { reason: 'DATA_DELETED', continuous: true, always: glucoseMeasures };
