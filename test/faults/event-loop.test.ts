import { join } from 'node:path';
import { newLoopWatch } from '../bench/loop-watch';
import { fillClinic } from '../bench/busy-clinic';
import { sensorReading } from '../bench/sensor-records';
import { Account } from '../bench/account';
import { writeManyReadings } from '../support/many-readings';
import { ownDatabases } from '../support/own-databases';
import { startServer } from '../support/server-process';

/** Share of the processor time of the main thread that one turn of the event loop may take. */
const largestShare = 0.4;

const day = 86_400_000;
const json = { 'content-type': 'application/json' };

const pages = Array.from(
  { length: 8 },
  (_, index) => `d${index}: data(first: ${1000 - index}) { edges { node { id time } } }`,
);
const profiles = Array.from(
  { length: 4 },
  (_, index) => `p${index}: glucoseProfile(days: ${90 - index}) { records }`,
);

/** Requests that would each take nearly all of their time in one turn if nothing was cut into slices. */
async function heavyRequests(
  account: Account,
  databaseUrl: string,
): Promise<Record<string, () => Promise<unknown>>> {
  const { client, headers, userId } = account;
  await writeManyReadings(databaseUrl, userId, 5);
  const clinicId = await fillClinic(account, databaseUrl);
  const dataSet = await account.createDataSet();
  const now = Date.now();
  const [from, to] = [now - 10 * day, now].map((time) => new Date(time).toISOString());
  const query = (fields: readonly string[]) => () =>
    client.send('/graphql', {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({ query: `{ me { ${fields.join(' ')} } }` }),
    });
  let uploaded = 0;
  const upload = () => {
    const records = Array.from({ length: 5_000 }, () => sensorReading((uploaded += 1)));
    return account.upload(dataSet, [JSON.stringify(records)]);
  };
  const report = `/v1/clinics/${clinicId}/reports/realtime?startDate=${from}&endDate=${to}`;
  return {
    'pages of records': query(pages),
    'glucose profiles': query(profiles),
    'an upload': upload,
    'a report': () => client.send(report, { headers, discard: true }),
    'an export': () => client.send(`/export/${userId}?format=xlsx`, { headers, discard: true }),
  };
}

describe.each(ownDatabases)('on %s,', (_dialect, onDatabase) => {
  it('no heavy request keeps the event loop for most of its work', () =>
    onDatabase(async (url) => {
      const watch = newLoopWatch();
      const server = await startServer({ ...watch.env, ...(url !== undefined && { DATABASE_URL: url }) });
      const account = await Account.open(server, 'event-loop');
      const requests = await heavyRequests(account, url ?? `sqlite:${join(server.folder, 'glycograph.db')}`);
      const shares: Record<string, number> = {};
      for (const [name, request] of Object.entries(requests)) {
        // What is compiled or loaded at the first request is no part of it.
        await request();
        await watch.read(server);
        await request();
        await request();
        const { max, total } = await watch.read(server);
        shares[name] = max / total;
      }
      account.close();
      expect(Object.entries(shares).filter(([, share]) => share > largestShare)).toEqual([]);
      await server.close();
    }));
});
