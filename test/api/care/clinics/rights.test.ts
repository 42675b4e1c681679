import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newClinic, newClinician, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call } = api(server);

type Who = 'stranger' | 'prescriber' | 'member' | 'admin' | 'elsewhere' | 'server';

const everybody: readonly Who[] = ['stranger', 'prescriber', 'member', 'admin', 'elsewhere', 'server'];
const members: readonly Who[] = ['member', 'admin'];

/** A route and its callers; `c` is the clinic, `u` an account, `t` an id within the clinic. */
type Row = readonly [method: string, path: string, allowed: readonly Who[]];

const rows: readonly Row[] = [
  ['GET', '/v1/clinics', ['server']],
  ['POST', '/v1/clinics', everybody.filter((who) => who !== 'server')],
  ['GET', '/v1/clinics/c', everybody],
  ['GET', '/v1/clinics/share_code/x', everybody],
  ['PUT', '/v1/clinics/c', ['admin', 'server']],
  ['DELETE', '/v1/clinics/c', ['admin', 'server']],
  ['GET', '/v1/clinics/c/clinicians', [...members, 'server']],
  ['GET', '/v1/clinics/c/clinicians/u', [...members, 'server']],
  ['POST', '/v1/clinics/c/clinicians', ['server']],
  ['PUT', '/v1/clinics/c/clinicians/u', ['admin', 'server']],
  ['DELETE', '/v1/clinics/c/clinicians/u', ['admin', 'server']],
  ['POST', '/v1/clinics/c/patient_tags', [...members, 'server']],
  ['PUT', '/v1/clinics/c/patient_tags/t', [...members, 'server']],
  ['DELETE', '/v1/clinics/c/patient_tags/t', ['admin', 'server']],
  ['POST', '/v1/clinics/c/sites', ['admin', 'server']],
  ['PUT', '/v1/clinics/c/sites/t', ['admin', 'server']],
  ['DELETE', '/v1/clinics/c/sites/t', ['admin', 'server']],
  ['GET', '/v1/clinics/c/patients', [...members, 'server']],
  ['POST', '/v1/clinics/c/patients', [...members, 'server']],
  ['GET', '/v1/clinics/c/patients/u', [...members, 'server']],
  ['PUT', '/v1/clinics/c/patients/u', [...members, 'server']],
  ['POST', '/v1/clinics/c/patients/u', ['server']],
  ['DELETE', '/v1/clinics/c/patients/u', ['admin']],
  ['PUT', '/v1/clinics/c/patients/u/permissions', []],
  ['DELETE', '/v1/clinics/c/patients/u/permissions/view', []],
  ['DELETE', '/v1/clinics/c/patients/u/permissions/custodian', ['server']],
  ['PUT', '/v1/clinics/c/patients/u/reviews', members],
  ['DELETE', '/v1/clinics/c/patients/u/reviews', members],
  ['POST', '/v1/clinics/c/patients/u/upload_reminder', members],
  ['GET', '/v1/clinics/c/invites/clinicians/x/clinician', ['server']],
  ['PATCH', '/v1/clinics/c/invites/clinicians/x/clinician', ['server']],
  ['DELETE', '/v1/clinics/c/invites/clinicians/x/clinician', ['server']],
  ['GET', '/v1/patients/u/clinics', ['server']],
  ['GET', '/v1/clinicians/u/clinics', ['server']],
  ['GET', '/v1/patients', everybody.filter((who) => who !== 'server')],
  ['GET', '/v1/clinicians', ['server']],
  ['POST', '/v1/users/u/clinics', ['server']],
  ['DELETE', '/v1/users/u/clinics', ['server']],
  ['POST', '/v1/patients/u/summary', ['server']],
  ['DELETE', '/v1/summaries/t/clinics', ['server']],
  ['PUT', '/v1/patients/u/data_sources', ['server']],
  ['GET', '/v1/clinics/c/tide_report', [...members, 'server']],
  ['GET', '/v1/clinics/c/reports/realtime', [...members, 'server']],
  ['POST', '/v1/clinics/c/tier', ['server']],
  ['POST', '/v1/clinics/c/suppressed_notifications', ['admin']],
  ['GET', '/v1/clinics/c/membership_restrictions', ['admin', 'server']],
  ['PUT', '/v1/clinics/c/membership_restrictions', ['server']],
  ['GET', '/v1/clinics/c/settings/mrn', [...members, 'server']],
  ['PUT', '/v1/clinics/c/settings/mrn', ['server']],
  ['GET', '/v1/clinics/c/settings/ehr', [...members, 'server']],
  ['PUT', '/v1/clinics/c/settings/ehr', ['server']],
  ['GET', '/v1/clinics/c/settings/patient_count', [...members, 'server']],
  ['PUT', '/v1/clinics/c/settings/patient_count', ['server']],
  ['GET', '/v1/clinics/c/patient_count', [...members, 'server']],
  ['POST', '/v1/clinics/c/patient_count/refresh', ['server']],
  ['POST', '/v1/clinics/c/patients/u/connect/dexcom', [...members, 'server']],
  ['POST', '/v1/clinics/c/ehr/sync', ['server']],
  ['POST', '/v1/patients/u/ehr/sync', ['server']],
  ['POST', '/v1/clinicians/u/migrate', ['server']],
  ['POST', '/v1/clinics/c/migrate', ['admin']],
  ['POST', '/v1/clinics/c/migrations', ['server']],
  ['GET', '/v1/clinics/c/migrations', [...members, 'server']],
  ['GET', '/v1/clinics/c/migrations/u', [...members, 'server']],
  ['PATCH', '/v1/clinics/c/migrations/u', ['server']],
  ['POST', '/v1/clinics/c/reports/merge', ['server']],
  ['POST', '/v1/clinics/c/merge', ['server']],
  ['POST', '/v1/clinics/c/sites/t/merge', ['server']],
  ['POST', '/v1/clinics/c/patient_tags/t/site', ['server']],
  ['POST', '/v1/clinics/c/service_accounts', ['server']],
  ['POST', '/v1/clinics/c/patients/assign_tag/t', ['admin', 'server']],
  ['POST', '/v1/clinics/c/patients/delete_tag/t', ['admin', 'server']],
];

