import { api, type Answer, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { deduplicator, newPerson } from '../../../support/person';
import {
  day,
  hour,
  hoursOfEarlierRelease,
  keptHours,
  reading,
  recentHour,
  recomputed,
  uploadedReadings,
  type Statement,
} from '../../../support/summaries';

let own: OwnApp;
let clinic: TestClinic;
const newest = recentHour();
const at = (time: number): string => new Date(time).toISOString();
const month = { startDate: at(newest - 29 * day), endDate: at(newest) };

beforeAll(async () => {
  own = await startOwnApp({ TASK_POLL_DELAY: '86400' });
});
afterAll(() => own.close());

beforeEach(async () => {
  clinic = await newClinic(own.server);
});

const ask = (query: Record<string, string>, { path, admin: { token } } = clinic): Promise<Answer> =>
  api(own.server).get(`${path}/reports/realtime?${new URLSearchParams(query).toString()}`, { token });

const report = async (query: Record<string, string> = {}): Promise<Json> =>
  accepted(await ask({ ...month, ...query }));

const told = ({ results }: Json): object[] =>
  results.map(({ fullName, realtimeDays }: Json) => [fullName, realtimeDays]);

/** Stores rows that the calculation of a summary would have stored on the days themselves. */
async function keep(statements: readonly Statement[]): Promise<void> {
  await own.database.transaction(async (manager) => {
    for (const [sql, parameters] of statements) await manager.query(sql, parameters);
  });
}

/** A patient with timely records on the last days. */
async function patient(fullName: string, days: number, fields: object = {}): Promise<string> {
  const { id } = await newPatient(own.server, clinic, { fullName, ...fields });
  const hours = Array.from({ length: days }, (_, index) => newest - index * day);
  if (days > 0) await keep(keptHours(id, hours, true));
  return id;
}

describe('the report', () => {
  it('counts no days that are more than a day ahead, whatever is stored of them', async () => {
    const id = await patient('A', 0);
    const ahead = [2, 3, 4].map((days) => newest + days * day);
    await keep(keptHours(id, [newest, newest - day, newest - 2 * day, ...ahead], true));
    expect(told(await report({ endDate: at(newest + 5 * day) }))).toEqual([['A', 3]]);
  });

  it('has patients with 16 days or more in list order, then all others in reverse order', async () => {
    const ids = [
      await patient('A', 15, { mrn: 'M1' }),
      await patient('B', 16),
      await patient('C', 0),
      await patient('D', 30),
    ];
    const found = await report();
    expect(found.config).toEqual({ code: 'CPT-99454', clinicId: clinic.id, ...month });
    const shown = { birthDate: '1990-05-06', mrn: null };
    expect(found.results).toEqual([
      { ...shown, id: ids[1], fullName: 'B', realtimeDays: 16, hasSufficientData: true },
      { ...shown, id: ids[3], fullName: 'D', realtimeDays: 30, hasSufficientData: true },
      { ...shown, id: ids[2], fullName: 'C', realtimeDays: 0, hasSufficientData: false },
      { ...shown, id: ids[0], fullName: 'A', realtimeDays: 15, hasSufficientData: false, mrn: 'M1' },
    ]);
    const { token } = await newClinician(own.server, clinic);
    const query = `query ($id: ID!, $startTime: DateTime!, $endTime: DateTime!) {
      clinic(id: $id) {
        realtimeReport(startTime: $startTime, endTime: $endTime, search: "a", sort: { by: FULL_NAME }) {
          clinicId startTime endTime
          patients { userId fullName birthDate mrn realtimeDays hasSufficientData }
        }
      }
    }`;
    const variables = { id: clinic.id, startTime: month.startDate, endTime: month.endDate };
    const { body } = await api(own.server).graph(query, { token, variables });
    const [a] = found.results.slice(-1);
    const { id: userId, ...entry } = a;
    expect(body.data.clinic.realtimeReport.clinicId).toBe(clinic.id);
    expect(body.data.clinic.realtimeReport.startTime).toBe(month.startDate);
    expect(body.data.clinic.realtimeReport.patients).toContainEqual({ userId, ...entry });
  });

  it('has no birthday where it is unknown: the one that clients know for none, null in the graph', async () => {
    await addPatient(own.server, clinic, await newPerson(own.server), ['view']);
    expect((await report()).results).toMatchObject([{ birthDate: '0001-01-01' }]);
    const query = `query ($id: ID!, $startTime: DateTime!, $endTime: DateTime!) {
      clinic(id: $id) { realtimeReport(startTime: $startTime, endTime: $endTime) { patients { birthDate } } }
    }`;
    const variables = { id: clinic.id, startTime: month.startDate, endTime: month.endDate };
    const { body } = await api(own.server).graph(query, { token: clinic.admin.token, variables });
    expect(body.data.clinic.realtimeReport.patients).toEqual([{ birthDate: null }]);
  });

  it('counts the hours from start to end, both inclusive', async () => {
    await patient('A', 10);
    const [start, end] = [newest - 6 * day, newest - 2 * day];
    expect(told(await report({ startDate: at(start), endDate: at(end) }))).toEqual([['A', 5]]);
    expect(told(await report({ startDate: at(start + 1), endDate: at(end - 1) }))).toEqual([['A', 3]]);
    const offset = at(start + 2 * hour).replace('.000Z', '.000000+02:00');
    const exact = `startDate=${offset}&endDate=${at(end)}`;
    const { token } = clinic.admin;
    const found = accepted(await api(own.server).get(`${clinic.path}/reports/realtime?${exact}`, { token }));
    expect([told(found), found.config.startDate]).toEqual([[['A', 5]], at(start)]);
  });

  it('counts timely records, but neither late nor deleted ones', async () => {
    const person = await newPerson(own.server);
    await addPatient(own.server, clinic, person, ['view'], { fullName: 'A' });
    const late = [5, 7, 8].map((age) => reading(newest - age * day));
    const dataSetId = await uploadedReadings(person, [reading(newest), ...late]);
    await recomputed(own.server, person, 'con');
    expect(told(await report())).toEqual([['A', 1]]);
    await keep(keptHours(person.userId, [newest - 9 * day], false).slice(1));
    expect(told(await report())).toEqual([['A', 1]]);
    await person.deleted(dataSetId);
    await recomputed(own.server, person, 'con');
    expect(told(await report())).toEqual([['A', 0]]);
  });

  it('begins its days with an hour whose records have not all been deleted', async () => {
    const today = Math.floor(Date.now() / day) * day;
    const person = await newPerson(own.server);
    await addPatient(own.server, clinic, person, ['view'], { fullName: 'A' });
    const body = { deduplicator: deduplicator('dataset.delete.origin') };
    const dataSetId = await person.openedContinuous(body);
    const archived = reading(today + 12 * hour, 5, { origin: { id: 'archived' } });
    await person.uploaded(dataSetId, [reading(today + 10 * hour), archived]);
    await person.deleteData(dataSetId, [{ origin: { id: 'archived' } }]);
    await recomputed(own.server, person, 'con');
    // Later in its day than the hour with records, and earlier than the other one.
    await keep(keptHours(person.userId, [today - 13 * hour], true).slice(1));
    const dates = { startDate: at(today - 9 * day), endDate: at(today + day) };
    expect(told(await report(dates))).toEqual([['A', 1]]);
  });

  it('counts what an earlier release has kept, until the summary is calculated again', async () => {
    const { id } = await newPatient(own.server, clinic, { fullName: 'A' });
    const hours = [0, 1, 2, 5].map((age) => newest - age * day);
    await keep(hoursOfEarlierRelease(id, hours, { continuous: { realtime: 2, deferred: 1 } }));
    await keep(hoursOfEarlierRelease(id, [newest - 7 * day], { newest: null, modified: newest }).slice(1));
    expect(told(await report())).toEqual([['A', 4]]);
    await keep([['UPDATE summaries SET schema_version = 7 WHERE user_id = ?', [id]]]);
    expect(told(await report())).toEqual([['A', 0]]);
  });

  it('covers the patients that match the list filters', async () => {
    const { token } = clinic.admin;
    const body = { name: 'T' };
    const { id: tag } = accepted(await api(own.server).post(`${clinic.path}/patient_tags`, { token, body }));
    await patient('A', 1, { tags: [tag] });
    await patient('B', 1);
    for (const [patientFilters, names] of [
      [{}, ['B', 'A']],
      [{ tags: [] }, ['B', 'A']],
      [{ tags: [tag] }, ['A']],
      [{ tags: tag, search: null }, ['A']],
      [{ search: 'b', omitNonStandardRanges: false }, ['B']],
      [{ 'cgm.timeInLowPercent': '>=0.04' }, []],
    ] as const) {
      const { results } = await report({ patientFilters: JSON.stringify(patientFilters) });
      expect([patientFilters, results.map(({ fullName }: Json) => fullName)]).toEqual([
        patientFilters,
        names,
      ]);
    }
  });

  it('is empty for a clinic without patients', async () => {
    expect((await report()).results).toEqual([]);
  });

  it('has at most 1,000 patients', async () => {
    const id = await patient('A', 1);
    const all = await own.database.reader.query('SELECT * FROM clinic_patients WHERE user_id = ?', [id]);
    const columns = Object.keys(all[0]);
    const copies = (from: number, count: number) =>
      own.database.transaction(async (manager) => {
        for (let start = from; start < from + count; start += 100) {
          const rows = Array.from({ length: Math.min(100, from + count - start) }, (_, index) => {
            const number = String(start + index).padStart(10, '0');
            return columns.map((name) => {
              if (name === 'id') return `f${number.padStart(23, '0')}`;
              return name === 'user_id' ? number : all[0][name];
            });
          });
          await manager.query(
            `INSERT INTO clinic_patients (${columns.join(', ')})
             VALUES ${rows.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ')}`,
            rows.flat(),
          );
        }
      });
    await copies(0, 999);
    expect((await report()).results).toHaveLength(1000);
    await copies(999, 1);
    const { status, body } = await ask(month);
    expect([status, body.message]).toEqual([400, expect.stringContaining('1000 patients')]);
  });
});

describe('the caller', () => {
  it('must give a valid time', async () => {
    const hourEnd = (Math.floor(Date.now() / hour) + 1) * hour;
    const { startDate, endDate } = month;
    for (const query of [
      { endDate },
      { startDate },
      { startDate: '', endDate },
      { startDate: 'yesterday', endDate },
      { startDate, endDate: '2026-01-01' },
      { startDate: at(newest + 1), endDate: at(newest) },
      { startDate: at(hourEnd - 60 * day - 1), endDate },
      { ...month, patientFilters: 'tags' },
      { ...month, patientFilters: '[]' },
      { ...month, patientFilters: 'null' },
      { ...month, patientFilters: '{"tags":{}}' },
      { ...month, patientFilters: '{"tags":[1]}' },
      { ...month, patientFilters: '{"cgm.timeInLowPercent":"0.04"}' },
    ]) {
      const { status, body } = await ask(query as Record<string, string>);
      expect([query, status, body.code]).toEqual([query, 400, 400]);
    }
    for (const query of [
      { startDate: at(hourEnd - 60 * day + hour), endDate },
      { startDate: endDate, endDate },
    ]) {
      expect((await ask(query)).status).toBe(200);
    }
  });

  it('must be a member of the clinic', async () => {
    const other = await newClinic(own.server);
    const { status } = await ask({}, { ...clinic, admin: other.admin });
    expect(status).toBe(403);
  });
});
