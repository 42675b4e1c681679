import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { Account } from './account';

/** Enough digits for the numbers of all patients. */
const digits = 5;

const summaries = [
  ['cgm', '14d'],
  ['cgm', '30d'],
  ['bgm', '14d'],
] as const;

/** Settings of the large clinic. */
export const patients = 50_000;

/** A clinic with many patients. */
export interface LargeClinic {
  id: string;
  /** Each tag has a quarter of the patients; none of them overlap. */
  tags: string[];
}

/** A clinic of the account with many patients, each with tags, a site, a summary and a data source. */
export async function openLargeClinic(
  { client, headers }: Account,
  databaseUrl: string,
): Promise<LargeClinic> {
  const send = async (path: string, body: object) => {
    const { text } = await client.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (JSON.parse(text) as { id: string }).id;
  };
  const clinicId = await send('/v1/clinics', { name: 'Large', preferredBgUnits: 'mg/dL', country: 'FR' });
  const tags: string[] = [];
  for (const name of ['A', 'B', 'C']) tags.push(await send(`/v1/clinics/${clinicId}/patient_tags`, { name }));
  const site = await send(`/v1/clinics/${clinicId}/sites`, { name: 'North' });
  const connection = await createConnection(databaseUrl);
  try {
    await fill(connection, clinicId, { tags, site });
  } finally {
    await connection.end();
  }
  return { id: clinicId, tags };
}

interface Filling {
  tags: string[];
  site: string;
}

/** Generates rows in the database, because uploading them would take long. */
async function fill(connection: Connection, clinicId: string, { tags, site }: Filling) {
  const digit = `(${Array.from({ length: 10 }, (_, value) => `SELECT ${value} AS v`).join(' UNION ALL ')})`;
  const factors = Array.from({ length: digits }, (_, place) => `d${place}.v * ${10 ** place}`);
  const tables = Array.from({ length: digits }, (_, place) => `${digit} d${place}`);
  await connection.query(`CREATE TABLE bench_numbers (n INT PRIMARY KEY)`);
  await connection.query(
    `INSERT INTO bench_numbers SELECT n FROM (SELECT ${factors.join(' + ')} AS n FROM ${tables.join(', ')}) x
     WHERE n < ?`,
    [patients],
  );
  const record = "LPAD(HEX(n), 24, '0')";
  const user = "CONCAT('00000000-0000-4000-8000-', LPAD(n, 12, '0'))";
  await connection.query(
    `INSERT INTO clinic_patients (clinic_id, user_id, id, full_name, name_key, birth_date, email, mrn, mrn_digest,
       search_text, permissions, has_standard_ranges, data_sources, connection_requests, reviews, is_migrated,
       legacy_clinician_ids, created_time, updated_time)
     SELECT ?, ${user}, LOWER(${record}), CONCAT('Patient ', n), CONCAT('patient ', n), '1990-05-06',
       CONCAT('p', n, '@example.org'), n, SHA1(n), CONCAT('patient ', n), '["view","upload"]', 1, ?, '[]', '[]', 0,
       '[]', 1700000000000 + n, 1700000000000 + n FROM bench_numbers`,
    [clinicId, JSON.stringify([{ state: 'connected', providerName: 'dexcom' }])],
  );
  for (const [place, tag] of tags.entries())
    await connection.query(
      `INSERT INTO patient_taggings (clinic_id, tag_id, user_id, place)
       SELECT ?, ?, ${user}, ? FROM bench_numbers WHERE n % 4 = ?`,
      [clinicId, tag, place, place],
    );
  await connection.query(
    `INSERT INTO patient_sites (clinic_id, site_id, user_id, place)
     SELECT ?, ?, ${user}, 0 FROM bench_numbers WHERE n % 2 = 0`,
    [clinicId, site],
  );
  await fillSummaries(connection, clinicId, { record, user });
  await connection.query(
    'ANALYZE TABLE clinic_patients, patient_taggings, patient_sites, patient_summaries, patient_summary_periods',
  );
}

async function fillSummaries(
  connection: Connection,
  clinicId: string,
  { record, user }: { record: string; user: string },
): Promise<void> {
  const [columns] = await connection.query<RowDataPacket[]>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = 'patient_summary_periods' AND data_type = 'double'`,
  );
  const names = columns.map(({ name }) => `\`${name}\``);
  const figures = Object.fromEntries(names.map((name, index) => [name.slice(1, -1), index / 100]));
  const content = { cgmStats: { id: 'a'.repeat(24), periods: { '14d': figures, '30d': figures } } };
  const time = '1700000000000 + FLOOR(RAND(n) * 1e9)';
  await connection.query(
    `INSERT INTO patient_summaries (clinic_id, user_id, patient_id, cgm_id, cgm_last_data, cgm_last_upload_date, content)
     SELECT ?, ${user}, LOWER(${record}), ?, ${time}, ${time}, ? FROM bench_numbers`,
    [clinicId, 'a'.repeat(24), JSON.stringify(content)],
  );
  for (const [type, period] of summaries)
    await connection.query(
      `INSERT INTO patient_summary_periods (clinic_id, user_id, patient_id, summary_type, period, flags, ${names.join(', ')})
       SELECT ?, ${user}, LOWER(${record}), ?, ?, 9007199254740991, ${names.map(() => 'RAND()').join(', ')}
       FROM bench_numbers`,
      [clinicId, type, period],
    );
}
