import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { cellXml, columnLetters, type Cell } from './cell-xml';
import type { CellStyles } from './cell-styles';

/** A column with a heading. */
export interface SheetColumn {
  heading: string;
  /** Characters. */
  width: number;
  isHidden: boolean;
  /** A number format of spreadsheets; `General` if absent. */
  format?: string;
}

/** Characters of XML that are gathered before they are passed on. */
const pieceLength = 16_384;

const frozenHeading =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '<selection pane="bottomLeft"/></sheetView></sheetViews>';

/** Writes the rows of one sheet while they come. */
export class SheetWriter {
  private readonly stream = new PassThrough();
  private readonly letters: string[] = [];
  private piece = '';
  private rows = 0;

  /** @param columns columns with bold headings that stay in view; without them, the sheet has cells alone */
  constructor(
    private readonly styles: CellStyles,
    private readonly columns: readonly SheetColumn[] = [],
  ) {
    this.write('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n');
    this.write('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">');
    if (columns.length > 0)
      this.write(`${frozenHeading}<cols>${columns.map(this.columnXml).join('')}</cols>`);
    this.write('<sheetData>');
    if (columns.length > 0)
      this.addRow(
        columns.map(({ heading }) => heading),
        true,
      );
  }

  /** The XML of the sheet. */
  get content(): Readable {
    return this.stream;
  }

  addRow(cells: readonly Cell[], isBold = false): void {
    this.rows += 1;
    const number = this.rows;
    const row = cells.map((cell, index) => {
      const letters = (this.letters[index] ??= columnLetters(index));
      return cellXml(letters + number, cell, this.styles.number(this.columns[index]?.format, isBold));
    });
    this.write(`<row r="${number}">${row.join('')}</row>`);
  }

  /** Waits until the reader of the file has taken what was written. Throws when `stop` is aborted. */
  async drained(stop: AbortSignal): Promise<void> {
    if (this.stream.writableNeedDrain) await once(this.stream, 'drain', { signal: stop });
  }

  /** Ends the sheet; no rows may follow. */
  end(): void {
    this.stream.end(`${this.piece}</sheetData></worksheet>`);
    this.piece = '';
  }

  private readonly columnXml = ({ width, isHidden, format }: SheetColumn, index: number): string => {
    const place = `min="${index + 1}" max="${index + 1}"`;
    const style = `style="${this.styles.number(format)}"`;
    return `<col ${place} width="${width}" customWidth="1" ${style}${isHidden ? ' hidden="1"' : ''}/>`;
  };

  private write(xml: string): void {
    this.piece += xml;
    if (this.piece.length < pieceLength) return;
    this.stream.write(this.piece);
    this.piece = '';
  }
}
