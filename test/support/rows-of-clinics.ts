import { randomBytes } from 'node:crypto';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { listAccountProperties } from '../../src/platform/database/account-column';
import type { Database } from '../../src/platform/database/database';

type Columns = EntityMetadata['columns'];

const has = ({ columns }: { columns: Columns }, property: string): boolean =>
  columns.some(({ propertyName }) => propertyName === property);

/** The tables of the current schema, or a later one, with rows of clinics. */
export const tablesOfClinics = ({ reader }: Database): EntityMetadata[] =>
  reader.dataSource.entityMetadatas.filter((table) => has(table, 'clinicId'));

/**
 * Tables that name an account next to a clinic without being about its patients: members, visitors, invited people,
 * former members.
 */
const ofOthers = ['clinicians', 'clinic_migrations', 'confirmations', 'clinic_deletions'];

/** The tables with rows of patients of clinics: all that name an account, except `ofOthers`. */
export const tablesOfPatients = (database: Database): EntityMetadata[] =>
  tablesOfClinics(database).filter((table) => has(table, 'userId') && !ofOthers.includes(table.tableName));

/** A valid value for a column. */
function fitting({ propertyName, type, transformer }: Columns[number]): unknown {
  if (type === 'text' && transformer) return {};
  if (type === 'varchar' || type === 'text') return randomBytes(12).toString('hex');
  // The background work deletes what is old.
  return propertyName.endsWith('Time') ? Date.now() : 1;
}

/** A row of a clinic and an account, with values in all required columns. */
function createRow(table: EntityMetadata, clinicId: string, userId: string): ObjectLiteral {
  const accounts = listAccountProperties(table.target);
  const filled = table.columns.map((column) => {
    const { propertyName, isNullable } = column;
    if (propertyName === 'clinicId') return [propertyName, clinicId];
    if (propertyName === 'userId' || accounts.includes(propertyName)) return [propertyName, userId];
    return [propertyName, isNullable ? null : fitting(column)];
  });
  return Object.fromEntries(filled) as ObjectLiteral;
}

/** Number of rows of a table for a clinic, or for one of its accounts. */
const countRows = (
  { reader }: Database,
  { target }: EntityMetadata,
  where: { clinicId: string; userId?: string },
): Promise<number> => reader.countBy(target, where);

/** Inserts a row of a clinic and an account into each table that has none yet. */
export async function fill(
  database: Database,
  tables: readonly EntityMetadata[],
  clinicId: string,
  userId: string,
): Promise<void> {
  for (const table of tables) {
    const where = has(table, 'userId') ? { clinicId, userId } : { clinicId };
    if ((await countRows(database, table, where)) > 0) continue;
    await database.transaction((manager) => manager.insert(table.target, createRow(table, clinicId, userId)));
  }
}

/** The tables, among some, with rows of a clinic, or of one of its accounts. */
export async function tablesWith(
  database: Database,
  tables: readonly EntityMetadata[],
  where: { clinicId: string; userId?: string },
): Promise<string[]> {
  const counts = await Promise.all(tables.map((table) => countRows(database, table, where)));
  return tables.filter((_table, index) => (counts[index] ?? 0) > 0).map(({ tableName }) => tableName);
}
