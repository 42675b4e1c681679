/** Rows that are left over once the row that they name is gone. */
export interface Dependency {
  table: string;
  columns: readonly string[];
  parent: string;
  parentColumns: readonly string[];
}

/** Rows of a table that name a row of another one; `parentColumns` only where its columns have other names. */
export const dependsOn = (
  table: string,
  columns: readonly string[],
  parent: string,
  parentColumns = columns,
): Dependency => ({ table, columns, parent, parentColumns });
