import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { now } from '../clock';
import { escapeXml } from './cell-xml';
import { CellStyles } from './cell-styles';
import { SheetWriter, type SheetColumn } from './sheet-writer';

interface SheetOptions {
  columns?: readonly SheetColumn[];
  /** Whether not even the menu for hidden sheets lists it. */
  isVeryHidden?: boolean;
}

/** A sheet, as the list of sheets names it. */
interface ListedSheet {
  name: string;
  isVeryHidden: boolean;
}

const heading = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const relationships = `${schemas}/officeDocument/2006/relationships`;
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;

const relationshipsXml = (all: readonly string[]): string =>
  `<Relationships xmlns="${schemas}/package/2006/relationships">${all.join('')}</Relationships>`;

const sheetFile = (index: number): string => `worksheets/sheet${index + 1}.xml`;

/**
 * Writes a workbook (Office Open XML, ECMA-376) as a stream: sheets one after the other, each row by row. Nothing of
 * what was written stays in memory. Excel opens it, and so do LibreOffice and Numbers.
 */
export class WorkbookWriter {
  private readonly zip = new ZipFile();
  private readonly styles = new CellStyles();
  private readonly sheets: ListedSheet[] = [];
  private readonly mtime = new Date(now());
  private readonly written: Promise<void>;

  /** @param out receives the file; when it is closed early, `finish` throws */
  constructor(out: Writable) {
    this.written = pipeline(this.zip.outputStream, out);
    // `finish` throws it; a caller that gives up earlier does not ask.
    this.written.catch(() => undefined);
  }

  /** Begins a sheet, after the one before has ended. */
  addSheet(name: string, { columns, isVeryHidden = false }: SheetOptions = {}): SheetWriter {
    const sheet = new SheetWriter(this.styles, columns);
    this.zip.addReadStream(sheet.content, `xl/${sheetFile(this.sheets.length)}`, { mtime: this.mtime });
    this.sheets.push({ name, isVeryHidden });
    return sheet;
  }

  /** Shows a sheet that was added as hidden. */
  show(name: string): void {
    for (const sheet of this.sheets) if (sheet.name === name) sheet.isVeryHidden = false;
  }

  /** Ends the file, after the last sheet has ended. Throws if it could not be written. */
  async finish(): Promise<void> {
    this.addPart('xl/styles.xml', this.styles.xml());
    this.addPart('xl/workbook.xml', this.workbookXml());
    this.addPart(
      'xl/_rels/workbook.xml.rels',
      relationshipsXml([
        relationship('styles', 'styles', 'styles.xml'),
        ...this.sheets.map((_sheet, index) =>
          relationship(`sheet${index + 1}`, 'worksheet', sheetFile(index)),
        ),
      ]),
    );
    this.addPart(
      '_rels/.rels',
      relationshipsXml([relationship('workbook', 'officeDocument', 'xl/workbook.xml')]),
    );
    this.addPart('[Content_Types].xml', this.contentTypesXml());
    this.zip.end();
    await this.written;
  }

  private addPart(path: string, xml: string): void {
    this.zip.addBuffer(Buffer.from(heading + xml), path, { mtime: this.mtime });
  }

  private workbookXml(): string {
    const sheets = this.sheets.map(
      ({ name, isVeryHidden }, index) =>
        `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" state="${isVeryHidden ? 'veryHidden' : 'visible'}" r:id="sheet${index + 1}"/>`,
    );
    return `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets>${sheets.join('')}</sheets></workbook>`;
  }

  private contentTypesXml(): string {
    const part = (path: string, type: string): string =>
      `<Override PartName="/xl/${path}" ContentType="${spreadsheetType}.${type}+xml"/>`;
    return [
      `<Types xmlns="${schemas}/package/2006/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      part('workbook.xml', 'sheet.main'),
      part('styles.xml', 'styles'),
      ...this.sheets.map((_sheet, index) => part(sheetFile(index), 'worksheet')),
      '</Types>',
    ].join('');
  }
}
