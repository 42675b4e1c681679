import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newClinic, newPatient, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call } = api(server);

/** A route and a valid body; `c` is a clinic, `u` an account, `t` an id within the clinic. */
interface Row {
  method: string;
  path: string;
  body: unknown;
  /** The body is optional. */
  isOptional?: boolean;
  by?: 'admin';
}

const rows: Row[] = [
  { method: 'POST', path: '/v1/clinics/c/tier', body: { tier: 'tier0100' } },
  {
    method: 'POST',
    path: '/v1/clinics/c/suppressed_notifications',
    body: { suppressedNotifications: {} },
    by: 'admin',
  },
  { method: 'PUT', path: '/v1/clinics/c/membership_restrictions', body: {} },
  { method: 'PUT', path: '/v1/clinics/c/settings/mrn', body: { required: false, unique: false } },
  {
    method: 'PUT',
    path: '/v1/clinics/c/settings/ehr',
    body: {
      enabled: false,
      provider: 'redox',
      sourceId: '',
      procedureCodes: {},
      mrnIdType: 'MRN',
      scheduledReports: { onUploadEnabled: false, cadence: 'DISABLED' },
      tags: {},
      flowsheets: { icode: false },
    },
  },
  { method: 'PUT', path: '/v1/clinics/c/settings/patient_count', body: {} },
  { method: 'POST', path: '/v1/clinics/c/migrations', body: { userId: 'u' } },
  { method: 'PATCH', path: '/v1/clinics/c/migrations/u', body: { status: 'RUNNING' } },
  { method: 'POST', path: '/v1/clinics/c/migrate', body: {}, isOptional: true, by: 'admin' },
  { method: 'POST', path: '/v1/clinics/c/reports/merge', body: { sourceId: 'f'.repeat(24) } },
  { method: 'POST', path: '/v1/clinics/c/merge', body: { sourceId: 'f'.repeat(24) } },
  { method: 'POST', path: '/v1/clinics/c/sites/t/merge', body: { id: 'f'.repeat(24) } },
  {
    method: 'POST',
    path: '/v1/clinics/c/service_accounts',
    body: { name: 'a', client_id: 'b', client_secret: 'c' },
  },
  { method: 'POST', path: '/v1/patients/u/summary', body: {}, isOptional: true },
  { method: 'PUT', path: '/v1/patients/u/data_sources', body: [] },
];

let clinic: TestClinic;
let token: string;
let userId: string;

beforeAll(async () => {
  clinic = await newClinic(server);
  token = await newServerToken(server);
  userId = (await newPatient(server, clinic)).id;
});

describe.each(rows)('$method $path', ({ method, path, body, isOptional = false, by }) => {
  const send = (sent: object, as = by === 'admin' ? clinic.admin.token : token) => {
    const address = path
      .replace('/c/', `/${clinic.id}/`)
      .replace(/\/u(?=\/|$)/, `/${userId}`)
      .replace('/t/', `/${'e'.repeat(24)}/`);
    return call(method, address, { token: as, ...sent });
  };
  const text = JSON.stringify(body);

  it('accepts JSON with unknown keys and any character set', async () => {
    const withMore = Array.isArray(body) ? body : { ...(body as object), other: 1 };
    for (const sent of [
      { body: withMore },
      { raw: text, headers: { 'Content-Type': 'application/json; charset=utf-8' } },
    ]) {
      // An invalid body is reported first, except for a missing legacy account.
      const { status, body: answer } = await send(sent);
      expect([status === 400 && answer.message, status < 500]).toEqual([
        path.includes('service_accounts') ? expect.stringContaining('credentials') : false,
        true,
      ]);
    }
  });

  it('refuses a missing body, another type, and JSON that is not an object', async () => {
    expect((await send({})).status === 400).toBe(!isOptional);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
      expect([type, (await send({ raw: text, headers: { 'Content-Type': type } })).status]).toEqual([
        type,
        400,
      ]);
    // Restrictions may be an empty array.
    const other = Array.isArray(body) ? '{}' : path.endsWith('restrictions') ? '[5]' : '[]';
    for (const raw of ['{', '"x"', '5', other]) {
      const { status, body: answer } = await send({ raw, headers: { 'Content-Type': 'application/json' } });
      expect([raw, status, answer.code, typeof answer.message]).toEqual([raw, 400, 400, 'string']);
    }
  });

  it('shows callers without permission nothing else', async () => {
    const { token: stranger } = await newAccount(server);
    for (const sent of [{}, { raw: '{' }, { body }]) expect((await send(sent, stranger)).status).toBe(403);
  });
});
