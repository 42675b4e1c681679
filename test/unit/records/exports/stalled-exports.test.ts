import { text } from 'node:stream/consumers';
import type { RecordReader } from '../../../../src/records/data/record-reader.service';
import type { RecordReading } from '../../../../src/records/data/record-reading';
import { ExportService } from '../../../../src/records/exports/export.service';
import type { ExportOptions } from '../../../../src/records/exports/export-options';
import { workbookIn } from '../../../support/exports';

const stallTimeout = 120_000;
const portions = 10;

const reading = JSON.stringify({ type: 'cbg', id: 'a', time: '2024-05-06T00:00:00.000Z', value: 5 });

/** Records that arrive in portions, with pauses in between. */
function slowRecords(pause: number): RecordReader {
  async function* texts() {
    for (let portion = 0; portion < portions; portion += 1) {
      if (portion > 0) jest.advanceTimersByTime(pause);
      yield [reading];
    }
  }
  const records = {
    texts,
    firstOfEach: async () => new Map([['cbg', { time: 0, id: 'a' }]]),
  } as unknown as RecordReading;
  const read: RecordReader['read'] = (_userId, _filter, work) => work(records);
  return { texts, read } as unknown as RecordReader;
}

const open = async (pause: number, format: ExportOptions['format']) => {
  const failures: unknown[] = [];
  const service = new ExportService(slowRecords(pause), { brand: 'Brand', stallTimeout });
  const options: ExportOptions = { format, glucoseUnits: 'mmol/L' };
  const file = await service.open('someone', options, { report: (error) => failures.push(error) });
  return { file, failures };
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('an export in progress', () => {
  it('is complete, whatever its total duration', async () => {
    const json = await open(stallTimeout - 1, 'json');
    expect(JSON.parse(await text(json.file))).toHaveLength(portions);
    const workbook = await open(stallTimeout - 1, 'xlsx');
    const bytes = Buffer.concat(await workbook.file.toArray());
    expect((await workbookIn({ bytes })).getWorksheet('CGM')?.rowCount).toBe(portions + 1);
    expect([...json.failures, ...workbook.failures]).toEqual([]);
  });

  it('leaves nothing waiting for it', async () => {
    const { file } = await open(0, 'csv');
    await text(file);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('an export without progress', () => {
  it('is closed properly and reports it', async () => {
    const json = await open(stallTimeout, 'json');
    expect(JSON.parse(await text(json.file))).toEqual([
      expect.objectContaining({ type: 'cbg' }),
      { exportError: 'The export took too long.' },
    ]);
    expect(json.failures).toHaveLength(1);
    const workbook = await open(stallTimeout, 'xlsx');
    const bytes = Buffer.concat(await workbook.file.toArray());
    expect((await workbookIn({ bytes })).getWorksheet('EXPORT ERROR')?.state).toBe('visible');
    expect(workbook.failures).toHaveLength(1);
  });
});
