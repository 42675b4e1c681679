import type ExcelJS from 'exceljs';
import { legacyTypes } from '../../../../src/records/data/legacy/table';
import { exported, readHeadings, workbookIn } from '../../../support/exports';
import {
  exportedInSheets,
  exportedOfAll,
  exportedRecords,
  saidByAll,
  type ExportedRecord,
} from '../../../support/exported-records';
import { exportedLegacyRecords } from '../../../support/exported-legacy-records';
import type { Line } from '../../../support/exported-pump-settings';
import { listColumns, sheetNames, findSheet, type ExpectedColumn } from '../../../support/exported-sheets';
import { newPerson, type Person } from '../../../support/person';
import { at } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { nameOf, uploadableTypes } from '../../../unit/records/data/record-types/example-records';

const server = serverUnderTest();

const units = ['mmol/L', 'mg/dL'] as const;
const mgdL = 18.01559;

const device = {
  deviceManufacturers: ['Acme'],
  deviceModel: 'M',
  deviceSerialNumber: 'S',
  deviceTags: ['cgm'],
  timeProcessing: 'none',
  version: '1.2.3',
  computerTime: '2024-05-06T02:00:00',
};

let person: Person;
let lines: Record<(typeof units)[number], Line[]>;

/** The exported form of a record, in one of the units. */
function linesOf({ sent, exported: shown, glucose }: ExportedRecord, id: Line, unit: string): Line[] {
  return shown.map((fields) => {
    const line: Line = {
      ...id,
      ...exportedOfAll,
      time: String(sent.time),
      type: String(sent.type),
      ...fields,
    };
    if (findSheet(line.type)) Object.assign(line, exportedInSheets);
    if (unit === 'mmol/L' || line.type === 'bloodKetone') return line;
    for (const field of glucose) if (field in line) line[field] = Number(line[field]) * mgdL;
    for (const field of ['units', 'units.bg']) if (field in line) line[field] = unit;
    return line;
  });
}

/** Uploads a record of each type and returns their data set. */
async function uploadAll(): Promise<string> {
  const { notes: _notes, tags: _tags, location: _location, ...said } = saidByAll;
  const dataSet = await person.openedContinuous({ time: at(-1), ...said, ...device });
  await person.uploaded(
    dataSet,
    exportedRecords.map(({ sent }) => sent),
  );
  expect(await person.uploadedLegacy(exportedLegacyRecords.map(({ sent }) => sent))).toEqual([]);
  return dataSet;
}

const uploadLine = (id: Line): Line => ({
  ...id,
  ...exportedOfAll,
  ...exportedInSheets,
  type: 'upload',
  time: at(-1),
  ...device,
  deviceManufacturers: '["Acme"]',
  deviceTags: '["cgm"]',
  byUser: person.userId,
});

beforeAll(async () => {
  person = await newPerson(server);
  const uploadId = await uploadAll();
  const stored = new Map((await person.records()).map(({ time, id }) => [time, id]));
  const idAt = (time: unknown): Line => ({ id: stored.get(time), uploadId });
  const records = [...exportedRecords, ...exportedLegacyRecords];
  const all = (unit: string) => [
    uploadLine(idAt(at(-1))),
    ...records.flatMap((record) => linesOf(record, idAt(record.sent.time), unit)),
  ];
  lines = { 'mmol/L': all('mmol/L'), 'mg/dL': all('mg/dL') };
});

async function file(format: string, unit: string) {
  const query = `format=${format}&bgUnits=${encodeURIComponent(unit)}`;
  const answer = await exported(server, person.userId, query, person.token);
  expect(answer.status).toBe(200);
  return answer;
}

