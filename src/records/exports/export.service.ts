import { PassThrough, Readable } from 'node:stream';
import type { RecordFilter } from '../data/record-filter';
import type { RecordReader } from '../data/record-reader.service';
import type { RecordReading } from '../data/record-reading';
import { csvExport } from './csv-export';
import type { ExportOptions } from './export-options';
import { RecordExporter, type ExportRow } from './export-record';
import { jsonExport } from './json-export';
import { sheetsInOrder } from './sheet-order';
import { sheetsFor, type Sheet } from './sheets';
import { Stall } from './stall';
import { WorkbookExport } from './workbook-export';

interface ExportSettings {
  /** The name in file names and headings. */
  brand: string;
  /** Milliseconds without progress after which an export is aborted. */
  stallTimeout: number;
}

/** Callbacks of an export. */
interface ExportListener {
  /** Gets the error of an aborted export, whose file is still closed properly. */
  report: (error: unknown) => void;
  /** Aborts the export; if absent, it is aborted after a time without progress, according to the settings. */
  stop?: AbortSignal;
  /** Called with each number of written lines. */
  watch?: (lines: number) => void;
}

/** Progress and abortion of an export. */
interface Course {
  deadline: AbortSignal;
  explain: (error: unknown) => string;
  watch?: (lines: number) => void;
}

/** Dosing decisions that belong to a requested bolus; all others are omitted. */
const exportedDecisions = ['normalBolus', 'simpleBolus', 'watchBolus', 'oneButtonBolus'];

const toRecordFilter = ({ from, to }: ExportOptions): RecordFilter => ({
  from,
  to,
  dosingDecisionReasons: exportedDecisions,
});

/** The exported form of some records, generated on demand: rows are discarded at once. */
function* parseRows(
  exporter: RecordExporter,
  texts: readonly string[],
  watch?: (lines: number) => void,
): Generator<ExportRow> {
  let lines = 0;
  for (const text of texts) {
    for (const row of exporter.rows(text)) {
      yield row;
      lines += 1;
    }
  }
  watch?.(lines);
}

/** Writes an account's records to a file for use in spreadsheets. */
export class ExportService {
  private readonly sheets: readonly Sheet[];

  constructor(
    private readonly records: RecordReader,
    private readonly settings: ExportSettings,
  ) {
    this.sheets = sheetsFor(settings.brand);
  }

  /** Name of the file of an export. */
  fileName({ format }: ExportOptions): string {
    return `${this.settings.brand}Export.${format}`;
  }

  /**
   * The file as a stream. Throws when it cannot be started; later failures are reported, and the file says that it
   * is incomplete. The receiver reads the file or destroys it.
   */
  async open(userId: string, options: ExportOptions, listener: ExportListener): Promise<Readable> {
    const { stop, watch } = listener;
    if (stop) return this.begin(userId, options, { ...listener, stop });
    const stall = new Stall(this.settings.stallTimeout);
    const watched = (lines: number): void => {
      stall.goesOn();
      watch?.(lines);
    };
    try {
      const file = await this.begin(userId, options, { ...listener, stop: stall.signal, watch: watched });
      return file.once('close', stall.end);
    } catch (error) {
      stall.end();
      throw error;
    }
  }

  private begin(
    userId: string,
    options: ExportOptions,
    { report, stop: deadline, watch }: ExportListener & { stop: AbortSignal },
  ): Promise<Readable> {
    const explain = (error: unknown): string => {
      report(error);
      return deadline.aborted ? 'The export took too long.' : 'The export was interrupted.';
    };
    return options.format === 'xlsx'
      ? this.openWorkbook(userId, options, { deadline, explain, watch })
      : this.openText(userId, options, { deadline, explain, watch });
  }

  private async openText(
    userId: string,
    options: ExportOptions,
    { deadline, explain, watch }: Course,
  ): Promise<Readable> {
    const batches = this.batches(userId, options, deadline, watch);
    const first = await batches.next();
    async function* all(): AsyncGenerator<Iterable<ExportRow>> {
      if (first.done) return;
      yield first.value;
      yield* batches;
    }
    const explainUnlessGone = (error: unknown): string => (file.destroyed ? '' : explain(error));
    const pieces =
      options.format === 'csv'
        ? csvExport(all(), this.sheets, explainUnlessGone)
        : jsonExport(all(), explainUnlessGone);
    const file = Readable.from(pieces, { objectMode: false });
    // The first piece may never be requested.
    file.once('close', () => void batches.return(undefined));
    return file;
  }

  private async *batches(
    userId: string,
    options: ExportOptions,
    deadline: AbortSignal,
    watch?: (lines: number) => void,
  ): AsyncGenerator<Iterable<ExportRow>> {
    const exporter = new RecordExporter(this.sheets, options.glucoseUnits);
    for await (const texts of this.records.texts(userId, toRecordFilter(options))) {
      deadline.throwIfAborted();
      yield parseRows(exporter, texts, watch);
    }
  }

  private openWorkbook(
    userId: string,
    options: ExportOptions,
    { deadline, explain, watch }: Course,
  ): Promise<Readable> {
    const { glucoseUnits: units } = options;
    return new Promise((resolve, reject) => {
      const gone = new AbortController();
      const file = new PassThrough();
      file.once('close', () => gone.abort());
      const write = async (records: RecordReading) => {
        const sheets = await sheetsInOrder(records, this.sheets);
        resolve(file);
        const exporter = new RecordExporter(this.sheets, units);
        const stop = AbortSignal.any([gone.signal, deadline]);
        const course = { units, explain, gone: gone.signal, stop, watch };
        await new WorkbookExport(file, exporter, course).write(records, sheets);
      };
      this.records.read(userId, toRecordFilter(options), write).catch((error: Error) => {
        // No effect once the file has begun.
        reject(error);
        file.destroy();
      });
    });
  }
}
