import type { Pool, PoolConnection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { asInstance } from './as-instance';

/** Filters entities: each property has the given value, or one of the given values. */
export type Matching<Entity> = {
  readonly [Property in keyof Entity]?: string | number | readonly string[] | readonly number[];
};

/** Columns and mapping for reading entities with our own statements. */
export interface ReadColumns<Entity> {
  /** The columns, for a SELECT. */
  select: string;
  toEntity: (row: Record<string, unknown>) => Entity;
}

/** Column types that drivers return unchanged; others would need TypeORM's driver. */
const plainTypes: readonly unknown[] = ['varchar', 'text', 'bigint', 'int', 'double'];

function readColumns<Entity extends object>(
  source: DataSource,
  entity: new () => Entity,
  alias: string,
): ReadColumns<Entity> {
  const { columns } = source.getMetadata(entity);
  const readers = columns.map(({ propertyName, databaseName, type, transformer }) => {
    if (!plainTypes.includes(type) || Array.isArray(transformer))
      throw new Error(`The column ${databaseName} of ${entity.name} cannot be read on its own.`);
    return {
      propertyName,
      databaseName,
      from: (value: unknown): unknown => (transformer ? transformer.from(value) : value),
    };
  });
  const blank = Object.fromEntries(columns.map(({ propertyName }) => [propertyName, undefined as unknown]));
  return {
    select: columns.map(({ databaseName }) => `${alias}.${databaseName}`).join(', '),
    toEntity: (row) => {
      const found = { ...blank };
      for (const { propertyName, databaseName, from } of readers)
        found[propertyName] = from(row[databaseName]);
      return asInstance(entity, found);
    },
  };
}

/** Small enough for one statement in both dialects, together with others. */
const valuesAtOnce = 10_000;

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const takeConnection = (pool: Pool): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });

/** As `pool.query`, which would keep all rows until the next major collection; see `docs/speed-tricks.md`. */
async function readRows<Row>(pool: Pool, sql: string, parameters: unknown[]): Promise<Row[]> {
  const connection = await takeConnection(pool);
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      connection.query(sql, parameters, (error, rows) => (error ? reject(error) : resolve(rows as Row[])));
    });
  } finally {
    connection.release();
  }
}

function findPool(source: DataSource): Pool | undefined {
  if (source.options.type !== 'mysql') return undefined;
  return (source.driver as unknown as { pool: Pool }).pool;
}

/**
 * Fast reads for data that nearly every request needs: the cost is proportional to the result, where TypeORM would
 * take most of the time.
 */
export class PlainReads {
  private readonly known = new Map<string, ReadColumns<object>>();

  /** @param pool the connections of a MySQL database; those of the source by default */
  constructor(
    private readonly source: DataSource,
    private readonly pool = findPool(source),
  ) {}

  /** The rows of one SELECT, under the names of its columns. */
  rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const { pool } = this;
    if (!pool) return this.source.query<Row[]>(sql, parameters);
    return readRows<Row>(pool, sql, parameters);
  }

  /** The columns for reading entities from the table `alias`, and the mapping of rows to entities. */
  listColumns<Entity extends object>(entity: new () => Entity, alias: string): ReadColumns<Entity> {
    const key = `${alias} ${entity.name}`;
    let known = this.known.get(key);
    if (!known) this.known.set(key, (known = readColumns(this.source, entity, alias)));
    return known as unknown as ReadColumns<Entity>;
  }

  /** Matching entities, in no particular order. */
  async find<Entity extends object>(entity: new () => Entity, matching: Matching<Entity>): Promise<Entity[]> {
    const lists = Object.entries(matching).map(([property, values]) => ({
      property,
      values: toList(values),
    }));
    if (lists.some(({ values }) => values.length === 0)) return [];
    const long = lists.find(({ values }) => values.length > valuesAtOnce);
    if (long) return this.findPartByPart(entity, matching, long.property, long.values);
    const { sql, parameters, toEntity } = this.buildSelect(entity, matching);
    return (await this.rows<Record<string, unknown>>(sql, parameters)).map(toEntity);
  }

  /** The statement that reads matching entities, and the mapping of its rows. No list may be empty. */
  buildSelect<Entity extends object>(
    entity: new () => Entity,
    matching: Matching<Entity>,
  ): { sql: string; parameters: unknown[]; toEntity: ReadColumns<Entity>['toEntity'] } {
    const { tableName, columns } = this.source.getMetadata(entity);
    const wanted = Object.entries(matching).map(([property, values]) => ({
      column: columns.find(({ propertyName }) => propertyName === property)?.databaseName ?? property,
      values: toList(values),
    }));
    const conditions = wanted.map(
      ({ column, values }) => `${column} IN (${values.map(() => '?').join(', ')})`,
    );
    const { select, toEntity } = this.listColumns(entity, tableName);
    return {
      sql: `SELECT ${select} FROM ${tableName} WHERE ${conditions.join(' AND ')}`,
      parameters: wanted.flatMap(({ values }) => values),
      toEntity,
    };
  }

  private async findPartByPart<Entity extends object>(
    entity: new () => Entity,
    matching: Matching<Entity>,
    property: string,
    values: readonly unknown[],
  ): Promise<Entity[]> {
    const found: Entity[][] = [];
    for (let start = 0; start < values.length; start += valuesAtOnce) {
      const part = { ...matching, [property]: values.slice(start, start + valuesAtOnce) };
      found.push(await this.find(entity, part));
    }
    return found.flat();
  }
}
