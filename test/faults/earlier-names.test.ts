import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { newAccount, newServerToken } from '../support/accounts';
import { api, type Json } from '../support/api';
import { accepted, clinicFields } from '../support/clinics';
import { dialects, fillAsThen } from '../support/earlier-database';
import { startServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

/** The last migration before comparison and search of names used Unicode case folding. */
const lastMigration = 1763700000073;

const clinicId = 'c'.repeat(24);
const time = Date.parse('2024-05-06T00:00:00.000Z');
const idOf = (place: number): string => `${place}`.padStart(24, '0');
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const lower = (text: string): string => text.normalize('NFC').toLowerCase();

/** In the order of their creation. Some differ only in case, which was not folded then. */
const sites = ['Straße', 'STRASSE', 'ΟΔΟΣ', 'οδοσ', 'ﬁn', 'Ecole', 'École', 'Ж'.repeat(200)];
const tags = ['ΟΔΟΣ Α', 'ΟΔΟΣΑ', 'Weiß', 'Type 1'];
const patients = ['ΟΔΥΣΣΕΑΣ Σ', 'Weiß', 'plàin'];

const clinic = {
  table: 'clinics',
  values: {
    ...{ id: clinicId, name: 'Clinic of old', preferred_bg_units: 'mg/dL', tier: 'tier0100' },
    ...{ share_code: 'AAAA-BBBB-CCCC', is_migrated: 1, patient_count_settings: '{}', ehr_enabled: 0 },
    ...{ created_time: time, updated_time: time },
  },
};

const searched = (texts: (string | null)[]): string => lower(texts.map((text) => text ?? '').join('\u0001'));

const rows = [
  clinic,
  ...sites.map((name, place) => ({
    table: 'clinic_sites',
    values: { clinic_id: clinicId, id: idOf(place), name, name_digest: digestOf(lower(name)) },
  })),
  ...tags.map((name, place) => ({
    table: 'clinic_tags',
    values: {
      ...{ clinic_id: clinicId, id: idOf(place), name },
      name_digest: digestOf(lower(name).replace(/\s/g, '')),
    },
  })),
  ...patients.map((full_name, place) => ({
    table: 'clinic_patients',
    values: {
      ...{ clinic_id: clinicId, user_id: `000000000${place}`, id: idOf(place), full_name },
      ...{ name_key: lower(full_name), birth_date: '1990-05-06', permissions: '["view"]' },
      ...{ search_text: searched([full_name, null, null, '1990-05-06']), has_standard_ranges: 1 },
      ...{ connection_requests: '[]', reviews: '[]', is_migrated: 0, legacy_clinician_ids: '[]' },
      ...{ created_time: time, updated_time: time },
    },
  })),
  {
    table: 'clinicians',
    values: {
      ...{ clinic_id: clinicId, id: idOf(1), user_id: '0123456789', email: 'a@example.org', name: 'ΟΔΟΣ' },
      ...{ search_text: searched(['ΟΔΟΣ', 'a@example.org']), roles: '["CLINIC_ADMIN"]', role_history: '[]' },
      ...{ created_time: time, updated_time: time },
    },
  },
];

describe.each(dialects)('a %s database of an earlier version', (_name, on) => {
  it('keeps its sites and tags, compares them with Unicode case folding, and finds people by it', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, rows);
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const token = await newServerToken(server);
      const { get, post, put, delete: remove } = api(server);
      const path = `/v1/clinics/${clinicId}`;
      const names = (labels: Json[]): string[] => labels.map(({ name }) => name);
      const shown = accepted(await get(path, { token }));
      expect([names(shown.sites), names(shown.patientTags)]).toEqual([sites, tags]);
      const make = async (kind: string, name: string) =>
        (await post(`${path}/${kind}`, { token, body: { name } })).status;
      for (const name of ['strasse', 'οδος', 'FIN', 'ECOLE', 'école'])
        expect([name, await make('sites', name)]).toEqual([name, 409]);
      for (const name of ['οδος α', 'weiss', 'TYPE1'])
        expect([name, await make('patient_tags', name)]).toEqual([name, 409]);
      // Names that are now equal stay, and can still be told apart.
      const rename = async (kind: string, place: number, name: string) =>
        (await put(`${path}/${kind}/${idOf(place)}`, { token, body: { name } })).status;
      for (const [place, name] of sites.entries()) expect(await rename('sites', place, name)).toBe(200);
      for (const [place, name] of tags.entries()) expect(await rename('patient_tags', place, name)).toBe(200);
      expect(await rename('sites', 0, 'straße')).toBe(200);
      expect(await rename('sites', 0, 'Other')).toBe(200);
      expect(await rename('sites', 0, 'Straße')).toBe(409);
      expect((await remove(`${path}/sites/${idOf(1)}`, { token })).status).toBe(204);
      expect(await rename('sites', 0, 'Straße')).toBe(200);
      const search = async (kind: string, text: string) => {
        const found = accepted(await get(`${path}/${kind}?search=${encodeURIComponent(text)}`, { token }));
        return found.meta?.count ?? found.length;
      };
      for (const text of ['ΟΔΥΣ', 'οδυσσεασ', 'WEISS', 'PLAIN'])
        expect([text, await search('patients', text)]).toEqual([text, 1]);
      expect(await search('clinicians', 'οδοσ')).toBe(1);
      // Both tags with the same name move with the clinic.
      const { id } = accepted(
        await post('/v1/clinics', { token: (await newAccount(server)).token, body: clinicFields }),
      );
      accepted(await post(`/v1/clinics/${id}/merge`, { token, body: { sourceId: clinicId } }));
      const merged = await waitFor('the clinics to be one', async () => {
        const { patientTags } = accepted(await get(`/v1/clinics/${id}`, { token }));
        return patientTags.length > 0 ? names(patientTags) : undefined;
      });
      expect(merged).toEqual(tags);
      await server.stop();
    }));
});
