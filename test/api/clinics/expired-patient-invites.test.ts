import { newAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { accepted, newClinic } from '../../support/clinics';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { setOf } from '../../support/shares';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp();
}, 120_000);

afterAll(() => own.close(), 120_000);

it('an invitation to a clinic that has expired is still shown and accepted, and keeps no other away', async () => {
  const { database, server } = own;
  const { get, post, put } = api(server);
  const [clinic, person] = [await newClinic(server), await newAccount(server)];
  const { token } = clinic.admin;
  const send = () =>
    post(`/confirm/send/invite/${person.userId}/clinic`, {
      token: person.token,
      body: { shareCode: clinic.shareCode, permissions: setOf('view') },
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
  expect([status, body.permissions]).toEqual([200, setOf('view')]);
  expect((await put(`${path}/${open.key}`, { token })).body).toEqual(body);
  expect(await keys()).toEqual([]);
});
