import 'reflect-metadata';
import { newServerToken } from '../support/accounts';
import { api } from '../support/api';
import { dialects, fillAsThen } from '../support/earlier-database';
import { startServer } from '../support/server-process';

/** The last migration before legacy uploaders could choose ids. */
const lastMigration = 1763700000014;

const userId = '3c9a1f0e-5b7d-4c2a-9e8f-0a1b2c3d4e5f';
const dataSetId = 'a'.repeat(32);
const time = Date.parse('2024-05-06T00:00:00.000Z');
const reading = {
  ...{ id: 'b'.repeat(32), type: 'cbg', time: '2024-05-06T00:00:00.000Z' },
  ...{ units: 'mmol/L', value: 5.5, uploadId: dataSetId },
};

/** A record that summaries count. */
const recentTime = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
const recent = { ...reading, id: 'c'.repeat(32), time: new Date(recentTime).toISOString(), value: 7 };

const row = (table: string, values: Record<string, unknown>) => ({ table, values });

const rows = [
  row('users', {
    ...{ id: userId, email: 'a@example.org', email_verified: 1, roles: '[]' },
    ...{ created_time: time, modified_time: time },
  }),
  row('data_sets', {
    ...{ user_id: userId, upload_id: dataSetId, id: dataSetId, data_set_type: 'continuous', state: 'open' },
    ...{ active: 1, deduplicator: 'org.tidepool.deduplicator.none', time, content: '{"deviceId":"d"}' },
    ...{ provenance: '{}', created_time: time, modified_time: time },
  }),
  ...[reading, recent].map((record) =>
    row('records', {
      ...{ user_id: userId, time: Date.parse(record.time), id: record.id, upload_id: dataSetId, type: 'cbg' },
      ...{ active: 1, created_time: time, content: JSON.stringify(record) },
    }),
  ),
];

describe.each(dialects)('a %s database of an earlier version', (_name, on) => {
  it('keeps its data sets and records, and accepts new ones', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, rows);
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const token = await newServerToken(server);
      const { get, post } = api(server);
      expect((await get(`/data/${userId}?type=cbg`, { token })).body).toEqual([reading, recent]);
      const listed = await get(`/v1/users/${userId}/data_sets`, { token });
      expect(listed.body).toMatchObject([{ id: dataSetId, uploadId: dataSetId, deviceId: 'd' }]);
      expect((await get(`/v1/data_sets/${dataSetId}`, { token })).body).toEqual(listed.body[0]);
      const next = { type: 'cbg', time: '2024-05-07T00:00:00.000Z', units: 'mmol/L', value: 6 };
      const stored = await post(`/v1/data_sets/${dataSetId}/data`, { token, body: [next] });
      expect(stored.status).toBe(200);
      expect((await get(`/data/${userId}?type=cbg`, { token })).body).toMatchObject([reading, next, recent]);
      const taken = { id: dataSetId, dataSetType: 'continuous' };
      expect((await post(`/v1/users/${userId}/data_sets`, { token, body: taken })).status).toBe(409);
      await server.stop();
    }));

  it('gets summaries of data uploaded before summaries existed', () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, rows);
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const token = await newServerToken(server);
      const { get, post } = api(server);
      // The background work may have been faster, for the same reason.
      const { body } = await post(`/v1/summaries/cgm/${userId}`, { token });
      expect(body.dates).toMatchObject({ lastUpdatedReason: ['SCHEMA_MIGRATION'], lastData: recent.time });
      expect(body.periods['30d']).toMatchObject({ total: { records: 1, minutes: 5 }, averageGlucoseMmol: 7 });
      expect((await post(`/v1/summaries/bgm/${userId}`, { token })).text).toBe('null');
      expect((await get(`/v1/summaries/bgm/${userId}`, { token })).status).toBe(404);
      const noTime = '0001-01-01T00:00:00Z';
      const nobody = { userIds: [], start: noTime, end: noTime };
      expect((await get('/v1/summaries/outdated/cgm', { token })).body).toEqual(nobody);
      await server.stop();
    }));
});
