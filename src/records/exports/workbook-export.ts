import type { Writable } from 'node:stream';
import { LongWork } from '../../platform/long-work';
import type { RecordReading } from '../data/record-reading';
import { WorkbookWriter } from '../../platform/workbook/workbook-writer';
import type { SheetWriter } from '../../platform/workbook/sheet-writer';
import { toCell } from './cells';
import { glucoseFormat, formatHeader, columnWidth, type Column } from './columns';
import type { ExportRow, RecordExporter } from './export-record';
import type { GlucoseUnits } from './export-options';
import type { Sheet } from './sheets';

/** Maximum number of rows on one sheet below its heading. */
const mostRowsOfSheet = 1_048_575;
const errorSheet = 'EXPORT ERROR';
const formatOfGlucose: Record<GlucoseUnits, string> = { 'mg/dL': '0', 'mmol/L': '0.0' };

/** The source of record texts. */
type RecordSource = Pick<RecordReading, 'texts'>;

interface WorkbookOptions {
  units: GlucoseUnits;
  explain: (error: unknown) => string;
  /** Aborted when nobody receives the file any more. */
  gone: AbortSignal;
  /** Aborted when `gone` is, and when the export takes too long. */
  stop: AbortSignal;
  /** Called with each number of written lines. */
  watch?: (lines: number) => void;
  /** Maximum number of rows on one sheet below its heading; that of spreadsheets if absent. */
  rowsOfSheet?: number;
}

/** Rows written between two looks at the clock. */
const rowsAtOnce = 20;

/** Writes a workbook sheet by sheet while it is received. Memory use does not grow with the number of records. */
export class WorkbookExport {
  private readonly workbook: WorkbookWriter;
  private readonly work = new LongWork();

  constructor(
    out: Writable,
    private readonly exporter: RecordExporter,
    private readonly options: WorkbookOptions,
  ) {
    this.workbook = new WorkbookWriter(out);
  }

  /**
   * Writes the sheets and ends the file. If reading fails, the file is closed so that it still opens, and shows a
   * sheet that says so.
   */
  async write(records: RecordSource, sheets: readonly Sheet[]): Promise<void> {
    const failure = this.workbook.addSheet(errorSheet, { isVeryHidden: true });
    failure.addRow(['The export is not complete: it broke off before its end.']);
    failure.end();
    try {
      if (sheets.length === 0) this.writeNoData();
      for (const sheet of sheets) await this.writeSheet(records, sheet);
    } catch (error) {
      if (this.options.gone.aborted) throw error;
      this.options.explain(error);
      this.workbook.show(errorSheet);
    }
    await this.workbook.finish();
  }

  private writeNoData(): void {
    const sheet = this.workbook.addSheet('NO DATA');
    sheet.addRow(['Data is not available within the specified date range.']);
    sheet.end();
  }

  private async writeSheet(
    records: RecordSource,
    { name, recordType, types, columns }: Sheet,
  ): Promise<void> {
    const { rowsOfSheet = mostRowsOfSheet } = this.options;
    let [sheet, part, rows] = [this.begin(name, columns), 1, 0];
    try {
      for await (const texts of records.texts([recordType])) {
        let lines = 0;
        for (const row of this.filterRows(texts, types)) {
          if (rows === rowsOfSheet) {
            sheet.end();
            [part, rows] = [part + 1, 0];
            sheet = this.begin(`${name} (${part})`, columns);
          }
          sheet.addRow(columns.map((column) => toCell(column, row)));
          rows += 1;
          lines += 1;
          if (lines % rowsAtOnce === 0) await this.work.pause();
        }
        this.options.watch?.(lines);
        this.options.stop.throwIfAborted();
        await sheet.drained(this.options.stop);
      }
    } finally {
      sheet.end();
    }
  }

  private *filterRows(texts: readonly string[], types: readonly string[]): Generator<ExportRow> {
    for (const text of texts)
      for (const row of this.exporter.rows(text)) if (types.includes(String(row.type))) yield row;
  }

  private begin(name: string, columns: readonly Column[]): SheetWriter {
    return this.workbook.addSheet(name, {
      columns: columns.map((column) => ({
        heading: formatHeader(column),
        width: columnWidth(column),
        isHidden: column.hidden ?? false,
        format: this.numberFormat(column),
      })),
    });
  }

  private numberFormat({ format }: Column): string | undefined {
    return format === glucoseFormat ? formatOfGlucose[this.options.units] : format;
  }
}
