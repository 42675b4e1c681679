import BetterSqlite3 from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { persistence } from '../../../../src/persistence';
import { Database } from '../../../../src/platform/database/database';
import { selectPart } from '../../../../src/platform/database/keyset';
import {
  orderPatients,
  orderPatientsWithValue,
  type PatientListQuestion,
} from '../../../../src/care/patients/patient-list';
import { isIndexed, summaryDates, summaryFields } from '../../../../src/care/patients/summary-fields';

const clinicId = 'a'.repeat(24);
const patients = 3_000;

let database: BetterSqlite3.Database;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glycograph-walked-'));
  const path = join(folder, 'a.db');
  const migrated = await Database.open(`sqlite:${path}`, { schema: persistence, poolSize: 1, migrate: true });
  await migrated.close();
  database = new BetterSqlite3(path);
  fill();
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** Patients whose figures are in no relation to their last data. */
function fill(): void {
  database.exec(`CREATE TABLE numbers AS WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${patients})
    SELECT n, PRINTF('%024d', n) AS id, PRINTF('user-%d', n) AS user_id FROM numbers`);
  database.exec(`INSERT INTO clinic_patients (clinic_id, user_id, id, full_name, name_key, birth_date, search_text, permissions,
      has_standard_ranges, data_sources, connection_requests, reviews, is_migrated, legacy_clinician_ids, created_time, updated_time)
    SELECT '${clinicId}', user_id, id, 'Ann', 'ann', '1990-05-06', 'ann', '[]', 1, '[]', '[]', '[]', 0, '[]', n, n FROM numbers`);
  database.exec(`INSERT INTO patient_summaries (clinic_id, user_id, patient_id, cgm_id, cgm_last_data, content)
    SELECT '${clinicId}', user_id, id, 'id', IIF(n % 7 = 0, NULL, n * 7919 % 1009), '{}' FROM numbers`);
  database.exec(`INSERT INTO patient_summary_periods (clinic_id, user_id, patient_id, summary_type, period, flags,
      time_in_target_percent, glucose_management_indicator)
    SELECT '${clinicId}', user_id, id, 'cgm', '14d', 9007199254740991, n * 104729 % 1000 / 1000e0, n * 7907 % 400 / 100e0 FROM numbers`);
}

const read = ({ source, keys }: ReturnType<typeof orderPatients>, part: object): unknown[] => {
  const { sql, parameters } = selectPart(source, keys, { size: 20, ...part });
  return (database.prepare(sql).all(...parameters) as { id: string }[]).map(({ id }) => id);
};

const listOf = (by: string, largest: number, descending = true): PatientListQuestion => ({
  clinicId,
  period: '14d',
  sort: { by, descending, type: 'cgm' },
  filter: { figures: [{ type: 'cgm', field: 'timeInTargetPercent', comparison: '<=', value: largest }] },
});

describe.each(['lastData', 'glucoseManagementIndicator'])('a list by %s', (by) => {
  it.each([true, false])('that many match begins as the whole list does (descending: %s)', (descending) => {
    const question = listOf(by, 0.5, descending);
    for (const offset of [0, 37]) {
      const walked = orderPatientsWithValue(question, { size: 20, offset });
      const page = read(walked as NonNullable<typeof walked>, { offset });
      expect(page).toHaveLength(20);
      expect(page).toEqual(read(orderPatients(question), { offset }));
    }
  });

  it('that few match is not searched to its end', () => {
    const walked = orderPatientsWithValue(listOf(by, 0.01), { size: 20 });
    const page = read(walked as NonNullable<typeof walked>, {});
    const whole = read(orderPatients(listOf(by, 0.01)), {});
    expect(page.length).toBeLessThan(whole.length);
    expect(whole.slice(0, page.length)).toEqual(page);
  });

  it('goes on behind a place, and ends before one', () => {
    const question = listOf(by, 0.5);
    const whole = orderPatients(question);
    const { sql, parameters } = selectPart(whole.source, whole.keys, { size: 60 });
    const rows = database.prepare(sql).all(...parameters) as { id: string; key1: number; key2: string }[];
    const place = { values: [Number(rows[29]?.key1), String(rows[29]?.key2)], isIncluded: false };
    const ids = rows.map(({ id }) => id);
    for (const [part, expected] of [
      [{ after: place }, ids.slice(30, 50)],
      [{ before: place, isBackward: true }, ids.slice(9, 29).reverse()],
    ] as const) {
      const walked = orderPatientsWithValue(question, { size: 20, ...part });
      expect(read(walked as NonNullable<typeof walked>, part)).toEqual(expected);
    }
  });
});

it('knows which figures and dates have an index', () => {
  const indexes = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index'")
    .pluck()
    .all() as string[];
  const figures = summaryFields.map(({ name, column }) => [name, `patient_periods_${column}_desc`] as const);
  const dates = Object.keys(summaryDates).map(
    (name) => [name, name === 'lastData' ? 'patient_summaries_cgm_desc' : ''] as const,
  );
  for (const [name, index] of [...figures, ...dates])
    expect([name, isIndexed(name)]).toEqual([name, indexes.includes(index)]);
});
