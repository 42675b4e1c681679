import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

let own: OwnApp;
let serverToken: string;

beforeAll(async () => {
  own = await startOwnApp();
  serverToken = await newServerToken(own.server);
}, 120_000);

afterAll(() => own.close(), 120_000);

const statusOf = async (userId: string): Promise<number> =>
  (await api(own.server).get(`/auth/user/${userId}`, { token: serverToken })).status;

describe('an account that was created by a clinic and is no longer managed', () => {
  it('is deleted, unless it has data: then it only loses its address', async () => {
    const { server } = own;
    const { post, delete: remove } = api(server);
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    const [emptyEmail, fullEmail] = [newEmail(server), newEmail(server)];
    const empty = await newPatient(server, clinic, { email: emptyEmail });
    const full = await newPatient(server, clinic, { email: fullEmail });
    accepted(
      await post(`/v1/users/${full.id}/data_sets`, {
        token,
        body: { dataSetType: 'continuous' },
      }),
    );
    for (const { id } of [empty, full]) {
      expect((await remove(`${clinic.path}/patients/${id}`, { token })).status).toBe(204);
    }
    expect(await statusOf(empty.id)).toBe(404);
    const { status, body } = await api(server).get(`/auth/user/${full.id}`, { token: serverToken });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(fullEmail);
    // Both addresses are free again.
    for (const email of [emptyEmail, fullEmail]) await newPatient(server, clinic, { email });
    await waitFor('the profile to be gone', async () =>
      (await own.database.reader.query('SELECT 1 FROM metadata WHERE user_id = ?', [empty.id])).length === 0
        ? true
        : undefined,
    );
  });

  it('stays while another clinic has it, and after its owner has claimed it', async () => {
    const { server } = own;
    const { delete: remove } = api(server);
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const leave = async (from: TestClinic, id: string) =>
      (await remove(`${from.path}/patients/${id}`, { token: from.admin.token })).status;
    const shared = await newPatient(server, clinic);
    await addPatient(server, other, { userId: shared.id }, ['custodian', 'view'], {
      fullName: 'Ann Other',
      birthDate: '1990-05-06',
    });
    expect(await leave(clinic, shared.id)).toBe(204);
    expect(await statusOf(shared.id)).toBe(200);
    expect(await leave(other, shared.id)).toBe(204);
    expect(await statusOf(shared.id)).toBe(404);

    const claimed = await newAccount(server);
    await addPatient(server, clinic, claimed, ['custodian', 'view']);
    expect(await leave(clinic, claimed.userId)).toBe(204);
    const { body } = await api(server).get('/auth/user', { token: claimed.token });
    expect(body.username).toBe(claimed.email);
  });
});

describe('a removal', () => {
  const removals = async (clinicId: string): Promise<Json[]> =>
    own.database.reader.query(
      'SELECT kind, user_id, deleted_by, deleted_time FROM clinic_deletions WHERE clinic_id = ? ORDER BY id',
      [clinicId],
    );
  const shown = async (clinicId: string) =>
    (await removals(clinicId)).map(({ kind, user_id, deleted_by }) => [kind, user_id, deleted_by]);

  it('is logged with the account and the time', async () => {
    const { server } = own;
    const { put, delete: remove } = api(server);
    const clinic = await newClinic(server);
    const { token, userId: admin } = clinic.admin;
    const before = Date.now();
    const patients = [await newAccount(server), await newAccount(server), await newAccount(server)];
    for (const patient of patients) await addPatient(server, clinic, patient, ['view']);
    const [left, ousted, closed] = patients.map(({ userId }) => userId);
    const pathOf = (id = '') => `${clinic.path}/patients/${id}`;
    accepted(await remove(pathOf(left), { token: patients[0]?.token }));
    accepted(await remove(pathOf(ousted), { token }));
    accepted(await put(`${pathOf(closed)}/permissions`, { token: patients[2]?.token, body: {} }));
    const managed = await newPatient(server, clinic);
    accepted(await remove(pathOf(managed.id), { token }));
    const [member, gone] = [await newClinician(server, clinic), await newClinician(server, clinic)];
    accepted(await remove(`${clinic.path}/clinicians/${member.userId}`, { token: member.token }));
    accepted(await remove(`/v1/users/${gone.userId}/clinics`, { token: serverToken }));
    accepted(await remove(clinic.path, { token: serverToken }));
    expect(await shown(clinic.id)).toEqual([
      ['patient', left, left],
      ['patient', ousted, admin],
      ['patient', closed, closed],
      ['patient', managed.id, admin],
      ['clinician', member.userId, member.userId],
      ['clinician', gone.userId, null],
      ['clinician', admin, null],
      ['clinic', null, null],
    ]);
    for (const { deleted_time: time } of await removals(clinic.id)) {
      expect(Number(time)).toBeGreaterThanOrEqual(before);
      expect(Number(time)).toBeLessThanOrEqual(Date.now());
    }
  });

  it('is not logged if refused', async () => {
    const { server } = own;
    const clinic = await newClinic(server);
    const { token, userId } = clinic.admin;
    const { delete: remove } = api(server);
    expect((await remove(`${clinic.path}/clinicians/${userId}`, { token })).status).toBe(422);
    expect(await removals(clinic.id)).toEqual([]);
  });
});
