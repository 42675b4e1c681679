import type { Dialect } from '../../platform/database/dialect';
import { placeholders } from '../../platform/database/placeholders';
import type { SnapshotQuery } from '../../platform/database/snapshot';
import { matchingDataSets, type DataSetText } from './data-sets-as-records';
import { LongWork } from '../../platform/long-work';
import { joinTexts } from './join-texts';
import { mergeByTime, type Placed, type RecordRow } from './merge-by-time';
import { pageQuery } from './page-query';
import { isScan, readPage } from './read-page';
import type { RecordFilter, RecordPosition } from './record-filter';

/** A position among records and data sets: by time, then by id. */
export interface RecordPlace {
  /** Milliseconds since the epoch. */
  time: number;
  id: string;
}

const firstChunk = 500;
const largestChunk = 1_000;

/** Bytes of a text that is read with all others of a chunk. Longer ones are read some at a time, so that they fit into memory. */
const longestText = 16_384;

/** Long texts that are read at once: a record has 4 MiB at most. */
const longAtOnce = 8;

/**
 * Records that the database joins at once. Memory that came from another thread is freed when JavaScript has made some garbage,
 * of which each piece makes the same; so smaller pieces need less memory, but take more statements.
 */
const joinedAtOnce = 350;

/** Data sets among records whose records the database joins: each takes a statement of its own. */
const mostUploads = 100;

const columnsOfPage = { place: 'time, id, upload_id', text: 'content' };

type Joined = NonNullable<SnapshotQuery['joined']>;

/**
 * Whether records are read in the order of the table, and most of those that are read match: the database reads them several
 * times to join them.
 */
const findsMost = (dialect: Dialect, filter: RecordFilter): boolean =>
  [filter.types, filter.ids, filter.uploadId].every((each) => each === undefined) && !isScan(dialect, filter);

/** A text, or its UTF-8. */
type SomeText = string | Buffer;

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
    const { joined } = this.query;
    if (joined && uploads.length <= mostUploads && findsMost(this.dialect, this.filter)) {
      yield* this.joinedByDatabase(encoded, joined);
      return;
    }
    for await (const texts of this.batches(encoded, this.filter, 'content')) yield joinTexts(texts);
  }

  /** Page by page, with each data set between the records before and after it. */
  private async *joinedByDatabase(
    uploads: readonly Placed<Buffer>[],
    joined: Joined,
  ): AsyncGenerator<Buffer> {
    let after: RecordPosition | undefined;
    for (const upload of [...uploads, undefined]) {
      // Records with the place of a data set follow it.
      const until = upload && { time: upload.time, id: upload.id, uploadId: '' };
      for (let isLast = false; !isLast;) {
        const { userId, filter } = this;
        const page = pageQuery(this.dialect, { userId, filter, size: joinedAtOnce, after, until });
        const { bytes, count, found, last } = await joined({ ...page, ...columnsOfPage });
        if (count > 0) {
          yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
          const [time, id, uploadId] = last as [number, string, string];
          after = { time, id, uploadId };
        }
        isLast = count === found && found < joinedAtOnce;
      }
      if (upload) yield upload.text;
    }
  }

  private async *batches<Text extends SomeText>(
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

  private async *chunks<Text extends SomeText>(
    filter: RecordFilter,
    bytesOf: 'content' | undefined,
  ): AsyncGenerator<RecordRow<Text>[]> {
    const work = new LongWork();
    let after: RecordPosition | undefined;
    for (let size = firstChunk; ; size = Math.min(size * 2, largestChunk)) {
      const question = { userId: this.userId, filter, size, after, longestText };
      const rows = await readPage<Text>(this.dialect, this.query, question, work, bytesOf);
      yield* this.withLongTexts(rows, bytesOf);
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = { time: Number(last[0]), id: last[1], uploadId: last[2] };
    }
  }

  /** The rows of a chunk, which was read without its long texts, in smaller chunks with them. */
  private async *withLongTexts<Text extends SomeText>(
    rows: RecordRow<Text>[],
    bytesOf: 'content' | undefined,
  ): AsyncGenerator<RecordRow<Text>[]> {
    for (const part of byLength(rows)) yield isLong(part[0]) ? await this.longRows(part, bytesOf) : part;
  }

  private async longRows<Text>(
    rows: RecordRow<Text>[],
    bytesOf: 'content' | undefined,
  ): Promise<RecordRow<Text>[]> {
    const times = rows.map(([time]) => Number(time));
    const uploadIds = [...new Set(rows.map(([, , uploadId]) => uploadId))];
    const { sql, parameters } = pageQuery(this.dialect, {
      userId: this.userId,
      filter: {
        ids: rows.map(([, id]) => id),
        from: Math.min(...times),
        to: Math.max(...times),
        decided: [{ sql: `upload_id IN (${placeholders(uploadIds)})`, parameters: uploadIds }],
      },
      // An id may occur in several data sets.
      size: rows.length * uploadIds.length,
    });
    const found = await this.query<RecordRow<Text>>(sql, parameters, bytesOf);
    const wanted = new Set(rows.map(keyOfRow));
    return found.filter((row) => wanted.has(keyOfRow(row)));
  }
}

const keyOfRow = ([time, id, uploadId]: RecordRow<unknown>): string => `${time} ${uploadId} ${id}`;

/** Whether a row was read without its text, which is never empty. */
const isLong = (row: RecordRow<SomeText> | undefined): boolean => row?.[3].length === 0;

/** Rows with and without their texts, in their order; some at a time of those without. */
function* byLength<Text extends SomeText>(rows: RecordRow<Text>[]): Generator<RecordRow<Text>[]> {
  let start = 0;
  for (let end = 1; end <= rows.length; end += 1) {
    const isSame = end < rows.length && isLong(rows[end]) === isLong(rows[start]);
    if (isSame && !(isLong(rows[start]) && end - start === longAtOnce)) continue;
    yield start === 0 && end === rows.length ? rows : rows.slice(start, end);
    start = end;
  }
}
