import { Database } from '../../../../src/platform/database/database';
import { PatientRecords } from '../../../../src/care/patients/patient-records';
import { persistence } from '../../../../src/persistence';
import { dialects } from '../../../support/earlier-database';

const clinicId = 'c'.repeat(24);
const userId = '0123456789';
const label = { clinic_id: clinicId, name: 'Ж'.repeat(200), name_digest: 'digest' };
const time = Date.parse('2024-05-06T00:00:00.000Z');

const rows: Record<string, Record<string, unknown>> = {
  clinic_tags: { ...label, id: 'a'.repeat(24) },
  clinic_sites: { ...label, id: 'b'.repeat(24) },
  clinic_patients: {
    ...{ clinic_id: clinicId, user_id: userId, id: '1'.repeat(24), full_name: 'One', name_key: 'one' },
    ...{ birth_date: '1990-05-06', permissions: '[]', search_text: 'one', has_standard_ranges: 1 },
    ...{ connection_requests: '[]', reviews: '[]', is_migrated: 0, legacy_clinician_ids: '[]' },
    ...{ created_time: time, updated_time: time },
  },
  patient_taggings: { clinic_id: clinicId, user_id: userId, tag_id: 'a'.repeat(24), place: 0 },
  patient_sites: { clinic_id: clinicId, user_id: userId, site_id: 'b'.repeat(24), place: 0 },
};

/** Number of temporary tables on disk that the connection needed; only MySQL and MariaDB report it. */
async function tablesOnDisk(database: Database): Promise<number> {
  if (database.dialect === 'sqlite') return 0;
  const [status] = await database.plain.rows<{ Value: string }>(
    "SHOW SESSION STATUS LIKE 'Created_tmp_disk_tables'",
    [],
  );
  return Number(status?.Value);
}

describe.each(dialects)('the patients of a clinic in %s', (_name, on) => {
  it('come with the longest names of tags and sites, and without a temporary table on disk', () =>
    on(async (url) => {
      await (await Database.open(url, { schema: persistence, poolSize: 2, migrate: true })).close();
      // Counters belong to a connection.
      const database = await Database.open(url, { schema: persistence, poolSize: 1, migrate: false });
      try {
        await database.transaction(async (manager) => {
          for (const [table, row] of Object.entries(rows)) {
            const names = Object.keys(row);
            const marks = names.map(() => '?').join(', ');
            const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`;
            await manager.query(sql, Object.values(row));
          }
        });
        const before = await tablesOnDisk(database);
        const records = new PatientRecords(database);
        const [record] = await records.read({ from: 'clinic_patients p', rest: '', parameters: [] });
        const { name } = label;
        expect([record?.tags, record?.sites]).toEqual([
          [{ id: 'a'.repeat(24), name }],
          [{ id: 'b'.repeat(24), name }],
        ]);
        expect(await tablesOnDisk(database)).toBe(before);
      } finally {
        await database.close();
      }
    }));
});
