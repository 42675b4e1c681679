import { newPerson } from '../../../support/person';
import { announcement, legacyCbg } from '../../../support/legacy-records';
import { at, basal, cbg, food, wizard } from '../../../support/records';
import { exported, readHeadings, readRows, workbookIn } from '../../../support/exports';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

async function workbookOf(records: object[], query = '') {
  const person = await newPerson(server);
  await person.uploaded(await person.openedContinuous({ time: at(30), deviceModel: 'M' }), records);
  const file = await exported(server, person.userId, query, person.token);
  expect(file.status).toBe(200);
  return workbookIn(file);
}

const visible = (workbook: Awaited<ReturnType<typeof workbookOf>>) =>
  workbook.worksheets.filter(({ state }) => state === 'visible').map(({ name }) => name);

describe('an export as a workbook', () => {
  it('is the default format, and also called excel', async () => {
    const person = await newPerson(server);
    for (const query of ['', 'format=', 'format=xlsx', 'format=excel', 'anonymizeData=true']) {
      const file = await exported(server, person.userId, query, person.token);
      expect([
        file.status,
        file.headers.get('content-type'),
        file.headers.get('content-disposition'),
      ]).toEqual([
        200,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'attachment; filename="TidepoolExport.xlsx"',
      ]);
    }
  });

  it('says that there are no records', async () => {
    const person = await newPerson(server);
    const workbook = await workbookIn(await exported(server, person.userId, '', person.token));
    expect(visible(workbook)).toEqual(['NO DATA']);
    expect(workbook.getWorksheet('NO DATA')?.getCell('A1').value).toBe(
      'Data is not available within the specified date range.',
    );
    expect(workbook.worksheets[0]).toMatchObject({ name: 'EXPORT ERROR', state: 'veryHidden' });
  });

  it('omits characters that XML cannot represent, and nothing else', async () => {
    const names = ['a\uFFFF', '\uFFFEb', 'c\u0000\u001Bd', '\u{1FFFF}😀'];
    const workbook = await workbookOf(names.map((name, index) => food({ time: at(index), name })));
    expect(readRows(workbook, 'Food').map((row) => row.Name)).toEqual(['a', 'b', 'cd', '\u{1FFFF}😀']);
  });

  it('has an empty cell for a time that does not exist, and no text longer than a cell', async () => {
    const person = await newPerson(server);
    const { userId, token } = person;
    const computerTime = 'x'.repeat(40_000);
    await person.uploadedLegacy([announcement({ computerTime }), legacyCbg({ timezoneOffset: 1e300 })]);
    const workbook = await workbookIn(await exported(server, userId, '', token));
    const [reading] = readRows(workbook, 'CGM');
    expect(reading).toMatchObject({ 'Zulu Time': new Date(at(0)) });
    expect(reading?.['Local Time'] ?? null).toBeNull();
    expect(readRows(workbook, 'Upload')[0]?.['Computer Time']).toHaveLength(32_767);
  });

  it('has one sheet for each type, in order of first occurrence', async () => {
    const workbook = await workbookOf([
      cbg({ time: at(50) }),
      food({ time: at(10), name: 'Pasta' }),
      basal({ time: at(20) }),
      cbg({ time: at(40) }),
      {
        type: 'pumpSettings',
        time: at(35),
        activeSchedule: 'Day',
        units: { bg: 'mmol/L', carb: 'grams' },
        carbRatios: {
          Day: [
            { start: 0, amount: 9 },
            { start: 3_600_000, amount: 10 },
          ],
        },
        basalSchedules: { Day: [{ start: 0, rate: 1 }] },
      },
      { type: 'water', time: at(1), amount: { units: 'milliliters', value: 300 } },
    ]);
    expect(visible(workbook)).toEqual(['Food', 'Basal', 'Upload', 'Basal Schedules', 'Carb Ratios', 'CGM']);
    expect(readRows(workbook, 'CGM').map((row) => row['Zulu Time'])).toEqual([
      new Date(at(40)),
      new Date(at(50)),
    ]);
    expect(readRows(workbook, 'Carb Ratios')).toMatchObject([
      { 'Carb Ratio Start': new Date(0), 'Carb Ratio Amount': 9 },
      { 'Schedule Name': 'Day', 'Carb Ratio Start': new Date(3_600_000), 'Carb Ratio Amount': 10 },
    ]);
    expect(readRows(workbook, 'Upload')).toMatchObject([
      { 'Device Model': 'M', 'Tidepool Data Type': 'upload' },
    ]);
  });

  it('has bold headings that stay in view', async () => {
    const workbook = await workbookOf([cbg({ time: at(1) }), wizard({ time: at(2) })]);
    expect(readHeadings(workbook, 'CGM')).toEqual([
      ...['Zulu Time', 'Local Time', 'Device Time', 'Tidepool Data Type', 'Value', 'Units'],
      ...['Timezone Offset', 'Conversion Offset', 'Clock Drift Offset', 'Device Id', 'Id', 'Upload Id'],
      ...['Payload', 'Annotations'],
    ]);
    expect(readHeadings(workbook, 'Bolus Calculator')[3]).toBe('Tidepool Wizard Type');
    const sheet = workbook.getWorksheet('CGM');
    expect(sheet?.getCell('A1').font.bold).toBe(true);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  });

  it('has times as dates, and the local time', async () => {
    const workbook = await workbookOf([
      cbg({ time: '2024-01-02T10:00:00Z', timezoneOffset: -300, deviceTime: '2024-01-02T05:00:00' }),
      cbg({ time: '2024-01-02T11:00:00Z' }),
    ]);
    expect(readRows(workbook, 'CGM')).toMatchObject([
      {
        'Zulu Time': new Date('2024-01-02T10:00:00Z'),
        'Local Time': new Date('2024-01-02T05:00:00Z'),
        'Device Time': new Date('2024-01-02T05:00:00Z'),
      },
      { 'Local Time': new Date('2024-01-02T11:00:00Z') },
    ]);
    expect(workbook.getWorksheet('CGM')?.getCell('A2').numFmt).toBe('yyyy-mm-dd hh:mm:ss');
  });

  it('formats glucose by its unit', async () => {
    const records = [cbg({ time: at(1), value: 5.5 })];
    const cell = async (query: string) =>
      (await workbookOf(records, query)).getWorksheet('CGM')?.getCell('E2');
    expect(await cell('bgUnits=mg/dL')).toMatchObject({ numFmt: '0', value: 5.5 * 18.01559 });
    expect(await cell('bgUnits=mmol/L')).toMatchObject({ numFmt: '0.0', value: 5.5 });
  });

  it('keeps every text a text, whatever it looks like', async () => {
    const names = [
      '=1+1',
      '=HYPERLINK("http://example.org")',
      'ü – 日本語 🥗',
      '<&>"\'',
      '\u0001\u0008bell',
      '   ',
    ];
    const workbook = await workbookOf(names.map((name, index) => food({ time: at(index), name })));
    const shown = readRows(workbook, 'Food').map((row) => row.Name);
    expect(shown.slice(0, 4)).toEqual(names.slice(0, 4));
    expect(shown[4]).toBe('bell');
  });

  it('hides columns for few readers', async () => {
    const workbook = await workbookOf([
      {
        type: 'pumpSettings',
        time: at(1),
        activeSchedule: 'Day',
        units: { bg: 'mmol/L', carb: 'grams' },
        bgTargets: { Day: [{ start: 0, target: 5 }] },
      },
    ]);
    const sheet = workbook.getWorksheet('BG Targets');
    const hidden = readHeadings(workbook, 'BG Targets').filter(
      (_name, index) => sheet?.getColumn(index + 1).hidden,
    );
    expect(hidden).toEqual([
      ...['Carb Units', 'Bolus', 'Manufacturers', 'Model', 'Serial Number', 'Basal', 'Display'],
    ]);
  });
});
