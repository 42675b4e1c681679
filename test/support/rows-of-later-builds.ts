import type { EarlierRow } from './earlier-database';

/** The account whose data earlier builds have stored, and the clinic where it works. */
export const [keeperId, clinicId] = ['0123456789', 'c'.repeat(24)];

/** Its patient, who has a device that still sends. */
export const patientId = '0000000003';

/** The password of both, and how it was stored. */
export const earlierPassword = 'open-sesame-1';
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$/Be9YbV0thiU4UoIlqSMrw$p7Bf4wlr6hdxoVpFHOgMBx68D3o0U2duUWekbseKA8I';

/** A time that summaries cover. */
export const recentTime = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
const time = Date.parse('2024-05-06T00:00:00.000Z');

const row = (table: string, values: EarlierRow['values']): EarlierRow => ({ table, values });
export const earlierId = (place: number): string => `${place}`.padStart(24, '0');
const json = (value: unknown): string => JSON.stringify(value);

export const earlierDataSetId = 'd'.repeat(32);

const message = (place: number, parentId: string | null, text: string) =>
  row('messages', {
    ...{ account_id: patientId, id: earlierId(place), root_id: earlierId(100), parent_id: parentId },
    ...{ author_id: patientId, author_name: 'Jill', guid: `guid ${place}`, message_text: text },
    ...{ event_timestamp: '2024-05-06T00:00:00Z', event_time: time + place, created_time: time + place },
  });

const exportOf = (place: number, state: string) =>
  row('requested_exports', {
    ...{ id: earlierId(place), user_id: patientId, requester_id: patientId, state, line_count: 0 },
    ...{ options: json({ format: 'json', glucoseUnits: 'mmol/L' }), created_time: recentTime + place },
    expiration_time: recentTime + 7 * 86_400_000,
  });

/** A patient with a connected device, notes, exports, an order, and an account that has moved to the clinic. */
const rowsOfPatients: readonly EarlierRow[] = [
  row('users', {
    ...{ id: patientId, email: 'patient@example.org', email_verified: 1, password_hash: passwordHash },
    ...{ roles: '["patient"]', created_time: time, modified_time: time },
  }),
  row('clinic_patients', {
    ...{ clinic_id: clinicId, user_id: patientId, id: earlierId(3), full_name: 'Jill Jellyfish' },
    ...{
      name_key: 'jill jellyfish',
      birth_date: '1990-05-06',
      permissions: '["view"]',
      has_standard_ranges: 1,
    },
    ...{ search_text: 'jill jellyfish', connection_requests: '[]', reviews: '[]', is_migrated: 0 },
    ...{ legacy_clinician_ids: '[]', created_time: time, updated_time: time },
    data_sources: json([{ providerName: 'dexcom', state: 'connected' }]),
  }),
  row('patient_taggings', { clinic_id: clinicId, tag_id: earlierId(0), user_id: patientId, place: 0 }),
  message(100, null, 'The first note.'),
  message(101, earlierId(100), 'A reply.'),
  exportOf(200, 'failed'),
  exportOf(201, 'waiting'),
  row('clinic_migrations', {
    ...{ user_id: keeperId, clinic_id: clinicId, status: 'COMPLETED' },
    ...{ created_time: time, updated_time: time },
  }),
  row('ehr_messages', {
    ...{
      id: earlierId(300),
      data_model: 'Order',
      event_type: 'New',
      clinic_id: clinicId,
      user_id: patientId,
    },
    ...{ content: json({ Meta: { DataModel: 'Order', EventType: 'New' } }), created_time: time },
  }),
  row('ehr_outgoing_messages', {
    ...{ id: earlierId(301), clinic_id: clinicId, user_id: patientId, content: '{}' },
    ...{ created_time: time, sent_time: time },
  }),
];

/** Work that an earlier build has left to others: a mail and an export. */
const rowsOfWork: readonly EarlierRow[] = [
  row('outbox_messages', {
    ...{ id: earlierId(400), topic: 'mail', attempts: 0, created_time: time, due_time: time },
    payload: json({
      to: 'now@example.org',
      subject: 'Of old',
      text: 'Still waiting.',
      html: '<p>Still waiting.</p>',
    }),
  }),
  row('tasks', {
    ...{ id: earlierId(401), type: 'org.tidepool.export', priority: 0, state: 'pending' },
    ...{ data: json({ exportId: earlierId(201) }), due_time: time, created_time: time },
  }),
];

const reading = (place: number, origin: string, value: number) => {
  const [id, at] = [`${place}`.repeat(32), recentTime + place * 300_000];
  const content = {
    ...{ id, type: 'cbg', time: new Date(at).toISOString(), units: 'mmol/L', value },
    ...{ uploadId: earlierDataSetId, origin: { id: origin } },
  };
  return row('records', {
    ...{ user_id: patientId, time: at, id, upload_id: earlierDataSetId, type: 'cbg', active: 1 },
    ...{ origin_id: origin, created_time: at, content: json(content) },
  });
};

/** Readings of an open data set, found by indexes that change later. */
const rowsOfReadings: readonly EarlierRow[] = [
  row('data_sets', {
    ...{ user_id: patientId, upload_id: earlierDataSetId, id: earlierDataSetId, data_set_type: 'continuous' },
    ...{ address: earlierDataSetId, unique_id: earlierDataSetId },
    ...{ state: 'open', active: 1, deduplicator: 'org.tidepool.deduplicator.dataset.delete.origin' },
    ...{ time, content: '{}', provenance: '{}', created_time: time, modified_time: time },
  }),
  reading(1, 'first', 5),
  reading(2, 'second', 6),
];

/** A summary without the figures of weeks and months. */
const rowsOfSummaries: readonly EarlierRow[] = [
  row('summaries', {
    ...{ user_id: patientId, summary_type: 'cgm', version: 'v', schema_version: 7 },
    ...{ last_updated: recentTime },
    content: json({ lastUpdatedReason: [], firstData: 0, lastData: 0, lastUploadDate: 0, periods: {} }),
  }),
];

/** Alerts: one that was delivered, and one that waits. */
const rowsOfAlerts: readonly EarlierRow[] = [
  ...[earlierId(500), earlierId(501)].map((id, place) =>
    row('alert_notifications', {
      ...{ id, recipient_id: patientId, followed_id: keeperId, kind: 'low', message: 'Glucose is low' },
      ...{ created_time: recentTime + place, delivered_time: place === 0 ? recentTime : null },
    }),
  ),
  row('alerts_configs', {
    ...{ followed_id: keeperId, follower_id: patientId, sections: '{}' },
    ...{ created_time: time, modified_time: time },
  }),
  row('alert_watches', {
    ...{ followed_id: keeperId, follower_id: patientId, activity: '{}', wanted: 1, done: 1, due_time: 0 },
    ...{ lease_time: 0, attempts: 0, pending_id: earlierId(501) },
  }),
  row('upload_receipts', {
    ...{ user_id: patientId, upload_id: earlierDataSetId, received_time: recentTime, due_time: recentTime },
  }),
];

/** Rows that migrations after the hundredth change or index, each with the last migration before them. */
export const rowsOfLaterBuilds: readonly { lastMigration: number; rows: readonly EarlierRow[] }[] = [
  { lastMigration: 1763700000116, rows: rowsOfPatients },
  { lastMigration: 1763700000181, rows: rowsOfWork },
  { lastMigration: 1763700000193, rows: rowsOfReadings },
  { lastMigration: 1763700000220, rows: rowsOfSummaries },
  { lastMigration: 1763700000244, rows: rowsOfAlerts },
];
