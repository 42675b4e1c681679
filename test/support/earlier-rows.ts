import { createHash } from 'node:crypto';
import type { EarlierRow } from './earlier-database';
import {
  clinicId,
  earlierId,
  keeperId as userId,
  passwordHash,
  rowsOfLaterBuilds,
} from './rows-of-later-builds';

const time = Date.parse('2024-05-06T00:00:00.000Z');
const sha256Base64 = (text: string): string => createHash('sha256').update(text).digest('base64');
const row = (table: string, values: EarlierRow['values']): EarlierRow => ({ table, values });

const dataSetId = 'a'.repeat(32);
const people = ['0000000000', '0000000001', '0000000002'];

const confirmation = (key: string, email: string) =>
  row('confirmations', {
    ...{ confirmation_key: key, type: 'password_reset', status: 'pending', email, user_id: userId },
    ...{ created_time: time, modified_time: time },
  });

const record = (id: string, manufacturer: string) =>
  row('records', {
    ...{ user_id: userId, time, id, upload_id: dataSetId, type: 'upload', active: 1, created_time: time },
    content: JSON.stringify({ origin: { payload: { device: { manufacturer } } } }),
  });

/** An account with data, and links mailed to it: what the first release stored. */
const rowsOfAccounts: readonly EarlierRow[] = [
  row('users', {
    ...{ id: userId, email: 'now@example.org', email_verified: 1, password_hash: passwordHash },
    ...{ roles: '[]', created_time: time, modified_time: time },
  }),
  confirmation('1', 'now@example.org'),
  confirmation('2', 'former@example.org'),
  row('data_sets', {
    ...{ user_id: userId, upload_id: dataSetId, id: dataSetId, data_set_type: 'normal', state: 'closed' },
    ...{ active: 1, deduplicator: 'org.tidepool.deduplicator.none', time, content: '{}' },
    ...{ provenance: '{}', created_time: time, modified_time: time },
  }),
  record('1'.repeat(32), 'Medtronic'),
  record('2'.repeat(32), 'Other'),
];

const labels = (table: string, names: readonly string[]) =>
  names.map((name, place) =>
    row(table, {
      clinic_id: clinicId,
      id: earlierId(place),
      name,
      name_digest: sha256Base64(name.toLowerCase()),
    }),
  );

/** A clinic with names beyond ASCII, summaries of its patients, and alerts. */
const rowsOfClinics: readonly EarlierRow[] = [
  row('clinics', {
    ...{ id: clinicId, name: 'Clinic of old', preferred_bg_units: 'mg/dL', tier: 'tier0100' },
    ...{ share_code: 'AAAA-BBBB-CCCC', is_migrated: 1, patient_count_settings: '{}', ehr_enabled: 0 },
    ...{ created_time: time, updated_time: time },
  }),
  ...labels('clinic_sites', ['Straße', 'STRASSE', 'ΟΔΟΣ', 'ﬁn']),
  ...labels('clinic_tags', ['Weiß', 'ΟΔΟΣ Α', 'Type 1']),
  ...people.flatMap((id, place) => [
    row('clinic_patients', {
      ...{ clinic_id: clinicId, user_id: id, id: earlierId(place), full_name: `ΟΔΥΣΣΕΑΣ É ${place}` },
      ...{ name_key: `${place}`, birth_date: '1990-05-06', permissions: '["view"]', has_standard_ranges: 1 },
      ...{ search_text: `οδυσσεασ é ${place}`, connection_requests: '[]', reviews: '[]', is_migrated: 0 },
      ...{ legacy_clinician_ids: '[]', created_time: time, updated_time: time },
    }),
    row('patient_summaries', { clinic_id: clinicId, user_id: id, content: '{}' }),
    row('patient_summary_periods', {
      ...{ clinic_id: clinicId, summary_type: 'cgm', period: '7d', user_id: id, flags: 0 },
    }),
  ]),
  row('clinicians', {
    ...{ clinic_id: clinicId, id: earlierId(1), user_id: userId, email: 'now@example.org', name: 'ΟΔΟΣ' },
    ...{ search_text: 'οδοσ\u0001now@example.org', roles: '["CLINIC_ADMIN"]', role_history: '[]' },
    ...{ created_time: time, updated_time: time },
  }),
  row('alerts_configs', {
    ...{ followed_id: userId, follower_id: people[0], sections: '{}', created_time: time },
    modified_time: time,
  }),
];

/** Leftovers of deleted accounts. */
const rowsOfTheGone: readonly EarlierRow[] = [
  row('summary_buckets', { user_id: 'gone', summary_type: 'cgm', hour: 0, content: '{}' }),
  row('upload_receipts', { user_id: 'gone', upload_id: dataSetId, received_time: time }),
];

/** Rows that later migrations change, each with the last migration before they were written. */
export const earlierRows: readonly { lastMigration: number; rows: readonly EarlierRow[] }[] = [
  { lastMigration: 1763700000014, rows: rowsOfAccounts },
  { lastMigration: 1763700000041, rows: rowsOfClinics },
  { lastMigration: 1763700000105, rows: rowsOfTheGone },
  ...rowsOfLaterBuilds,
  { lastMigration: Infinity, rows: [] },
];
