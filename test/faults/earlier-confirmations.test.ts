import 'reflect-metadata';
import { api } from '../support/api';
import { dialects, fillAsThen, type EarlierRow } from '../support/earlier-database';
import { newServerToken } from '../support/accounts';
import { startServer } from '../support/server-process';

/** The last migration before changing an address invalidated links mailed to the former one. */
const lastMigration = 1763700000092;

const userId = '0123456789';
const [former, current] = ['former@example.org', 'current@example.org'];
const time = Date.now() - 60_000;
const keyOf = (name: string): string => name.padEnd(32, '0');

const confirmation = (type: string, address: string, key: string): EarlierRow => ({
  table: 'confirmations',
  values: {
    ...{ confirmation_key: keyOf(key), type, status: 'pending', email: address, address, user_id: userId },
    ...{ created_time: time, modified_time: time, expires_time: time + 3_600_000 },
  },
});

const rows: EarlierRow[] = [
  {
    table: 'users',
    values: {
      ...{ id: userId, email: current, email_verified: 0, password_hash: '$argon2id$', roles: '["patient"]' },
      ...{ created_time: time, modified_time: time },
    },
  },
  confirmation('password_reset', former, 'a'),
  confirmation('signup_confirmation', former, 'b'),
  confirmation('password_reset', current, 'c'),
  confirmation('signup_confirmation', current, 'd'),
];

describe.each(dialects)('a %s database of an earlier version', (_name, on) => {
  it("contains no links that were mailed to an account's former address", () =>
    on(async (databaseUrl) => {
      await fillAsThen(databaseUrl, lastMigration, rows);
      const server = await startServer({ DATABASE_URL: databaseUrl });
      const { get, put } = api(server);
      const reset = (email: string, key: string) =>
        put('/confirm/accept/forgot', { body: { key: keyOf(key), email, password: 'open-sesame' } });
      const accept = (key: string) => put(`/confirm/accept/signup/${keyOf(key)}`);
      expect((await reset(former, 'a')).status).toBe(404);
      expect((await accept('b')).status).toBe(404);
      const pending = await get(`/confirm/signup/${userId}`, { token: await newServerToken(server) });
      expect(pending.body).toMatchObject({ email: current, key: keyOf('d') });
      expect((await accept('d')).status).toBe(200);
      expect((await reset(current, 'c')).status).toBe(200);
      await server.stop();
    }));
});
