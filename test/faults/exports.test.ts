import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { tokenHeader } from '../support/api';
import { workbookIn } from '../support/exports';
import { newPerson, type Person } from '../support/person';
import { at, cbg } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** Far more than fits into the buffers to a receiver that does not read. */
const batches = 20;
const batchSize = 500;

let server: RunningServer;
let person: Person;

const makeRecords = (batch: number) =>
  Array.from({ length: batchSize }, (_unused, index) => {
    const number = batch * batchSize + index;
    // Barely compressible.
    const mark = randomBytes(2_000).toString('base64');
    return cbg({ time: at(number * 5), value: (number % 997) / 50, payload: { mark } });
  });

beforeEach(async () => {
  server = await startServer({ EXPORT_TIMEOUT: '1' });
  person = await newPerson(server);
  const dataSetId = await person.openedContinuous();
  for (let batch = 0; batch < batches; batch += 1) await person.uploaded(dataSetId, makeRecords(batch));
});

afterEach(() => server.close());

async function open(format: string): Promise<IncomingMessage> {
  const path = `/export/${person.userId}?format=${format}`;
  const outgoing = request(server.url + path, { headers: { [tokenHeader]: person.token } }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

/** Reads the beginning of a file, pauses, and then reads the rest. */
async function readLate(format: string, pause: number): Promise<Buffer> {
  const incoming = await open(format);
  await once(incoming, 'readable');
  const begun = Date.now();
  await waitFor('the end of the pause', () => (Date.now() - begun > pause ? true : undefined));
  return Buffer.concat(await incoming.toArray());
}

/**
 * The file of a receiver that stops reading until the export is aborted. That takes until all buffers are full, which
 * depends on the load of the machine, so the pauses grow.
 */
async function readTooLate<File>(
  format: string,
  parse: (bytes: Buffer) => File | Promise<File>,
  isBroken: (file: File) => boolean,
): Promise<File> {
  for (const pause of [2_000, 6_000, 18_000]) {
    const file = await parse(await readLate(format, pause));
    if (isBroken(file)) return file;
  }
  throw new Error('The export was never broken off.');
}

describe('an export whose receiver stops reading for too long', () => {
  it('is still valid JSON, with an error at its end', async () => {
    const rows = await readTooLate(
      'json',
      (bytes) => JSON.parse(bytes.toString()) as Record<string, unknown>[],
      (made) => 'exportError' in (made.at(-1) ?? {}),
    );
    expect(rows.at(-1)).toEqual({ exportError: 'The export took too long.' });
    expect(rows.length).toBeLessThan(batches * batchSize);
    expect(rows[0]).toMatchObject({ type: expect.any(String) as string });
    expect(server.logs()).toContain('an export broke off');
  });

  it('is still a valid workbook, with a sheet about the error', async () => {
    const workbook = await readTooLate(
      'xlsx',
      (bytes) => workbookIn({ bytes }),
      (made) => made.getWorksheet('EXPORT ERROR')?.state === 'visible',
    );
    expect(workbook.getWorksheet('CGM')?.rowCount).toBeGreaterThan(1);
  });
});

it('an export without receiver ends, and is not an error', async () => {
  for (const format of ['json', 'xlsx', 'csv']) {
    const incoming = await open(format);
    await once(incoming, 'readable');
    incoming.destroy();
  }
  // The server waits for running requests: it would not stop while an export continued.
  await server.stop();
  expect(server.logs()).not.toContain('an export broke off');
  expect(server.logs()).not.toContain('a request failed');
});
