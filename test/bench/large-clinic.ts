import { summaryFields } from '../../src/care/patients/summary-fields';
import type { Account } from './account';
import { isSqlite, openBareDatabase, type BareDatabase } from './bare-database';

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
  const database = openBareDatabase(databaseUrl);
  try {
    await fill({ database, names: expressionsFor(databaseUrl), clinicId }, { tags, site });
  } finally {
    await database.close();
  }
  return { id: clinicId, tags };
}

/** Expressions for a number `n` of a patient. */
interface Names {
  record: string;
  user: string;
  digest: string;
}

function expressionsFor(databaseUrl: string): Names {
  const padded = (digits: number) =>
    isSqlite(databaseUrl) ? `PRINTF('%0${digits}d', n)` : `LPAD(n, ${digits}, '0')`;
  return {
    record: padded(24),
    user: `CONCAT('00000000-0000-4000-8000-', ${padded(12)})`,
    digest: padded(40),
  };
}

/** A fraction that looks like chance, and is the same in both dialects. */
const fraction = (column: number): string => `(n * ${104_729 + 7919 * column} % 1000003 / 1000003e0)`;

/** The clinic that is filled. */
interface Place {
  database: BareDatabase;
  names: Names;
  clinicId: string;
}

interface Filling {
  tags: string[];
  site: string;
}

const filledTables = [
  'clinic_patients',
  'patient_taggings',
  'patient_sites',
  'patient_summaries',
  'patient_summary_periods',
];

/** Generates rows in the database, because uploading them would take long. */
async function fill(place: Place, { tags, site }: Filling) {
  const { database, names, clinicId } = place;
  const { record, user, digest } = names;
  const digit = `(${Array.from({ length: 10 }, (_, value) => `SELECT ${value} AS v`).join(' UNION ALL ')})`;
  const factors = Array.from({ length: digits }, (_, place) => `d${place}.v * ${10 ** place}`);
  const tables = Array.from({ length: digits }, (_, place) => `${digit} d${place}`);
  await database.change(`CREATE TABLE bench_numbers (n INT PRIMARY KEY)`, []);
  await database.change(
    `INSERT INTO bench_numbers SELECT n FROM (SELECT ${factors.join(' + ')} AS n FROM ${tables.join(', ')}) x
     WHERE n < ?`,
    [patients],
  );
  await database.change(
    `INSERT INTO clinic_patients (clinic_id, user_id, id, full_name, name_key, birth_date, email, mrn, mrn_digest,
       search_text, permissions, has_standard_ranges, data_sources, connection_requests, reviews, is_migrated,
       legacy_clinician_ids, created_time, updated_time)
     SELECT ?, ${user}, ${record}, CONCAT('Patient ', n), CONCAT('patient ', n), '1990-05-06',
       CONCAT('p', n, '@example.org'), n, ${digest}, CONCAT('patient ', n), '["view","upload"]', 1, ?, '[]', '[]', 0,
       '[]', 1700000000000 + n, 1700000000000 + n FROM bench_numbers`,
    [clinicId, JSON.stringify([{ state: 'connected', providerName: 'dexcom' }])],
  );
  for (const [index, tag] of tags.entries())
    await database.change(
      `INSERT INTO patient_taggings (clinic_id, tag_id, user_id, place)
       SELECT ?, ?, ${user}, ? FROM bench_numbers WHERE n % 4 = ?`,
      [clinicId, tag, index, index],
    );
  await database.change(
    `INSERT INTO patient_sites (clinic_id, site_id, user_id, place)
     SELECT ?, ?, ${user}, 0 FROM bench_numbers WHERE n % 2 = 0`,
    [clinicId, site],
  );
  await fillSummaries(place);
  await database.analyze(filledTables);
}

async function fillSummaries({ database, names, clinicId }: Place): Promise<void> {
  const { record, user } = names;
  const columns = summaryFields.map(({ column }) => column);
  const figures = Object.fromEntries(columns.map((name, index) => [name, index / 100]));
  const content = { cgmStats: { id: 'a'.repeat(24), periods: { '14d': figures, '30d': figures } } };
  const time = '1700000000000 + (n * 7919 % 1000003) * 1000';
  await database.change(
    `INSERT INTO patient_summaries (clinic_id, user_id, patient_id, cgm_id, cgm_last_data, cgm_last_upload_date, content)
     SELECT ?, ${user}, ${record}, ?, ${time}, ${time}, ? FROM bench_numbers`,
    [clinicId, 'a'.repeat(24), JSON.stringify(content)],
  );
  for (const [type, period] of summaries)
    await database.change(
      `INSERT INTO patient_summary_periods (clinic_id, user_id, patient_id, summary_type, period, flags, ${columns.join(', ')})
       SELECT ?, ${user}, ${record}, ?, ?, 9007199254740991, ${columns.map((_, index) => fraction(index)).join(', ')}
       FROM bench_numbers`,
      [clinicId, type, period],
    );
}
