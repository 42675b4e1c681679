import { randomBytes } from 'node:crypto';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { accountPropertiesOf } from '../../src/platform/database/account-column';
import type { Database } from '../../src/platform/database/database';

type Columns = EntityMetadata['columns'];

const has = ({ columns }: { columns: Columns }, property: string): boolean =>
  columns.some(({ propertyName }) => propertyName === property);

/** The tables of the schema, also of a later one, in which rows belong to clinics. */
export const tablesOfClinics = ({ reader }: Database): EntityMetadata[] =>
  reader.dataSource.entityMetadatas.filter((table) => has(table, 'clinicId'));

/** Tables that name an account beside a clinic that is no patient of it: who works there, comes there, is asked, or has left. */
const ofOthers = ['clinicians', 'clinic_migrations', 'confirmations', 'clinic_deletions'];

/** The tables in which rows belong to patients of clinics: all that name an account, unless `ofOthers` has them. */
export const tablesOfPatients = (database: Database): EntityMetadata[] =>
  tablesOfClinics(database).filter((table) => has(table, 'userId') && !ofOthers.includes(table.tableName));

/** Something that fits a column. */
function fitting({ type, transformer }: Columns[number]): unknown {
  if (type === 'text' && transformer) return {};
  return type === 'varchar' || type === 'text' ? randomBytes(12).toString('hex') : 1;
}

/** A row of a clinic and an account, with something in all columns that cannot be empty. */
function rowOf(table: EntityMetadata, clinicId: string, userId: string): ObjectLiteral {
  const accounts = accountPropertiesOf(table.target);
  const filled = table.columns.map((column) => {
    const { propertyName, isNullable } = column;
    if (propertyName === 'clinicId') return [propertyName, clinicId];
    if (propertyName === 'userId' || accounts.includes(propertyName)) return [propertyName, userId];
    return [propertyName, isNullable ? null : fitting(column)];
  });
  return Object.fromEntries(filled) as ObjectLiteral;
}

/** How many rows of a table are there for a clinic, or for one account of it. */
export const countOf = (
  { reader }: Database,
  { target }: EntityMetadata,
  where: { clinicId: string; userId?: string },
): Promise<number> => reader.countBy(target, where);

/** Puts a row of a clinic and an account into each of some tables that has none yet. */
export async function fill(
  database: Database,
  tables: readonly EntityMetadata[],
  clinicId: string,
  userId: string,
): Promise<void> {
  for (const table of tables) {
    const where = has(table, 'userId') ? { clinicId, userId } : { clinicId };
    if ((await countOf(database, table, where)) > 0) continue;
    await database.transaction((manager) => manager.insert(table.target, rowOf(table, clinicId, userId)));
  }
}

/** The names of those of some tables that hold rows of a clinic, or of an account there. */
export async function tablesWith(
  database: Database,
  tables: readonly EntityMetadata[],
  where: { clinicId: string; userId?: string },
): Promise<string[]> {
  const counts = await Promise.all(tables.map((table) => countOf(database, table, where)));
  return tables.filter((_table, index) => (counts[index] ?? 0) > 0).map(({ tableName }) => tableName);
}
