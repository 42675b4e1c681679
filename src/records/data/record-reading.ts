import type { Dialect } from '../../platform/database/dialect';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { matchingDataSets, type DataSetText } from './data-sets-as-records';
import { LongWork } from '../../platform/long-work';
import { mergeByTime, type RecordRow } from './merge-by-time';
import { pageQuery } from './page-query';
import { readPage } from './read-page';
import type { RecordFilter, RecordPosition } from './record-filter';

/** A position among records and data sets: by time, then by id. */
export interface RecordPlace {
  /** Milliseconds since the epoch. */
  time: number;
  id: string;
}

const firstChunk = 500;
const largestChunk = 1_000;

/** One account's records as of one moment, readable any number of times. */
export class RecordReading {
  constructor(
    private readonly dialect: Dialect,
    private readonly query: SnapshotQuery,
    private readonly userId: string,
    private readonly filter: RecordFilter,
  ) {}

  /**
   * The texts of all matching records, in batches, by time and then by id. Data sets appear among them as records of
   * type `upload`.
   *
   * @param types limits the result to these types
   */
  async *texts(types = this.filter.types): AsyncGenerator<string[]> {
    const filter = { ...this.filter, types };
    const uploads = await this.uploads(types);
    if (!types || types.some((type) => type !== 'upload')) {
      for await (const rows of this.chunks(filter)) yield mergeByTime(uploads, rows);
    }
    if (uploads.length > 0) yield uploads.map((upload) => upload.text);
  }

  /** The position of the first record of each type; types without one are omitted. */
  async firstOfEach(types: readonly string[]): Promise<Map<string, RecordPlace>> {
    const recordTypes = types.filter((type) => type !== 'upload');
    const parts = recordTypes.map((type) =>
      pageQuery(this.dialect, { userId: this.userId, filter: { ...this.filter, types: [type] }, size: 1 }),
    );
    const numbered = parts.map(({ sql }, index) => `SELECT ${index} AS part, page.* FROM (${sql}) page`);
    const parameters = parts.flatMap((part) => part.parameters);
    const rows = await this.query<[part: number, ...RecordRow]>(numbered.join(' UNION ALL '), parameters);
    const found = new Map(
      rows.map(([part, time, id]) => [recordTypes[Number(part)] ?? '', { time: Number(time), id }]),
    );
    const [upload] = await this.uploads(types);
    if (upload) found.set('upload', { time: upload.time, id: upload.id });
    return found;
  }

  private async uploads(types: readonly string[] | undefined): Promise<DataSetText[]> {
    return !types || types.includes('upload') ? matchingDataSets(this.query, this.userId, this.filter) : [];
  }

  private async *chunks(filter: RecordFilter): AsyncGenerator<RecordRow[]> {
    const work = new LongWork();
    let after: RecordPosition | undefined;
    for (let size = firstChunk; ; size = Math.min(size * 2, largestChunk)) {
      const rows = await readPage(
        this.dialect,
        this.query,
        { userId: this.userId, filter, size, after },
        work,
      );
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = { time: Number(last[0]), id: last[1], uploadId: last[2] };
    }
  }
}