let clinic: TestClinic;
let tokens: Record<Who, string>;

const readToken = async (account: Promise<TestAccount>): Promise<string> => (await account).token;

beforeAll(async () => {
  clinic = await newClinic(server);
  tokens = {
    stranger: await readToken(newAccount(server)),
    prescriber: await readToken(newClinician(server, clinic, ['PRESCRIBER'])),
    member: await readToken(newClinician(server, clinic)),
    admin: clinic.admin.token,
    elsewhere: (await newClinic(server)).admin.token,
    server: await newServerToken(server),
  };
});

const address = (path: string, id: string): string =>
  path
    .replace('/c/', `/${id}/`)
    .replace(/\/c$/, `/${id}`)
    .replace(/\/u(?=\/|$)/, `/${randomUUID()}`)
    .replace(/\/t(?=\/|$)/, `/${'e'.repeat(24)}`);

/** A body that is always invalid: a caller who gets a validation error has permission. */
const wrongBody = (method: string) => (method === 'GET' || method === 'DELETE' ? {} : { raw: '{' });

describe.each(rows)('%s %s', (method, path, allowed) => {
  it('is refused to all other callers, whatever else is wrong', async () => {
    for (const who of everybody.filter((each) => !allowed.includes(each))) {
      for (const id of [clinic.id, 'f'.repeat(24), 'nonsense']) {
        const answer = await call(method, address(path, id), { token: tokens[who], ...wrongBody(method) });
        expect([who, id, answer.status]).toEqual([who, id, 403]);
        expect(answer.body).toMatchObject({ code: 403, reason: answer.body.message });
      }
    }
  });

  it('is allowed for permitted callers', async () => {
    const isClosing = path === '/v1/clinics/c' && method === 'DELETE';
    for (const who of isClosing ? [] : allowed) {
      const options = { token: tokens[who], ...wrongBody(method) };
      const { status } = await call(method, address(path, clinic.id), options);
      expect([who, [401, 403].includes(status), status < 500]).toEqual([who, false, true]);
    }
  });

  it.each([undefined, 'nonsense'])('requires a token: %s', async (token) => {
    for (const id of [clinic.id, 'nonsense']) {
      const answer = await call(method, address(path, id), { token, ...wrongBody(method) });
      expect(answer.status).toBe(401);
    }
  });
});

it('callers without permission see that first, whatever the rest of the path', async () => {
  const named = (path: string, id: string) =>
    path
      .replace('/c/', `/${clinic.id}/`)
      .replace(/\/[ut](?=\/|$)/, `/${id}`)
      .replace(/\/c$/, `/${clinic.id}`);
  for (const [method, path, allowed] of rows.filter(([, each]) => /\/[utx](\/|$)/.test(each))) {
    for (const who of everybody.filter((each) => !allowed.includes(each))) {
      for (const id of ['nonsense', 'x'.repeat(300), '%F0%9F%8D%95%00']) {
        const { status } = await call(method, named(path, id), { token: tokens[who], ...wrongBody(method) });
        expect([method, path, who, id, status]).toEqual([method, path, who, id, 403]);
      }
    }
    for (const who of allowed) {
      for (const id of ['nonsense', 'x'.repeat(300), '%F0%9F%8D%95%00']) {
        const { status } = await call(method, named(path, id), { token: tokens[who], ...wrongBody(method) });
        expect([method, path, who, id, [400, 404, 422].includes(status) && status]).toEqual([
          method,
          path,
          who,
          id,
          status,
        ]);
      }
    }
  }
});

describe('a member of the clinic', () => {
  const leave = ({ userId, token }: TestAccount) =>
    call('DELETE', `${clinic.path}/clinicians/${userId}`, { token });

  it('can leave as a member, but not as a prescriber only', async () => {
    const [member, prescriber] = await Promise.all([
      newClinician(server, clinic),
      newClinician(server, clinic, ['PRESCRIBER']),
    ]);
    expect((await leave(member)).status).toBe(200);
    expect((await leave(prescriber)).status).toBe(403);
  });
});
