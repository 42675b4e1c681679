import { createConnection } from 'mysql2/promise';
import { api, type Json } from '../support/api';
import { accepted, newClinic, newPatient, type TestClinic } from '../support/clinics';
import { exported } from '../support/exports';
import { newPerson, type Person } from '../support/person';
import { at, cbg } from '../support/records';
import { holdUp, openReplicatedDatabase, whyNoReplica, type ReplicatedDatabase } from '../support/replica';
import { requestedExports } from '../support/requested-exports';
import { startServer, type RunningServer } from '../support/server-process';
import { keptHours } from '../support/summaries';
import { waitFor, waitForTakeover } from '../support/wait-until';

const hour = 3_600_000;

/** An account with records whose first one is missing on the replica, which shows where they were read. */
interface Marked {
  person: Person;
  dataSet: string;
}

if (whyNoReplica()) process.stderr.write(`The tests with a replica are left out: ${whyNoReplica()}.\n`);

(whyNoReplica() ? describe.skip : describe)('a process whose database has a replica', () => {
  let database: ReplicatedDatabase;
  let server: RunningServer;

  beforeAll(async () => {
    database = await openReplicatedDatabase();
    server = await startReading({});
  });
  afterAll(async () => {
    await server?.close();
    await database?.close();
  });
  beforeEach(() => isUsed());

  const startReading = (settings: NodeJS.ProcessEnv) =>
    startServer({
      DATABASE_URL: database.primary.url,
      DATABASE_REPLICA_URL: database.readerUrl,
      DATABASE_REPLICA_LAG: '0.5',
      DATABASE_TIMEOUT: '3',
      ...settings,
    });

  const readiness = async (of = server): Promise<Json> => (await api(of).get('/readyz')).body;
  const isUsed = () =>
    waitForTakeover('the replica to be used', async () => {
      const { checks } = await readiness();
      return checks.replicas.state === 'ok' || undefined;
    });

  /** The readiness status once it is up to date: it is cached for a moment. */
  const isMissed = () =>
    waitFor('the replica to be missed', async () => {
      const answer = await readiness();
      return answer.checks.replicas.state === 'failing' ? answer : undefined;
    });

  /** An account with three records. */
  const marked = async (): Promise<Marked> => {
    const person = await newPerson(server);
    const dataSet = await person.openedContinuous();
    await person.uploaded(
      dataSet,
      [1, 2, 3].map((minute) => cbg({ time: at(minute) })),
    );
    await waitFor('the records to show at the replica', async () => {
      const sql = 'DELETE FROM records WHERE user_id = ? ORDER BY time LIMIT 1';
      const { affectedRows } = (await database.onReplica(sql, [person.userId])) as unknown as {
        affectedRows: number;
      };
      return affectedRows === 1 || undefined;
    });
    return { person, dataSet };
  };

  /** The minutes of the records in an export. */
  const exportOf = async ({ person }: Marked, format = 'json', of = server): Promise<number[]> => {
    const file = await exported(of, person.userId, `format=${format}`, person.token);
    expect(file.status).toBe(200);
    return minutesIn(file.bytes.toString());
  };
  const minutesIn = (text: string): number[] =>
    [1, 2, 3, 4].filter((minute) => text.includes(at(minute).slice(0, 19)));

  it('reads exports from it, and interactive requests from the primary', async () => {
    const owner = await marked();
    expect(await exportOf(owner)).toEqual([2, 3]);
    expect(await exportOf(owner, 'csv')).toEqual([2, 3]);
    expect(await owner.person.records('type=cbg')).toHaveLength(3);

    const exports = requestedExports(server, owner.person);
    const id = await exports.requested({ userId: owner.person.userId, format: 'JSON' });
    // The data set has a line of its own.
    expect((await exports.ready(id)).lineCount).toBe(3);
  });

  describe('and a clinic', () => {
    let clinic: TestClinic;
    let patientId: string;
    let tag: string;

    beforeEach(async () => {
      clinic = await newClinic(server);
      const { token } = clinic.admin;
      const tags = `${clinic.path}/patient_tags`;
      tag = accepted(await api(server).post(tags, { token, body: { name: 'T' } })).id;
      patientId = (await newPatient(server, clinic, { fullName: 'Ann', tags: [tag] })).id;
    });

    const get = async (path: string): Promise<Json> =>
      accepted(await api(server).get(`${clinic.path}${path}`, { token: clinic.admin.token }));
    const tideReport = async (): Promise<string[]> => {
      const { results } = await get(`/tide_report?tags=${tag}&period=14d&lastDataCutoff=${at(0)}`);
      return results.noData.map(({ patient }: Json) => patient.fullName);
    };
    const markName = () =>
      waitFor('the patient to show at the replica', async () => {
        const sql = "UPDATE clinic_patients SET full_name = 'Ann, far away' WHERE user_id = ?";
        const changed = (await database.onReplica(sql, [patientId])) as unknown as { affectedRows: number };
        return changed.affectedRows === 1 || undefined;
      });

    it('reads reports over many patients from it, and their list from the primary', async () => {
      await markName();
      expect(await tideReport()).toEqual(['Ann, far away']);
      expect((await get('/patients')).data[0].fullName).toBe('Ann');

      const start = Math.floor(Date.now() / hour) * hour - hour;
      for (const [sql, parameters] of keptHours(patientId, [start], true))
        await database.onReplica(sql, parameters);
      const [startDate, endDate] = [start - hour, start + hour].map((time) => new Date(time).toISOString());
      const { results } = await get(`/reports/realtime?startDate=${startDate}&endDate=${endDate}`);
      expect(results).toMatchObject([{ fullName: 'Ann', realtimeDays: 1 }]);
    });

    it('restarts a report if the replica disconnects', async () => {
      await markName();
      const locking = await createConnection(database.replica.url);
      await locking.query('LOCK TABLES patient_taggings WRITE');
      const report = tideReport();
      await waitFor('a report that waits', async () => {
        const rows = await database.onReplica(
          "SELECT id FROM information_schema.processlist WHERE user = 'reader' AND info LIKE '%patient_taggings%'",
        );
        return rows.length > 0 || undefined;
      });
      locking.on('error', () => undefined);
      await database.replica.kill();
      expect(await report).toEqual(['Ann']);
      await isMissed();
      await database.replica.start();
      await isUsed();
    });
  });

  it('skips it while it lags, reports it, and uses it again', async () => {
    const owner = await marked();
    await database.onReplica('STOP SLAVE SQL_THREAD');
    try {
      await owner.person.uploaded(owner.dataSet, [cbg({ time: at(4) })]);
      expect(await exportOf(owner)).toEqual([1, 2, 3, 4]);
      const { status, checks } = await isMissed();
      expect(status).toBe('ready');
      expect(checks.replicas).toMatchObject({ required: false, reason: '1 of 1 away or too far behind' });
      expect(server.logs()).toMatch(/is passed over/);
    } finally {
      await database.onReplica('START SLAVE SQL_THREAD');
    }
    await isUsed();
    expect(await exportOf(owner)).toEqual([2, 3, 4]);
  });

  it('waits a little for earlier writes', async () => {
    const waiting = await startReading({ DATABASE_REPLICA_LAG: '60' });
    const owner = await marked();
    await waitFor('the replica to be used', async () => {
      const { checks } = await readiness(waiting);
      return checks.replicas.state === 'ok' || undefined;
    });
    const held = await holdUp(database);
    await owner.person.uploaded(owner.dataSet, [cbg({ time: at(4) })]);
    let isOver = false;
    const exporting = exportOf(owner, 'json', waiting).finally(() => (isOver = true));
    await waitFor('a change that waits, and somebody who looks for a beat', async () => {
      const [row] = (await database.onReplica(
        "SELECT SUM(state LIKE 'Waiting for%lock') AS changes FROM information_schema.processlist WHERE user = 'system user'",
      )) as { changes: number | string }[];
      return Number(row?.changes) > 0 || undefined;
    });
    expect(isOver).toBe(false);
    await held.end();
    expect(await exporting).toEqual([2, 3, 4]);
    await waiting.close();
  });

  it('works without a killed one, even at start, and uses it when it is back', async () => {
    const owner = await marked();
    await database.replica.kill();
    expect(await exportOf(owner)).toEqual([1, 2, 3]);
    expect((await isMissed()).status).toBe('ready');
    const other = await startReading({});
    expect(await exportOf(owner, 'json', other)).toEqual([1, 2, 3]);
    await database.replica.start();
    await isUsed();
    expect(await exportOf(owner)).toEqual([2, 3]);
    await other.close();
  });

  it('works without a hanging one', async () => {
    const owner = await marked();
    database.replica.freeze();
    try {
      expect(await exportOf(owner)).toEqual([1, 2, 3]);
      expect(await exportOf(owner, 'csv')).toEqual([1, 2, 3]);
      await isMissed();
    } finally {
      database.replica.thaw();
    }
    await isUsed();
    expect(await exportOf(owner)).toEqual([2, 3]);
  });
});
