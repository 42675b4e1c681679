import type { Database } from '../../platform/database/database';
import type { Condition } from '../../platform/database/exact-text';
import type { SnapshotLimits, SnapshotQuery } from '../../platform/database/snapshot';
import { LongWork } from '../../platform/long-work';
import type { BoundedOperation } from '../../platform/workload/bounded-operation';
import type { FindCloudSources } from './cloud-readings';
import { HandOver } from './hand-over';
import { isKnownType } from './known-types';
import { matchingDataSets } from './data-sets-as-records';
import { walkLargeDataSets, type DataSetKey } from './large-data-sets';
import { findLinked, type RecordLink } from './linked-records';
import type { RecordRow } from './merge-by-time';
import { describeDataSets, type RecordBatch } from './record-batch';
import type { RecordFilter, RecordPosition } from './record-filter';
import { newestQuery, type NewestQuestion } from './newest-query';
import { isReadByType, pageQuery, type PageQuestion } from './page-query';
import { isScan, readPage } from './read-page';
import { RecordReading } from './record-reading';
import { SourceRules } from './source-rules';

/** One page of records, ordered by time. */
export interface RecordPage {
  records: { position: RecordPosition; content: string }[];
  hasMore: boolean;
}

/** The order of types in a response with the latest record of each. */
export const typesOfLatest: readonly string[] = [
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

/** Small enough for one statement in both dialects. */
const questionsAtOnce = 100;
const parametersAtOnce = 20_000;

/** A SELECT whose rows begin with the number of their question. */
const numbered = (question: number, { sql, parameters }: Condition): Condition => ({
  sql: `SELECT ${question} AS question, page.* FROM (${sql}) page`,
  parameters,
});

/** Rows that are sorted at once. */
const rowsAtOnce = 500;

/** Combines SELECTs to as few statements as possible. */
function* inStatements(parts: readonly Condition[]): Generator<Condition> {
  for (const batch of inBatches(parts)) {
    yield {
      sql: batch.map(({ sql }) => sql).join(' UNION ALL '),
      parameters: batch.flatMap(({ parameters }) => parameters),
    };
  }
}

/** Combines the parts of a UNION that fit into one statement. */
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

/** The graph holds a record several times: its text, parsed, in the answer, and in the JSON of the answer. */
const timesHeld = 4;

/** Records that SQLite reads within a few milliseconds. */
const fewRecords = 200;

/** Milliseconds in which a person has few records of other types. */
const shortTime = 14 * 86_400_000;

/** Whether an index finds the records of each type in the order of time, so that few are read for few that are asked. */
const isIndexed = (filter: RecordFilter): boolean =>
  filter.uploadId === undefined && !isScan('sqlite', filter);

/** Whether records of other types are passed over, for any time. */
function passesMany(question: PageQuestion): boolean {
  const { types = [], from = -Infinity, to = Infinity } = question.filter;
  return types.length > 1 && to - from > shortTime && !isReadByType(question);
}

/** What limits a read for an operation. */
const toLimits = (
  isLarge: boolean,
  signal: AbortSignal | undefined,
  operation: BoundedOperation | undefined,
): SnapshotLimits => ({
  signal,
  account: operation?.account,
  hold: operation && ((characters) => operation.hold(characters * timesHeld)),
  isLarge,
});

/** Whether SQLite may take long for some pages. */
const areLarge = (pages: readonly PageQuestion[]): boolean =>
  pages.reduce((sum, { size }) => sum + size, 0) > fewRecords ||
  pages.some((page) => !isIndexed(page.filter) || passesMany(page));

/** Whether SQLite may take long for the newest records. */
const areLargeNewest = (questions: readonly NewestQuestion[]): boolean =>
  questions.reduce((sum, { filter }) => sum + filter.types.length, 0) > fewRecords ||
  questions.some(({ filter }) => !isIndexed(filter));

const toRecord = ([time, id, uploadId, content]: RecordRow) => ({
  position: { time: Number(time), id, uploadId },
  content,
});

/** Reads records without parsing them: readers get the stored text. */
export class RecordReader {
  private readonly rules: SourceRules;

  /**
   * @param findCloudSources finds data imported by data sources
   * @param longReads where reads of any length come from: `aside`, from a replica that shows everything committed
   *   before
   */
  constructor(
    private readonly database: Database,
    private readonly findCloudSources: FindCloudSources,
    private readonly longReads: 'here' | 'aside' = 'here',
  ) {
    this.rules = new SourceRules(database.dialect, findCloudSources);
  }

  /** A reader whose long reads come from a replica that shows everything stored before, if there is one. */
  aside(): RecordReader {
    return new RecordReader(this.database, this.findCloudSources, 'aside');
  }

  /** All matching records, as UTF-8 of one JSON array in pieces; see `texts`. */
  async *stream(userId: string, filter: RecordFilter): AsyncGenerator<Buffer> {
    let opening = '[';
    for await (const joined of this.handOver(userId, filter, (records) => records.joined())) {
      yield Buffer.from(opening);
      yield joined;
      opening = ',';
    }
    yield Buffer.from(opening === '[' ? '[]' : ']');
  }

  /**
   * The texts of all matching records, in batches, ordered by time and then by id. Data sets appear among them as
   * records of type `upload`. The whole result shows one moment; memory use does not grow with its length.
   */
  texts(userId: string, filter: RecordFilter): AsyncGenerator<string[]> {
    return this.handOver(userId, filter, (records) => records.texts());
  }

  /** What `open` reads, while the consumer uses what was read before. */
  private async *handOver<Piece>(
    userId: string,
    filter: RecordFilter,
    open: (records: RecordReading) => AsyncGenerator<Piece>,
  ): AsyncGenerator<Piece> {
    const pieces = new HandOver<Piece>();
    const reading = this.read(userId, filter, async (records) => {
      for await (const piece of open(records)) await pieces.put(piece);
    });
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

  /** Provides the matching records as of one moment. Occupies a database connection for as long as `work` takes. */
  read<T>(userId: string, given: RecordFilter, work: (records: RecordReading) => Promise<T>): Promise<T> {
    const readWithin = async (query: SnapshotQuery): Promise<T> => {
      const filter = await this.decidedFilter(query, userId, given);
      return work(new RecordReading(this.database.dialect, query, userId, filter));
    };
    return this.longReads === 'aside'
      ? this.database.longSnapshotAside(readWithin, { account: userId })
      : this.database.longSnapshot(readWithin, { account: userId });
  }

  /** Pages of many accounts' records with one statement, in the order of the requests. For loaders. */
  readonly pages = async (
    questions: readonly PageQuestion[],
    signal?: AbortSignal,
    operation?: BoundedOperation,
  ): Promise<RecordPage[]> =>
    this.database.snapshot(
      async (query) => {
        const decided = await this.decided(query, questions);
        return this.pagesWithin(query, decided, new LongWork(signal));
      },
      toLimits(areLarge(questions), signal, operation),
    );

  /** The requests, with their defaults, and with how their records are found. */
  private async decided<Asked extends { userId: string; filter: RecordFilter }>(
    query: SnapshotQuery,
    questions: readonly Asked[],
  ): Promise<Asked[]> {
    const decided = await this.rules.decide(query, questions);
    return walkLargeDataSets(this.database.dialect, query, decided);
  }

  private async decidedFilter(
    query: SnapshotQuery,
    userId: string,
    given: RecordFilter,
  ): Promise<RecordFilter> {
    const [question] = await this.decided(query, [{ userId, filter: given }]);
    return question?.filter ?? given;
  }

  private async pagesWithin(
    query: SnapshotQuery,
    questions: readonly PageQuestion[],
    work: LongWork,
  ): Promise<RecordPage[]> {
    const { dialect } = this.database;
    const found = new Map<number, RecordRow[]>();
    const parts = questions.flatMap((question, index) => {
      if (isScan(dialect, question.filter)) return [];
      return numbered(index, pageQuery(dialect, { ...question, size: question.size + 1 }));
    });
    for (const { sql, parameters } of inStatements(parts)) {
      const all = await query<[question: number, ...row: RecordRow]>(sql, parameters);
      for (const [place, [question, ...row]] of all.entries()) {
        const rows = found.get(Number(question));
        if (rows) rows.push(row);
        else found.set(Number(question), [row]);
        if (place % rowsAtOnce === rowsAtOnce - 1) await work.pause();
      }
    }
    for (const [index, question] of questions.entries()) {
      if (!isScan(dialect, question.filter)) continue;
      const asked = { ...question, size: question.size + 1 };
      found.set(index, await readPage(dialect, query, asked, work));
    }
    return questions.map(({ size }, index) => {
      const rows = found.get(index) ?? [];
      return { records: rows.slice(0, size).map(toRecord), hasMore: rows.length > size };
    });
  }

  /** Summaries of the visible records of data sets, in the order of the keys. For loaders. */
  readonly describe = (keys: readonly DataSetKey[], signal?: AbortSignal): Promise<RecordBatch[]> =>
    this.database.snapshot((query) => describeDataSets(this.database.dialect, query, keys), {
      signal,
      isLarge: true,
    });

  /** Visible linked records, in the order of the links; null if there is none. For loaders. */
  readonly findLinked = (links: readonly RecordLink[]): Promise<(string | null)[]> =>
    findLinked(this.database, links);

  /**
   * The newest matching record of each type, for many accounts with one statement: for each request the texts in the
   * order of its types. For loaders.
   */
  readonly newest = (
    questions: readonly NewestQuestion[],
    signal?: AbortSignal,
    operation?: BoundedOperation,
  ): Promise<string[][]> =>
    this.database.snapshot(
      async (query) => {
        const decided = await this.decided(query, questions);
        const found = await this.newestWithin(query, decided, new LongWork(signal));
        return decided.map(({ filter }, index) => textsInOrder(filter.types, found[index]));
      },
      toLimits(areLargeNewest(questions), signal, operation),
    );

  /** The newest matching record of each type, in the order of the types; texts as in `stream`. */
  latest(userId: string, given: RecordFilter, signal?: AbortSignal): Promise<string[]> {
    const read = async (query: SnapshotQuery) => {
      const filter = await this.decidedFilter(query, userId, given);
      // Callers may name thousands that do not exist, and each of them would cost a search.
      const types = [...new Set(filter.types ?? typesOfLatest)].filter(isKnownType);
      const question = { userId, filter: { ...filter, types: types.filter((type) => type !== 'upload') } };
      const [newest = new Map<string, string>()] = await this.newestWithin(
        query,
        [question],
        new LongWork(signal),
      );
      const uploads = types.includes('upload') ? await matchingDataSets(query, userId, filter) : [];
      const upload = uploads.at(-1)?.text;
      if (upload !== undefined) newest.set('upload', upload);
      return textsInOrder(types, newest);
    };
    return this.database.snapshot(read, { account: userId, isLarge: !isIndexed(given) });
  }

  /** For each request, the newest text of each of its types. */
  private async newestWithin(
    query: SnapshotQuery,
    questions: readonly NewestQuestion[],
    work: LongWork,
  ): Promise<Map<string, string>[]> {
    const { dialect } = this.database;
    const found = questions.map(() => new Map<string, string>());
    const parts = questions.flatMap((question, index) =>
      isScan(dialect, question.filter) || question.filter.types.length === 0
        ? []
        : numbered(index, newestQuery(dialect, question)),
    );
    for (const { sql, parameters } of inStatements(parts)) {
      for (const [index, type, text] of await query<[number, string, string]>(sql, parameters))
        found[Number(index)]?.set(type, text);
      await work.pause();
    }
    for (const [index, { userId, filter }] of questions.entries()) {
      if (!isScan(dialect, filter)) continue;
      for (const type of filter.types) {
        const asked = { userId, filter: { ...filter, types: [type] }, size: 1, newestFirst: true };
        const [row] = await readPage(dialect, query, asked, work);
        if (row) found[index]?.set(type, row[3]);
      }
    }
    return found;
  }
}

/** The texts of the types that have one, each once. */
const textsInOrder = (types: readonly string[], newest = new Map<string, string>()): string[] =>
  [...new Set(types)].flatMap((type) => newest.get(type) ?? []);
