import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { ownDatabases } from '../support/own-databases';
import { newPerson } from '../support/person';
import { cbg } from '../support/records';
import { startServer, type RunningServer } from '../support/server-process';
import { share } from '../support/shares';
import { closeStreams, overWebSocket, withToken, type Answers } from '../support/streams';

const viewers = 60;
const query = `subscription ($id: ID!) { dataAdded(userId: $id) { dataSetId count
  records { id time ... on ContinuousGlucose { value(units: MMOL_L) } } } }`;

afterEach(closeStreams);

/** The statements of a process that read, since its start. */
async function countReads(server: RunningServer): Promise<number> {
  const { text } = await api(server).get('/metrics/prometheus');
  const [, count] = /^glycograph_sql_duration_seconds_count\{statement="SELECT"\} (\d+)$/m.exec(text) ?? [];
  return Number(count);
}

/** Somebody else's subscription to the data of a person. */
async function follow(server: RunningServer, person: TestAccount): Promise<Answers> {
  const viewer = await newAccount(server);
  await share(server, person, viewer, 'view');
  return overWebSocket(server, withToken(viewer.token)).subscribe(query, { id: person.userId });
}

describe.each(ownDatabases)('an event, on %s,', (_dialect, onDatabase) => {
  it('takes fewer statements than it has subscribers, each of them another account', () =>
    onDatabase(async (databaseUrl) => {
      const server = await startServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
      const person = await newPerson(server);
      const uploadId = await person.openedContinuous();
      const streams: Answers[] = [];
      while (streams.length < viewers) streams.push(await follow(server, person));
      const reads: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = await countReads(server);
        await person.uploaded(uploadId, [cbg()]);
        const results = await Promise.all(streams.map((stream) => stream.next()));
        for (const { data } of results)
          expect(data.dataAdded).toMatchObject({ count: 1, records: [{ value: 5.5 }] });
        reads.push((await countReads(server)) - before);
      }
      expect(Math.min(...reads)).toBeLessThan(viewers);
      await server.close();
    }));
});
