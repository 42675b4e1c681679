import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { tokenHeader } from '../support/api';
import { workbookIn } from '../support/exports';
import { newPerson, type Person } from '../support/person';
import { at, cbg } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** Far more than what lies in buffers on the way to somebody who does not read. */
const batches = 60;
const batchSize = 1_000;

let server: RunningServer;
let person: Person;

beforeEach(async () => {
  server = await startServer({ EXPORT_TIMEOUT: '1' });
  person = await newPerson(server);
  const dataSetId = await person.openedContinuous();
  for (let batch = 0; batch < batches; batch += 1) {
    const records = Array.from({ length: batchSize }, (_unused, index) => {
      const number = batch * batchSize + index;
      // Hardly to be compressed.
      return cbg({ time: at(number * 5), value: (number % 997) / 50, payload: { mark: Math.random() } });
    });
    await person.uploaded(dataSetId, records);
  }
});

afterEach(() => server.close());

async function open(format: string): Promise<IncomingMessage> {
  const path = `/export/${person.userId}?format=${format}`;
  const outgoing = request(server.url + path, { headers: { [tokenHeader]: person.token } }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

/** Takes the beginning of a file, lets the time limit go by, and then takes the rest. */
async function readLate(format: string): Promise<Buffer> {
  const begun = Date.now();
  const incoming = await open(format);
  await once(incoming, 'readable');
  await waitFor('the time limit', () => (Date.now() - begun > 1_500 ? true : undefined));
  return Buffer.concat(await incoming.toArray());
}

describe('an export that takes too long', () => {
  it('is JSON nevertheless, and says so at its end', async () => {
    const rows = JSON.parse((await readLate('json')).toString()) as Record<string, unknown>[];
    expect(rows.at(-1)).toEqual({ exportError: 'The export took too long.' });
    expect(rows.length).toBeLessThan(batches * batchSize);
    expect(rows[0]).toMatchObject({ type: expect.any(String) as string });
    expect(server.logs()).toContain('an export broke off');
  });

  it('is a workbook nevertheless, and shows a sheet that says so', async () => {
    const workbook = await workbookIn({ bytes: await readLate('xlsx') });
    expect(workbook.getWorksheet('EXPORT ERROR')?.state).toBe('visible');
    expect(workbook.getWorksheet('CGM')?.rowCount).toBeGreaterThan(1);
  });
});

it('an export that nobody receives any more ends, and is no failure', async () => {
  for (const format of ['json', 'xlsx', 'csv']) {
    const incoming = await open(format);
    await once(incoming, 'readable');
    incoming.destroy();
  }
  // The server waits for what is under way: it would not end while an export went on.
  await server.stop();
  expect(server.logs()).not.toContain('an export broke off');
  expect(server.logs()).not.toContain('a request failed');
});
