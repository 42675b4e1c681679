import type { Database } from '../database/database';
import type { SnapshotQuery } from '../database/snapshot';
import { HandOver } from './hand-over';
import { usersWithDirectUpload, matchingDataSets } from './data-sets-as-records';
import { mergeByTime, type RecordRow } from './merge-by-time';
import {
  behind,
  recordConditions,
  recordTable,
  type RecordFilter,
  type RecordPosition,
  type Condition,
} from './record-filter';

/** One page of records, in the order of time. */
export interface RecordPage {
  records: { position: RecordPosition; content: string }[];
  hasMore: boolean;
}

/** A question for one page of one account's records. */
export interface PageQuestion {
  userId: string;
  filter: RecordFilter;
  size: number;
  after?: RecordPosition;
  /** Walk from the newest to the oldest. */
  newestFirst?: boolean;
}

/** The order of types in an answer about the latest record of each. */
const typesOfLatest = [
  ...[
    'physicalActivity',
    'basal',
    'cbg',
    'smbg',
    'bloodKetone',
    'bolus',
    'wizard',
    'deviceEvent',
    'food',
    'insulin',
  ],
  ...['cgmSettings', 'pumpSettings', 'reportedState', 'upload'],
];

/** Few enough for one statement in both dialects. */
const questionsAtOnce = 100;
const parametersAtOnce = 20_000;

/** Puts the parts of a UNION together that fit into one statement. */
function* inBatches(parts: readonly Condition[]): Generator<Condition[]> {
  let batch: Condition[] = [];
  let parameters = 0;
  for (const part of parts) {
    const isFull = batch.length === questionsAtOnce || parameters + part.parameters.length > parametersAtOnce;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      parameters = 0;
    }
    batch.push(part);
    parameters += part.parameters.length;
  }
  if (batch.length > 0) yield batch;
}
const firstChunk = 500;
const largestChunk = 1_000;

const isWanted = (filter: RecordFilter, type: string): boolean =>
  !filter.types || filter.types.includes(type);

const toRecord = ([time, id, uploadId, content]: RecordRow) => ({
  position: { time: Number(time), id, uploadId },
  content,
});

/** Records are never parsed on their way out: their stored text is what readers get. */
export class RecordReader {
  constructor(private readonly database: Database) {}

  /**
   * All records that match, as pieces of one JSON array, in the order of time and then of id. Data sets appear among
   * them as records of type `upload`. The whole answer shows one moment; memory does not grow with its length.
   */
  async *stream(userId: string, filter: RecordFilter): AsyncGenerator<string> {
    const pieces = new HandOver<string>();
    const reading = this.database.longSnapshot((query) => this.readAll(query, userId, filter, pieces));
    reading.then(
      () => pieces.end(),
      (error: unknown) => pieces.fail(error),
    );
    try {
      yield* pieces.taken();
    } finally {
      pieces.abandon();
      await reading.catch(() => undefined);
    }
  }

  private async readAll(
    query: SnapshotQuery,
    userId: string,
    given: RecordFilter,
    pieces: HandOver<string>,
  ): Promise<void> {
    const filter = await this.withCarelinkDecided(query, userId, given);
    const uploads = isWanted(filter, 'upload') ? await matchingDataSets(query, userId, filter) : [];
    const wantsRecords = !filter.types || filter.types.some((type) => type !== 'upload');
    let opened = false;
    const send = async (texts: string[]): Promise<void> => {
      if (texts.length === 0) return;
      await pieces.put((opened ? ',' : '[') + texts.join(','));
      opened = true;
    };
    if (wantsRecords) {
      for await (const rows of this.chunks(query, userId, filter)) await send(mergeByTime(uploads, rows));
    }
    await send(uploads.map((upload) => upload.text));
    await pieces.put(opened ? ']' : '[]');
  }

