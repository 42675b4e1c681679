import { escapeXml } from './cell-xml';

/** Number of the first format that a workbook defines itself. */
const firstFormat = 164;

const defaultFormat = 'General';

/** The styles that the cells of a workbook use. Each format has two, because headings are bold. */
export class CellStyles {
  private readonly formats: string[] = [];

  /** The number of the style of a cell with a number format; `General` if absent. */
  number(format = defaultFormat, isBold = false): number {
    return 2 * this.place(format) + (isBold ? 1 : 0);
  }

  /** The part `styles.xml` of the workbook. */
  xml(): string {
    const formats = this.formats.map(
      (format, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${escapeXml(format)}"/>`,
    );
    const ids = [0, ...this.formats.map((_format, index) => firstFormat + index)];
    const styles = ids.flatMap((id) =>
      [0, 1].map(
        (font) =>
          `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
      ),
    );
    const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
    return [
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '',
      `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      '</styleSheet>',
    ].join('');
  }

  /** 0 is the default format; the others follow in the order of their first use. */
  private place(format: string): number {
    if (format === defaultFormat) return 0;
    const known = this.formats.indexOf(format);
    return 1 + (known >= 0 ? known : this.formats.push(format) - 1);
  }
}
