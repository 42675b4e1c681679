import ExcelJS from 'exceljs';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { LongWork } from '../../platform/long-work';
import type { RecordReading } from '../data/record-reading';
import { toCell } from './cells';
import { glucoseFormat, formatHeader, columnWidth, type Column } from './columns';
import type { ExportRow, RecordExporter } from './export-record';
import type { GlucoseUnits } from './export-options';
import type { Sheet } from './sheets';

/** Maximum number of rows on one sheet below its heading. */
const mostRowsOfSheet = 1_048_575;
const errorSheet = 'EXPORT ERROR';
const formatOfGlucose: Record<GlucoseUnits, string> = { 'mg/dL': '0', 'mmol/L': '0.0' };

type WorksheetWriter = ReturnType<ExcelJS.stream.xlsx.WorkbookWriter['addWorksheet']>;

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

/** A private part of the library: the target of a sheet, a stream whose back pressure is not exposed otherwise. */
interface PassedOn {
  stream: { pipes: (Writable & { _writableState: { needDrain: boolean } })[] };
}

/** Waits until a sheet has passed on its content: the library itself would keep it all in memory. */
async function drained(sheet: WorksheetWriter, stop: AbortSignal): Promise<void> {
  const [pipe] = (sheet as unknown as PassedOn).stream.pipes;
  if (pipe?._writableState.needDrain) await once(pipe, 'drain', { signal: stop });
}

/** Rows written between two looks at the clock. */
const rowsAtOnce = 20;

/** Writes a workbook sheet by sheet while it is received. Memory use does not grow with the number of records. */
export class WorkbookExport {
  private readonly workbook: ExcelJS.stream.xlsx.WorkbookWriter;
  private readonly work = new LongWork();

  constructor(
    out: Writable,
    private readonly exporter: RecordExporter,
    private readonly options: WorkbookOptions,
  ) {
    this.workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true });
  }

  /**
   * Writes the sheets and ends the file. If reading fails, the file is closed so that it still opens, and shows a
   * sheet that says so.
   */
  async write(records: RecordSource, sheets: readonly Sheet[]): Promise<void> {
    const failure = this.workbook.addWorksheet(errorSheet, { state: 'veryHidden' });
    failure.addRow(['The export is not complete: it broke off before its end.']).commit();
    failure.commit();
    try {
      if (sheets.length === 0) this.writeNoData();
      for (const sheet of sheets) await this.writeSheet(records, sheet);
    } catch (error) {
      if (this.options.gone.aborted) throw error;
      this.options.explain(error);
      failure.state = 'visible';
    }
    await this.workbook.commit();
  }

  private writeNoData(): void {
    const sheet = this.workbook.addWorksheet('NO DATA');
    sheet.addRow(['Data is not available within the specified date range.']).commit();
    sheet.commit();
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
            sheet.commit();
            [part, rows] = [part + 1, 0];
            sheet = this.begin(`${name} (${part})`, columns);
          }
          sheet.addRow(columns.map((column) => toCell(column, row))).commit();
          rows += 1;
          lines += 1;
          if (lines % rowsAtOnce === 0) await this.work.pause();
        }
        this.options.watch?.(lines);
        this.options.stop.throwIfAborted();
        await drained(sheet, this.options.stop);
      }
    } finally {
      sheet.commit();
    }
  }

  private *filterRows(texts: readonly string[], types: readonly string[]): Generator<ExportRow> {
    for (const text of texts)
      for (const row of this.exporter.rows(text)) if (types.includes(String(row.type))) yield row;
  }

  private begin(name: string, columns: readonly Column[]): WorksheetWriter {
    const sheet = this.workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map((column) => ({
      header: formatHeader(column),
      key: column.key,
      width: columnWidth(column),
      hidden: column.hidden ?? false,
      style: { numFmt: this.numberFormat(column) },
    }));
    const heading = sheet.getRow(1);
    heading.font = { bold: true };
    heading.commit();
    return sheet;
  }

  private numberFormat({ format }: Column): string {
    return format === glucoseFormat ? formatOfGlucose[this.options.units] : (format ?? 'General');
  }
}
