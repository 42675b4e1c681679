import 'reflect-metadata';
import { newServerToken } from '../support/accounts';
import { api, type Json } from '../support/api';
import { accepted } from '../support/clinics';
import { dialects, fillAsThen } from '../support/earlier-database';
import { startServer } from '../support/server-process';

/** The last migration before clinics lost the summaries of patients whose data they may not view. */
const lastMigration = 1763700000264;

const clinicId = 'c'.repeat(24);
const time = Date.parse('2024-05-06T00:00:00.000Z');

const clinic = {
  table: 'clinics',
  values: {
    ...{ id: clinicId, name: 'Clinic of old', preferred_bg_units: 'mg/dL', tier: 'tier0100' },
    ...{ share_code: 'AAAA-BBBB-CCCC', is_migrated: 1, ehr_enabled: 0 },
    ...{ patient_count_settings: '{}', mrn_settings: '{"required":false,"unique":false}' },
    ...{ created_time: time, updated_time: time },
  },
};

const people = [
  { name: 'managed', permissions: ['custodian', 'view', 'upload', 'note'] },
  { name: 'reduced', permissions: ['note'] },
  { name: 'taken away', permissions: ['custodian', 'upload'] },
  { name: 'told', permissions: [] },
  { name: 'viewed', permissions: ['view'] },
];

/** A patient with a summary. */
const patientRows = ({ name, permissions }: (typeof people)[number], place: number) => {
  const id = `${place}`.padStart(24, '0');
  const key = { clinic_id: clinicId, user_id: `${place}`.padStart(10, '0') };
  const content = JSON.stringify({ cgmStats: { periods: { '14d': { averageDailyRecords: 7 } } } });
  const patient = {
    ...{ ...key, id, full_name: name, name_key: name, birth_date: '1990-05-06', search_text: name },
    ...{ permissions: JSON.stringify(permissions), has_standard_ranges: 1, connection_requests: '[]' },
    ...{ reviews: '[]', is_migrated: 0, legacy_clinician_ids: '[]', created_time: time, updated_time: time },
  };
  const period = { summary_type: 'cgm', period: '14d', flags: 0, average_daily_records: 7 };
  return [
    { table: 'clinic_patients', values: patient },
    { table: 'patient_summaries', values: { ...key, patient_id: id, content } },
    { table: 'patient_summary_periods', values: { ...key, patient_id: id, ...period } },
  ];
};

const listNames = (list: Json): string[] => list.data.map(({ fullName }: Json) => fullName);

describe.each(dialects)('a %s database of an earlier version', (_name, on) => {
  it('loses the summaries of patients whose data the clinic may not view', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, [clinic, ...people.flatMap(patientRows)]);
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const token = await newServerToken(server);
      const ask = async (query: string): Promise<Json> =>
        accepted(await api(server).get(`/v1/clinics/${clinicId}/patients?sortType=cgm${query}`, { token }));
      const all = await ask('&sort=%2BfullName');
      expect(listNames(all)).toEqual(people.map(({ name }) => name));
      const kept = all.data.filter(({ summary }: Json) => summary).map(({ fullName }: Json) => fullName);
      expect(kept).toEqual(['managed', 'told', 'viewed']);
      const found = await ask('&period=14d&sort=%2BfullName&cgm.averageDailyRecords=%3E1');
      expect(listNames(found)).toEqual(kept);
      await server.stop();
    }));
});
