import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { accepted, newClinic } from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { permissionSet } from '../../../support/shares';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

it('an expired invitation to a clinic can still be seen and accepted, and does not block a new one', async () => {
  const { database, server } = own;
  const { get, post, put } = api(server);
  const [clinic, person] = [await newClinic(server), await newAccount(server)];
  const { token } = clinic.admin;
  const send = () =>
    post(`/confirm/send/invite/${person.userId}/clinic`, {
      token: person.token,
      body: { shareCode: clinic.shareCode, permissions: permissionSet('view') },
    });
  const expired = accepted(await send());
  const week = 7 * 24 * 3_600_000;
  expect(Date.parse(expired.expiresAt) - Date.parse(expired.created)).toBe(week);
  expect((await send()).status).toBe(409);
  await database.transaction((manager) => manager.query('UPDATE confirmations SET expires_time = 1'));
  const open = accepted(await send());
  const path = `${clinic.path}/invites/patients`;
  const keys = async () => (await get(path, { token })).body.map(({ key }: { key: string }) => key);
  expect(await keys()).toEqual([open.key, expired.key]);
  const { status, body } = await put(`${path}/${expired.key}`, { token });
  expect([status, body.permissions]).toEqual([200, permissionSet('view')]);
  expect((await put(`${path}/${open.key}`, { token })).body).toEqual(body);
  expect(await keys()).toEqual([]);
});

it('an invitation to work in a clinic waits until the clinic is migrated, for any answer', async () => {
  const { database, server } = own;
  const { call, get, post } = api(server);
  const [clinic, guest] = [await newClinic(server), await newAccount(server)];
  const serverToken = await newServerToken(server);
  const body = { email: guest.email, roles: ['CLINIC_MEMBER'] };
  const { token } = clinic.admin;
  const { inviteId } = accepted(await post(`${clinic.path}/invites/clinicians`, { token, body }));
  const setMigrated = (flag: number) =>
    database.transaction((manager) =>
      manager.query('UPDATE clinics SET is_migrated = ? WHERE id = ?', [flag, clinic.id]),
    );
  const ofClinic = (key: string) => `${clinic.path}/invites/clinicians/${key}`;
  const ofGuest = `/v1/clinicians/${guest.userId}/invites/${inviteId}`;
  const byAll = (key: string): Promise<Answer>[] => [
    ...['GET', 'PATCH', 'DELETE'].map((method) => call(method, ofClinic(key), { token })),
    ...['GET', 'PATCH', 'DELETE'].map((method) =>
      call(method, `${ofClinic(key)}/clinician`, {
        token: serverToken,
        ...(method === 'PATCH' && { body: { userId: guest.userId } }),
      }),
    ),
  ];
  await setMigrated(0);
  const answers = await Promise.all([
    ...byAll(inviteId),
    ...byAll('x'.repeat(32)),
    ...['PUT', 'DELETE'].map((method) => call(method, ofGuest, { token: guest.token })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(422));
  await setMigrated(1);
  const [open] = accepted(await get(`/v1/clinicians/${guest.userId}/invites`, { token: guest.token }));
  expect(open).toMatchObject({ key: inviteId, status: 'pending' });
  expect((await call('PUT', ofGuest, { token: guest.token })).status).toBe(200);
});
