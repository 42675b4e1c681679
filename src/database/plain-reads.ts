import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';

/** Which entities are wanted: each named property has the given value, or one of the given values. */
export type Matching<Entity> = {
  readonly [Property in keyof Entity]?: string | number | readonly string[] | readonly number[];
};

/** Few enough for one statement in both dialects, beside others. */
const valuesAtOnce = 10_000;

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * The short way to the database for what nearly every request reads: the statement is as small as what it finds, so
 * the work of TypeORM around it would be most of the time.
 */
export class PlainReads {
  constructor(private readonly source: DataSource) {}

  /** The rows of one SELECT, under the names of its columns. */
  rows<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    if (this.source.options.type !== 'mysql') return this.source.query<Row[]>(sql, parameters);
    const { pool } = this.source.driver as unknown as { pool: Pool };
    return new Promise((resolve, reject) => {
      pool.query(sql, parameters, (error, rows) => (error ? reject(error) : resolve(rows as Row[])));
    });
  }

  /** Entities that match, in no particular order. */
  async find<Entity extends object>(entity: new () => Entity, matching: Matching<Entity>): Promise<Entity[]> {
    const { tableName, columns } = this.source.getMetadata(entity);
    const columnOf = new Map(columns.map((column) => [column.propertyName, column.databaseName]));
    const wanted = Object.entries(matching).map(([property, values]) => ({
      column: columnOf.get(property) ?? property,
      values: toList(values),
    }));
    if (wanted.some(({ values }) => values.length === 0)) return [];
    const [long] = Object.entries(matching).filter(([, values]) => toList(values).length > valuesAtOnce);
    if (long) return this.findPartByPart(entity, matching, long[0], toList(long[1]));
    const conditions = wanted.map(
      ({ column, values }) => `${column} IN (${values.map(() => '?').join(', ')})`,
    );
    const rows: Record<string, unknown>[] = await this.rows(
      `SELECT ${[...columnOf.values()].join(', ')} FROM ${tableName} WHERE ${conditions.join(' AND ')}`,
      wanted.flatMap(({ values }) => values),
    );
    return rows.map((row) => {
      const found = new entity() as Record<string, unknown>;
      for (const column of columns) {
        found[column.propertyName] = this.source.driver.prepareHydratedValue(
          row[column.databaseName],
          column,
        );
      }
      return found as Entity;
    });
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
