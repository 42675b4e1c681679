import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { newServerToken } from '../support/accounts';
import { api } from '../support/api';
import { accepted } from '../support/clinics';
import { dialects, fillAsThen } from '../support/earlier-database';
import { startServer } from '../support/server-process';

/** The last migration before names and record numbers were compared with their vowel signs. */
const lastMigration = 1763700000262;

const clinicId = 'c'.repeat(24);
const time = Date.parse('2024-05-06T00:00:00.000Z');
const foldThen = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const digestThen = (text: string): string => createHash('sha256').update(foldThen(text)).digest('base64');

const clinic = {
  table: 'clinics',
  values: {
    ...{ id: clinicId, name: 'Clinic of old', preferred_bg_units: 'mg/dL', tier: 'tier0100' },
    ...{ share_code: 'AAAA-BBBB-CCCC', is_migrated: 1, ehr_enabled: 0 },
    ...{ patient_count_settings: '{}', mrn_settings: '{"required":false,"unique":true}' },
    ...{ created_time: time, updated_time: time },
  },
};

/** Both sigmas are one letter now. */
const people = [
  ...[
    ['कि', 'कि 1'],
    ['Ann', 'Á 2'],
    ['Bob', 'b3'],
    ['ΑΣ', 'Χ ας'],
    ['ας', 'χ ασ'],
  ],
] as const;

const toUserId = (place: number): string => `${place}`.padStart(10, '0');

const patients = people.map(([fullName, mrn], place) => ({
  table: 'clinic_patients',
  values: {
    ...{ clinic_id: clinicId, user_id: toUserId(place), id: `${place}`.padStart(24, '0') },
    ...{ full_name: fullName, name_key: foldThen(fullName), birth_date: '1990-05-06', mrn },
    ...{ mrn_digest: digestThen(mrn), unique_mrn_digest: digestThen(mrn), search_text: fullName },
    ...{ permissions: '["view"]', has_standard_ranges: 1, connection_requests: '[]', reviews: '[]' },
    ...{ is_migrated: 0, legacy_clinician_ids: '[]', created_time: time, updated_time: time },
  },
}));

describe.each(dialects)('a %s database of an earlier version', (_name, on) => {
  it('keeps the record numbers of its patients, and compares them with their vowel signs', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, [clinic, ...patients]);
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const token = await newServerToken(server);
      const { get, post } = api(server);
      const path = `/v1/clinics/${clinicId}/patients`;
      const shown = accepted(await get(`${path}?sort=%2BfullName&sortType=cgm`, { token }));
      const kept = shown.data.map(({ fullName, mrn }: Record<string, string>) => [fullName, mrn]);
      expect(kept).toEqual(
        ['Ann', 'Bob', 'ΑΣ', 'ας', 'कि'].map((name) => people.find(([each]) => each === name)),
      );
      const add = async (mrn: string) => {
        const body = { fullName: 'New', birthDate: '1991-01-01', mrn };
        return (await post(path, { token, body })).status;
      };
      for (const mrn of ['कि 1', 'a 2', 'B3', 'χ ΑΣ']) expect([mrn, await add(mrn)]).toEqual([mrn, 400]);
      for (const mrn of ['कु 1', 'χ α']) expect([mrn, await add(mrn)]).toEqual([mrn, 200]);
      await server.stop();
    }));
});
