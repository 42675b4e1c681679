import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { DataSetEntity } from './data-set.entity';
import { linkNames, linksIn } from './deduplicators/record-links';
import { glucoseMeasures } from './glucose-change.entity';
import { glucoseTypes, noteGlucoseChange, type ChangeNotice, type TouchedRecord } from './glucose-changes';
import { hour, startOfHour, reachOfStatistics } from './glucose-hours';
import { inChunks } from './in-chunks';
import { lookUp, type DistinctField } from './record-lookup';
import { embeddedId } from './record-types/embedded-id';
import { RecordEntity } from './record.entity';

type Where = FindOptionsWhere<RecordEntity>;

/** Records to replace: those that have one of some values. */
interface Replacement {
  field: DistinctField;
  values: readonly string[];
  /** The batch that replaces them. */
  by: readonly RecordEntity[];
  /** Ids of records that stay. */
  spared?: ReadonlySet<string>;
}

interface ReplacedRow {
  id: string;
  type: string;
  subType: string | null;
  time: number | string;
}

/**
 * Deletes the records of a data set that new ones with the same values replace, and the records that were sent within
 * them. Usually there are none, so a query comes first, which costs no more than deleting nothing, and the new ones are searched
 * for references only once something is replaced.
 */
export async function deleteReplaced(
  manager: EntityManager,
  dataSet: DataSetEntity,
  { field, values, by, spared = new Set() }: Replacement,
): Promise<void> {
  let kept: ReadonlySet<string | null> | undefined;
  const findKept = () => (kept ??= new Set(by.flatMap((record) => [record.hash, ...linksIn(record)])));
  for (const chunk of inChunks(values)) {
    const { table, where, parameters } = lookUp(manager, dataSet, field, chunk);
    const found: ReplacedRow[] = await manager.query(
      `SELECT id, type, sub_type AS subType, time FROM ${table} WHERE ${where}`,
      parameters,
    );
    const replaced = found.filter(({ id }) => !spared.has(id));
    if (replaced.length === 0) continue;
    const ids = replaced.map(({ id }) => id);
    if (replaced.length === found.length) await deleteFound(manager, dataSet, field, chunk);
    else for (const some of inChunks(ids)) await deleteFound(manager, dataSet, 'id', some);
    await deleteEmbedded(manager, dataSet, replaced, findKept);
    if (!dataSet.active) continue;
    const touched = replaced.map(({ type, time }) => ({ type, time: Number(time) }));
    await noteGlucoseChange(manager, dataSet.userId, touched, { reason: 'DATA_ADDED', continuous: true });
  }
}

async function deleteFound(
  manager: EntityManager,
  dataSet: DataSetEntity,
  field: DistinctField,
  values: readonly string[],
): Promise<void> {
  const { deleteFrom, where, parameters } = lookUp(manager, dataSet, field, values);
  await manager.query(`${deleteFrom} WHERE ${where}`, parameters);
}

/**
 * Deletes the records that were sent within replaced ones, without an id or an origin of their own: nothing else would
 * ever replace them. Those that the new batch refers to or repeats stay.
 */
async function deleteEmbedded(
  manager: EntityManager,
  dataSet: DataSetEntity,
  replaced: readonly ReplacedRow[],
  findKept: () => ReadonlySet<string | null>,
): Promise<void> {
  const ids = replaced.flatMap((row) => linkNames(row).map((name) => embeddedId(row.id, name)));
  if (ids.length === 0) return;
  const kept = findKept();
  for (const chunk of inChunks(ids.filter((id) => !kept.has(id)))) {
    const { table, where, parameters } = lookUp(manager, dataSet, 'id', chunk);
    const found: { id: string; hash: string | null }[] = await manager.query(
      `SELECT id, hash FROM ${table} WHERE ${where} AND origin_id IS NULL`,
      parameters,
    );
    const unused = found.filter(({ hash }) => hash === null || !kept.has(hash)).map(({ id }) => id);
    if (unused.length > 0) await deleteFound(manager, dataSet, 'id', unused);
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
