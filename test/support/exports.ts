import ExcelJS from 'exceljs';
import { tokenHeader } from './api';
import type { ServerUnderTest } from './server';

export interface ExportedFile {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Downloads the file of an export; the query is sent unchanged. */
export async function exported(
  server: ServerUnderTest,
  userId: string,
  query = '',
  token?: string,
): Promise<ExportedFile> {
  const headers = token === undefined ? undefined : { [tokenHeader]: token };
  const response = await fetch(`${server.url}/export/${userId}?${query}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Parses the workbook in a file. Throws when it is invalid. */
export async function workbookIn({ bytes }: Pick<ExportedFile, 'bytes'>): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  return workbook;
}

/** The rows of a sheet, as objects keyed by heading. */
export function readRows(workbook: ExcelJS.Workbook, sheetName: string): Record<string, ExcelJS.CellValue>[] {
  const sheet = workbook.getWorksheet(sheetName);
  if (!sheet) throw new Error(`There is no sheet ${sheetName}.`);
  const headings = readHeadings(workbook, sheetName);
  const rows: Record<string, ExcelJS.CellValue>[] = [];
  sheet.eachRow((row, number) => {
    if (number === 1) return;
    const cells = headings.map((heading, index) => [heading, row.getCell(index + 1).value] as const);
    rows.push(Object.fromEntries(cells.filter(([, value]) => value !== null)));
  });
  return rows;
}

/** The headings of a sheet. */
export function readHeadings(workbook: ExcelJS.Workbook, sheetName: string): string[] {
  const values = workbook.getWorksheet(sheetName)?.getRow(1).values ?? [];
  return (values as unknown[]).slice(1).map(String);
}