  private async *chunks(
    query: SnapshotQuery,
    userId: string,
    filter: RecordFilter,
  ): AsyncGenerator<RecordRow[]> {
    let after: RecordPosition | undefined;
    for (let size = firstChunk; ; size = Math.min(size * 2, largestChunk)) {
      const { sql, parameters } = this.pageQuery({ userId, filter, size, after });
      const rows = await query<RecordRow>(sql, parameters);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < size) return;
      after = { time: Number(last[0]), id: last[1], uploadId: last[2] };
    }
  }

  private pageQuery({ userId, filter, size, after, newestFirst }: PageQuestion): {
    sql: string;
    parameters: unknown[];
  } {
    const { from, isActive } = recordTable(this.database.dialect, filter);
    const conditions = recordConditions(userId, filter);
    if (after) conditions.push(behind(after, newestFirst));
    const order = newestFirst ? 'time DESC, id DESC, upload_id DESC' : 'time, id, upload_id';
    const where = [isActive, ...conditions.map(({ sql }) => sql)].join(' AND ');
    return {
      sql: `SELECT time, id, upload_id, content FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${Number(size)}`,
      parameters: conditions.flatMap(({ parameters }) => parameters),
    };
  }

  /** Who has read out a pump directly is not shown the same data again by way of CareLink. */
  private async withCarelinkDecided(
    query: SnapshotQuery,
    userId: string,
    filter: RecordFilter,
  ): Promise<RecordFilter> {
    if (filter.carelink !== undefined) return filter;
    return { ...filter, carelink: !(await usersWithDirectUpload(query, [userId])).has(userId) };
  }

  /** Pages of many accounts' records in one statement, in the order of the questions. For loaders. */
  readonly pages = async (questions: readonly PageQuestion[]): Promise<RecordPage[]> =>
    this.database.snapshot(async (query) => {
      const direct = await usersWithDirectUpload(query, [...new Set(questions.map(({ userId }) => userId))]);
      const decided = questions.map((question) => ({
        ...question,
        filter: { ...question.filter, carelink: question.filter.carelink ?? !direct.has(question.userId) },
      }));
      return this.pagesWithin(query, decided);
    });

  private async pagesWithin(query: SnapshotQuery, questions: readonly PageQuestion[]): Promise<RecordPage[]> {
    const parts = questions.map((question, index) => {
      const { sql, parameters } = this.pageQuery({ ...question, size: question.size + 1 });
      return { sql: `SELECT ${index} AS question, page.* FROM (${sql}) page`, parameters };
    });
    const found = new Map<number, RecordRow[]>();
    for (const batch of inBatches(parts)) {
      const sql = batch.map((part) => part.sql).join(' UNION ALL ');
      const parameters = batch.flatMap((part) => part.parameters);
      for (const [question, ...row] of await query<[question: number, ...row: RecordRow]>(sql, parameters)) {
        const rows = found.get(Number(question));
        if (rows) rows.push(row);
        else found.set(Number(question), [row]);
      }
    }
    return questions.map(({ size }, index) => {
      const rows = found.get(index) ?? [];
      return { records: rows.slice(0, size).map(toRecord), hasMore: rows.length > size };
    });
  }

  /** The newest matching record of each type, in the order of the types; texts as in `stream`. */
  latest(userId: string, given: RecordFilter): Promise<string[]> {
    return this.database.snapshot(async (query) => {
      const filter = await this.withCarelinkDecided(query, userId, given);
      const types = [...new Set(filter.types ?? typesOfLatest)];
      const questions = types
        .filter((type) => type !== 'upload')
        .map((type) => ({ userId, filter: { ...filter, types: [type] }, size: 1, newestFirst: true }));
      const newest = await this.newestOfEach(query, questions);
      const uploads = types.includes('upload') ? await matchingDataSets(query, userId, filter) : [];
      return types.flatMap((type) => {
        const text = type === 'upload' ? uploads.at(-1)?.text : newest.get(type);
        return text === undefined ? [] : [text];
      });
    });
  }

  private async newestOfEach(query: SnapshotQuery, questions: PageQuestion[]): Promise<Map<string, string>> {
    const pages = await this.pagesWithin(query, questions);
    return new Map(
      questions.flatMap(({ filter }, index) => {
        const text = pages[index]?.records[0]?.content;
        return text === undefined ? [] : [[filter.types?.[0] ?? '', text] as const];
      }),
    );
  }
}
