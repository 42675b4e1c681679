import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RecordExporter } from '../../../../src/records/exports/export-record';
import { sheetsFor } from '../../../../src/records/exports/sheets';
import { WorkbookExport } from '../../../../src/records/exports/workbook-export';
import { readRows, workbookIn } from '../../../support/exports';

const sheets = sheetsFor('Brand');

/** Sensor readings, in portions that do not end with a sheet. */
const records = {
  async *texts() {
    for (const values of [[1, 2], [3, 4, 5, 6], [7]])
      yield values.map((value) => JSON.stringify({ type: 'cbg', time: '2024-05-06T00:00:00.000Z', value }));
  },
};

it('continues on another sheet when one is full', async () => {
  const out = new PassThrough();
  const bytes = buffer(out);
  const gone = new AbortController().signal;
  const explain = (error: unknown) => String(error);
  const workbook = new WorkbookExport(out, new RecordExporter(sheets, 'mmol/L'), {
    ...{ units: 'mmol/L', explain, gone, stop: gone },
    rowsOfSheet: 3,
  });
  await workbook.write(
    records,
    sheets.filter(({ name }) => name === 'CGM'),
  );
  const made = await workbookIn({ bytes: await bytes });
  expect(made.worksheets.map(({ name }) => name)).toEqual(['EXPORT ERROR', 'CGM', 'CGM (2)', 'CGM (3)']);
  const shown = ['CGM', 'CGM (2)', 'CGM (3)'].map((name) => readRows(made, name).map((row) => row.Value));
  expect(shown).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});
