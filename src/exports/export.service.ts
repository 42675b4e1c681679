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
  /** Whose name stands in names of files and headings. */
  brand: string;
  /** Milliseconds without headway after which an export is broken off. */
  patience: number;
}

/** Who wants to know how an export goes on. */
interface ExportListener {
  /** Learns of what has broken off an export whose file is closed properly nevertheless. */
  report: (error: unknown) => void;
  /** Breaks the export off; when absent, it is broken off once it makes no headway, as the settings say. */
  stop?: AbortSignal;
  /** Is told of each number of lines that were written. */
  watch?: (lines: number) => void;
}

/** How an export goes on, and how it may be broken off. */
interface Course {
  deadline: AbortSignal;
  explain: (error: unknown) => string;
  watch?: (lines: number) => void;
}

/** Dosing decisions that belong to a bolus somebody asked for; all others are left out. */
const exportedDecisions = ['normalBolus', 'simpleBolus', 'watchBolus', 'oneButtonBolus'];

const filterOf = ({ from, to }: ExportOptions): RecordFilter => ({
  from,
  to,
  dosingDecisionReasons: exportedDecisions,
});

/** What is exported of some records, made as it is asked for: a row that nobody keeps is forgotten at once. */
function* rowsOf(
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

/** Puts an account's records into a file for people and their spreadsheets. */
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
   * The file, as it is made. Throws when it cannot even begin; whatever breaks it off later is reported, and the file
   * says that it is not complete. Whoever gets the file reads it or destroys it.
   */
  async open(userId: string, options: ExportOptions, listener: ExportListener): Promise<Readable> {
    const { stop, watch } = listener;
    if (stop) return this.begin(userId, options, { ...listener, stop });
    const stall = new Stall(this.settings.patience);
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
      return deadline.aborted ? 'The export took too long.' : 'The export broke off before its end.';
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
    // Nobody may ever ask for the first piece.
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
    for await (const texts of this.records.texts(userId, filterOf(options))) {
      deadline.throwIfAborted();
      yield rowsOf(exporter, texts, watch);
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
      this.records.read(userId, filterOf(options), write).catch((error: Error) => {
        // Without effect once the file has begun.
        reject(error);
        file.destroy();
      });
    });
  }
}
