import type { Dialect } from '../../platform/database/dialect';
import type { Condition } from '../../platform/database/exact-text';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import type { LongWork } from '../../platform/long-work';
import type { Reach } from './glucose-hours';
import { figureColumns, toFigures, type GlucoseFigures, type StoredFigures } from './glucose-figures';
import { behind, recordTable, type RecordPosition } from './record-filter';

/** The part of a visible sensor reading used in profiles. */
export interface SeenReading extends GlucoseFigures {
  /** Milliseconds since the epoch. */
  time: number;
}

/** A person and a time range, both inclusive. */
export interface SensorRange extends Reach {
  userId: string;
}

/** The part of a range that is still to be read. */
interface OpenRange extends SensorRange {
  /** The index of the range. */
  person: number;
  after?: RecordPosition;
}

/** Small enough for one statement in both dialects. */
const peopleAtOnce = 100;

/** Rows per statement: SQLite blocks the event loop until it has read them all. */
const rowsAtOnce = 2_000;
const fewestOfOne = 50;

type Row = [person: number, time: number | string, id: string, uploadId: string, ...StoredFigures];

/** Reads the sensor readings of many people with the same statements, in batches. */
export class SensorReadings {
  private readonly table: string;

  constructor(
    private readonly dialect: Dialect,
    private readonly query: SnapshotQuery,
  ) {
    const { from, isActive } = recordTable(dialect, { types: ['cbg'] });
    this.table = `${from} WHERE ${isActive} AND user_id = ? AND type = 'cbg' AND time BETWEEN ? AND ?`;
  }

  /** The time of the newest reading of each range, in order; null if there is none. */
  async newest(ranges: readonly SensorRange[]): Promise<(number | null)[]> {
    const found: (number | null)[] = ranges.map(() => null);
    for (let start = 0; start < ranges.length; start += peopleAtOnce) {
      const some = ranges.slice(start, start + peopleAtOnce);
      const parts = some.map(
        (_range, index) =>
          `SELECT ${start + index} AS person, part.time
           FROM (SELECT time FROM ${this.table} ORDER BY time DESC LIMIT 1) part`,
      );
      const parameters = some.flatMap(({ userId, from, to }) => [userId, from, to]);
      const rows = await this.query<[person: number, time: number | string]>(
        parts.join(' UNION ALL '),
        parameters,
      );
      for (const [person, time] of rows) found[Number(person)] = Number(time);
    }
    return found;
  }

  /** Passes on the readings of some people, each by time and then by id. `person` is the index of the range. */
  async each(
    ranges: readonly SensorRange[],
    take: (person: number, reading: SeenReading) => void,
    work: LongWork,
  ): Promise<void> {
    let open: OpenRange[] = ranges.flatMap((range, person) =>
      range.to < range.from ? [] : { ...range, person },
    );
    while (open.length > 0) {
      const size = Math.max(fewestOfOne, Math.floor(rowsAtOnce / open.length));
      const parts = open.map((range) => this.part(range, size));
      const rows = await this.query<Row>(
        parts.map(({ sql }) => sql).join(' UNION ALL '),
        parts.flatMap(({ parameters }) => parameters),
      );
      const last = new Map<number, { count: number; row: Row }>();
      for (const row of rows) {
        const person = Number(row[0]);
        take(person, toReading(row));
        last.set(person, { count: (last.get(person)?.count ?? 0) + 1, row });
      }
      open = open.flatMap((range) => {
        const { count = 0, row } = last.get(range.person) ?? {};
        return row && count === size ? [{ ...range, after: toPosition(row) }] : [];
      });
      await work.pause();
    }
  }

  private part({ person, userId, from, to, after }: OpenRange, size: number): Condition {
    const further = after && behind(after);
    const order = 'ORDER BY time, id, upload_id';
    const columns = `time, id, upload_id, ${figureColumns(this.dialect)}`;
    return {
      sql: `SELECT ${person} AS person, part.* FROM (
        SELECT ${columns} FROM ${this.table} ${further ? `AND ${further.sql}` : ''} ${order} LIMIT ${size}) part`,
      parameters: [userId, from, to, ...(further?.parameters ?? [])],
    };
  }
}

const toPosition = ([, time, id, uploadId]: Row): RecordPosition => ({ time: Number(time), id, uploadId });

const toReading = ([, time, , , ...figures]: Row): SeenReading => ({
  time: Number(time),
  ...toFigures(figures),
});
