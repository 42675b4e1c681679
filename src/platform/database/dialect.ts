/** The two database families that Glycograph supports. `mysql` stands for everything that speaks its protocol. */
export type Dialect = 'sqlite' | 'mysql';

/**
 * Names of column types with the same meaning in both dialects, for migrations. Text is compared byte by byte:
 * folding case or accents would open one account with another's address.
 */
export interface ColumnTypes {
  /** Account, record and other ids: ASCII, up to 40 characters. */
  id: string;
  /** A SHA-256 in base64. */
  digest: string;
  /** A short ASCII word such as a type or a state. */
  word: string;
  /** A name of up to 100 characters of any script. */
  shortName: string;
  /** A name of up to 255 characters of any script. */
  name: string;
  /** Text of any length. */
  text: string;
  /** Bytes of any length. */
  bytes: string;
  /** Milliseconds since the epoch. */
  time: string;
  integer: string;
  flag: string;
  /** Appended after the closing bracket of CREATE TABLE. */
  tableOptions: string;
  /** The same for a table clustered by its primary key. */
  clusteredTableOptions: string;
}

const sqlite: ColumnTypes = {
  id: 'TEXT',
  digest: 'TEXT',
  word: 'TEXT',
  shortName: 'TEXT',
  name: 'TEXT',
  text: 'TEXT',
  bytes: 'BLOB',
  time: 'INTEGER',
  integer: 'INTEGER',
  flag: 'INTEGER',
  tableOptions: '',
  clusteredTableOptions: 'WITHOUT ROWID',
};

const innodb = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

const mysql: ColumnTypes = {
  // Not of the character set ascii: comparing such a column with arbitrary text from a caller is an error.
  id: 'VARCHAR(40)',
  digest: 'VARCHAR(44)',
  word: 'VARCHAR(64)',
  shortName: 'VARCHAR(100)',
  name: 'VARCHAR(255)',
  text: 'LONGTEXT',
  bytes: 'LONGBLOB',
  time: 'BIGINT',
  integer: 'INT',
  flag: 'TINYINT(1)',
  tableOptions: innodb,
  clusteredTableOptions: innodb,
};

export const columnTypes = (dialect: Dialect): ColumnTypes => (dialect === 'sqlite' ? sqlite : mysql);

/**
 * Follows the name of a table: MySQL is to use this index. While a table grows its statistics are old, and it may choose one that
 * finds far more rows. SQLite chooses without statistics.
 */
export const throughIndex = (dialect: Dialect, index: string): string =>
  dialect === 'mysql' ? `FORCE INDEX (${index})` : '';

/** The dialect of a TypeORM driver name, as migrations see it. */
export const dialectOfDriver = (driver: string): Dialect =>
  driver === 'better-sqlite3' ? 'sqlite' : 'mysql';
