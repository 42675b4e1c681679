import type { Dialect } from '../../platform/database/dialect';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { matchingDataSets, type DataSetText } from './data-sets-as-records';
import { LongWork } from '../../platform/long-work';
import { joinTexts } from './join-texts';
import { mergeByTime, type Placed, type RecordRow } from './merge-by-time';
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
    yield* this.batches(await this.uploads(types), filter);
  }

  /**
   * The same texts as UTF-8, with commas between those of a batch, for readers that only pass them on: they are never
   * decoded.
   */
  async *joined(): AsyncGenerator<Buffer> {
    const uploads = await this.uploads(this.filter.types);
    const encoded = uploads.map(({ text, ...place }) => ({ ...place, text: Buffer.from(text) }));
    for await (const texts of this.batches(encoded, this.filter, 'content')) yield joinTexts(texts);
  }

  private async *batches<Text>(
    uploads: Placed<Text>[],
    filter: RecordFilter,
    bytesOf?: 'content',
  ): AsyncGenerator<Text[]> {
    if (!filter.types || filter.types.some((type) => type !== 'upload')) {
      for await (const rows of this.chunks<Text>(filter, bytesOf)) yield mergeByTime(uploads, rows);
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

  private async *chunks<Text>(
    filter: RecordFilter,
    bytesOf: 'content' | undefined,
  ): AsyncGenerator<RecordRow<Text>[]> {
    const work = new LongWork();
    let after: RecordPosition | undefined;
    for (let size = firstChunk; ; size = Math.min(size * 2, largestChunk)) {
      const question = { userId: this.userId, filter, size, after };
      const rows = await readPage<Text>(this.dialect, this.query, question, work, bytesOf);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = { time: Number(last[0]), id: last[1], uploadId: last[2] };
    }
  }
}