it('the examples have one record of each type', () => {
  const names = new Set(exportedRecords.map(({ name }) => name));
  expect(uploadableTypes.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
});

it('the examples have one record of each type on the legacy route', () => {
  const sent = [...exportedRecords, ...exportedLegacyRecords].map((record) => record.sent);
  const missing = legacyTypes.filter(
    ({ type, discriminator }) =>
      !sent.some(
        (record) =>
          record.type === type && (!discriminator || record[discriminator.field] === discriminator.value),
      ),
  );
  expect(missing.map(({ type, discriminator }) => [type, discriminator?.value])).toEqual([]);
});

describe.each(units)('every type of records in %s', (unit) => {
  it('as JSON', async () => {
    const shown = JSON.parse((await file('json', unit)).bytes.toString()) as Line[];
    expect(shown).toEqual(lines[unit]);
    for (const line of shown) expect(Object.keys(line)).toEqual(Object.keys(line).sort());
  });

  it('as CSV', async () => {
    const [heading = [], ...rows] = fieldsIn((await file('csv', unit)).bytes.toString());
    expect(heading).not.toContain('localTime');
    expect(new Set(heading)).toEqual(
      new Set(
        sheetNames
          .flatMap((name) => listColumns(name, '').map(({ field }) => field))
          .filter((field) => field !== 'localTime'),
      ),
    );
    const shown = rows.map((row) =>
      Object.fromEntries(heading.map((name, index) => [name, row[index]]).filter(([, text]) => text !== '')),
    );
    expect(shown).toEqual(
      lines[unit].map((line) =>
        Object.fromEntries(
          Object.entries(line).map(([name, value]) => [name, String(value).replace(/^=/, "'=")]),
        ),
      ),
    );
  });

  it('as a workbook', async () => {
    const workbook = await workbookIn(await file('xlsx', unit));
    const used = [...new Set(lines[unit].flatMap(({ type }) => findSheet(type) ?? []))];
    expect(new Set(used)).toEqual(new Set(sheetNames));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['EXPORT ERROR', ...used]);
    for (const name of used) {
      const columns = listColumns(name, unit === 'mg/dL' ? '0' : '0.0');
      expect([name, looksOf(workbook, name)]).toEqual([
        name,
        columns.map(({ field: _field, ...look }) => look),
      ]);
      const rows = lines[unit].filter(({ type }) => findSheet(type) === name);
      expect([name, cellsOf(workbook, name)]).toEqual([
        name,
        rows.map((line) => columns.map((column) => cellFor(column, line))),
      ]);
    }
  });
});

/** Header, width, format and visibility of the columns of a sheet. */
function looksOf(workbook: ExcelJS.Workbook, name: string): Omit<ExpectedColumn, 'field'>[] {
  const sheet = workbook.getWorksheet(name);
  return readHeadings(workbook, name).map((header, index) => {
    const column = sheet?.getColumn(index + 1);
    return {
      header,
      width: column?.width ?? 0,
      format: column?.numFmt ?? 'General',
      hidden: column?.hidden ?? false,
    };
  });
}

/** Texts unchanged, numbers and dates as a spreadsheet stores them, with the format of their column. */
function cellsOf(workbook: ExcelJS.Workbook, name: string): unknown[][] {
  const sheet = workbook.getWorksheet(name);
  const count = readHeadings(workbook, name).length;
  return (sheet?.getRows(2, sheet.rowCount - 1) ?? []).map((row) =>
    Array.from({ length: count }, (_unused, index) => {
      const { value, numFmt } = row.getCell(index + 1);
      if (value === null) return null;
      if (typeof value === 'string') return value;
      const number = value instanceof Date ? serial(value) : value;
      return { number: rounded(Number(number)), format: numFmt ?? 'General' };
    }),
  );
}

function cellFor({ field, format }: ExpectedColumn, line: Line): unknown {
  const number = (value: number) => ({ number: rounded(value), format });
  if (field === 'localTime')
    return number(serial(new Date(Date.parse(String(line.time)) + Number(line.timezoneOffset) * 60_000)));
  const value = line[field];
  if (value === undefined) return null;
  if (typeof value === 'number') return number(value);
  const isDate = ['time', 'deviceTime', 'computerTime'].includes(field) || field.endsWith('.start');
  return isDate ? number(serial(new Date(String(value).replace(/Z?$/, 'Z')))) : value;
}

/** Days since the beginning of 1900, as spreadsheets count them. */
const serial = (date: Date): number => date.getTime() / 86_400_000 + 25_569;

/** Reading a fraction of a day as a date loses digits beyond the ninth. */
const rounded = (value: number): number => Number(value.toFixed(9));

/** Parses the fields of a CSV file. */
function fieldsIn(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
