import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type ExcelJS from 'exceljs';
import type { Cell } from '../../../../src/platform/workbook/cell-xml';
import { WorkbookWriter } from '../../../../src/platform/workbook/workbook-writer';
import { workbookIn } from '../../../support/exports';

/** Reads a workbook with another library than the one that wrote it. */
async function written(write: (workbook: WorkbookWriter) => void): Promise<ExcelJS.Workbook> {
  const out = new PassThrough();
  const bytes = buffer(out);
  const workbook = new WorkbookWriter(out);
  write(workbook);
  await workbook.finish();
  return workbookIn({ bytes: await bytes });
}

async function readBack(cells: readonly Cell[]): Promise<unknown[]> {
  const workbook = await written((file) => {
    const sheet = file.addSheet('Sheet');
    sheet.addRow(cells);
    sheet.end();
  });
  const row = workbook.getWorksheet('Sheet')?.getRow(1);
  return cells.map((_cell, index) => row?.getCell(index + 1).value);
}

it.each<[string, Cell]>([
  ['a text', 'Insulin'],
  ['a text that looks like a formula', '=1+1'],
  ['a text that looks like a number', '5.50'],
  ['characters of XML', `<a href="b"> & 'c' </a>`],
  ['letters of all scripts', 'Ångström Ελληνικά 日本語 🩸'],
  ['a text of several lines', 'one\ntwo'],
  ['a number', 5.5],
  ['a very small number', 1.5e-9],
  ['a negative number', -3],
  ['true', true],
  ['false', false],
  ['nothing', null],
])('keeps %s', async (_kind, cell) => {
  expect(await readBack([cell])).toEqual([cell]);
});

it('leaves the cell of an empty text empty', async () => {
  expect(await readBack(['', 'next'])).toEqual([null, 'next']);
});

it('leaves out characters that XML cannot represent', async () => {
  expect(await readBack(['a\u0000b\uFFFFc\uD800d'])).toEqual(['abcd']);
});

it('stores a date as days, which its format shows', async () => {
  const time = new Date('2024-02-29T12:30:15Z');
  const workbook = await written((file) => {
    const column = { heading: 'Time', width: 18, isHidden: false, format: 'yyyy-mm-dd hh:mm:ss' };
    const sheet = file.addSheet('Sheet', { columns: [column] });
    sheet.addRow([time]);
    sheet.end();
  });
  const cell = workbook.getWorksheet('Sheet')?.getCell('A2');
  expect(cell?.numFmt).toBe('yyyy-mm-dd hh:mm:ss');
  expect((cell?.value as Date).getTime()).toBeCloseTo(time.getTime(), -1);
});

it('gives each of many columns its letters, heading, width and visibility', async () => {
  const columns = Array.from({ length: 800 }, (_, index) => ({
    heading: `Heading ${index}`,
    width: 10 + (index % 5),
    isHidden: index % 7 === 0,
  }));
  const workbook = await written((file) => {
    const sheet = file.addSheet('Sheet', { columns });
    sheet.addRow(columns.map((_column, index) => index));
    sheet.end();
  });
  const sheet = workbook.getWorksheet('Sheet');
  expect(sheet?.getCell('Z2').value).toBe(25);
  expect(sheet?.getCell('AA2').value).toBe(26);
  expect(sheet?.getCell('ADT2').value).toBe(799);
  expect(
    columns.map((_column, index) => ({
      heading: sheet?.getRow(1).getCell(index + 1).value,
      width: sheet?.getColumn(index + 1).width,
      isHidden: sheet?.getColumn(index + 1).hidden,
    })),
  ).toEqual(columns);
  expect(sheet?.getCell('A1').font.bold).toBe(true);
  expect(sheet?.getCell('A2').font?.bold).toBeFalsy();
});

it('hides a sheet until it is shown', async () => {
  const hidden = (isShown: boolean) =>
    written((file) => {
      for (const name of ['Note & "more"', 'Data'])
        file.addSheet(name, { isVeryHidden: name !== 'Data' }).end();
      if (isShown) file.show('Note & "more"');
    });
  const states = async (isShown: boolean) =>
    (await hidden(isShown)).worksheets.map(({ name, state }) => [name, state]);
  expect(await states(false)).toEqual([
    ['Note & "more"', 'veryHidden'],
    ['Data', 'visible'],
  ]);
  expect(await states(true)).toEqual([
    ['Note & "more"', 'visible'],
    ['Data', 'visible'],
  ]);
});

describe('a reader that stops', () => {
  it('holds back the writer', async () => {
    const out = new PassThrough();
    const workbook = new WorkbookWriter(out);
    const sheet = workbook.addSheet('Sheet');
    const stop = new AbortController();
    // Random digits, because the file is compressed.
    for (let row = 0; row < 40_000; row += 1) sheet.addRow([Math.random(), Math.random()]);
    const waiting = sheet.drained(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    out.destroy();
  });

  it('makes the end of the file fail', async () => {
    const out = new PassThrough();
    const workbook = new WorkbookWriter(out);
    workbook.addSheet('Sheet').end();
    out.destroy();
    await expect(workbook.finish()).rejects.toThrow('Premature close');
  });
});
