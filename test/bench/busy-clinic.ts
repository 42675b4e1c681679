import { Database } from '../../src/platform/database/database';
import { persistence } from '../../src/persistence';
import { schemaVersion } from '../../src/care/summaries/summary.entity';
import type { Account } from './account';

const patients = 1_000;
const day = 86_400_000;
const daysOfReport = 11;
/** All hours of a day as bits. */
const allHours = 2 ** 24 - 1;
const rowsAtOnce = 100;

type Row = readonly (string | number | Buffer | null)[];

/** A clinic with as many patients as a report may have, each with data in each hour of some days. Returns its id. */
export async function fillClinic({ client, headers }: Account, databaseUrl: string): Promise<string> {
  const clinic = JSON.stringify({ name: 'Busy', preferredBgUnits: 'mg/dL', country: 'FR' });
  const { text } = await client.send('/v1/clinics', { method: 'POST', headers, body: clinic });
  const { id } = JSON.parse(text) as { id: string };
  const database = await Database.open(databaseUrl, { schema: persistence, poolSize: 3, migrate: false });
  const insert = async (table: string, columns: string, rows: readonly Row[]) => {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const some = rows.slice(start, start + rowsAtOnce);
      const places = some.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
      await database.transaction((manager) =>
        manager.query(`INSERT INTO ${table} (${columns}) VALUES ${places}`, some.flat()),
      );
    }
  };
  try {
    await insert('clinic_patients', patientColumns, Array.from({ length: patients }, patientRow(id)));
    await insert('summaries', summaryColumns, Array.from({ length: patients }, summaryRow));
    await insert('summary_days', dayColumns, Array.from({ length: patients * daysOfReport }, dayRow));
  } finally {
    await database.close();
  }
  return id;
}

/** Ids that no other clinic of the benchmarks has. */
const userId = (number: number): string => `00000000-0000-4000-8001-${String(number).padStart(12, '0')}`;

const patientColumns = `clinic_id, user_id, id, full_name, name_key, birth_date, email, mrn, mrn_digest, search_text,
  permissions, has_standard_ranges, data_sources, connection_requests, reviews, is_migrated, legacy_clinician_ids,
  created_time, updated_time`;

const patientRow =
  (clinicId: string) =>
  (_: unknown, number: number): Row => {
    const name = `Patient ${number}`;
    const record = `b${String(number).padStart(23, '0')}`;
    const times = [1_700_000_000_000 + number, 1_700_000_000_000 + number];
    const identity = [
      name,
      name.toLowerCase(),
      '1990-05-06',
      `p${number}@example.org`,
      String(number),
      record,
    ];
    const rest = [name.toLowerCase(), '["view","upload"]', 1, null, '[]', '[]', 0, '[]', ...times];
    return [clinicId, userId(number), record, ...identity, ...rest];
  };

const summaryColumns = 'user_id, summary_type, version, schema_version, covered_from, last_updated, content';

function summaryRow(_: unknown, number: number): Row {
  return [userId(number), 'con', 'one', schemaVersion, 0, Date.now(), null];
}

const dayColumns = 'user_id, summary_type, day, shown_hours, timely_hours, figures, readings';

function dayRow(_: unknown, number: number): Row {
  const ago = number % daysOfReport;
  const start = (Math.floor(Date.now() / day) - ago) * day;
  const person = userId(Math.floor(number / daysOfReport));
  return [person, 'con', start, allHours, allHours, Buffer.alloc(0), null];
}
