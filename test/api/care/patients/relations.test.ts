import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newClinician, newPatient } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

describe('the clinics of an account', () => {
  it('are those where it works, newest first, and those where it is a patient, by name', async () => {
    const [one, two] = [await newClinic(server), await newClinic(server)];
    const account = await newClinician(server, one);
    await newClinician(server, two, ['PRESCRIBER'], account);
    const token = account.token;
    const works = accepted(
      await get(`/v1/clinicians/${account.userId}/clinics?limit=1000&offset=0`, { token }),
    );
    expect(works.map(({ clinic }: Json) => clinic.id)).toEqual([two.id, one.id]);
    expect(works[1].clinic).toEqual((await get(one.path, { token })).body);
    expect(works[1].clinician).toEqual(
      (await get(`${one.path}/clinicians/${account.userId}`, { token })).body,
    );
    expect((await get(`/v1/patients/${account.userId}/clinics`, { token })).body).toEqual([]);
    await addPatient(server, one, account, ['view'], { fullName: 'zoe' });
    await addPatient(server, two, account, ['view'], { fullName: 'Adam' });
    const records = accepted(await get(`/v1/patients/${account.userId}/clinics`, { token }));
    expect(records.map(({ patient }: Json) => patient.fullName)).toEqual(['Adam', 'zoe']);
    expect(records[0].clinic.id).toBe(two.id);
    for (const side of ['patients', 'clinicians']) {
      const part = async (query: string) => get(`/v1/${side}/${account.userId}/clinics?${query}`, { token });
      expect((await part('limit=1&offset=1')).body).toHaveLength(1);
      expect((await part('offset=2')).body).toEqual([]);
      for (const query of ['limit=0', 'limit=', 'offset=-1']) expect((await part(query)).status).toBe(400);
    }
    const query = `{ me { clinics { edges { node { roles clinic { id } } } } clinicRecords { edges { node { fullName clinic { id } } } } } }`;
    const { body } = await api(server).graph(query, { token });
    expect(body.data.me.clinics.edges[0].node).toEqual({ roles: ['PRESCRIBER'], clinic: { id: two.id } });
    expect(body.data.me.clinicRecords.edges[1].node).toEqual({ fullName: 'zoe', clinic: { id: one.id } });
  });

  it('do not make members related users of their patients', async () => {
    const [clinic, patient] = [await newClinic(server), await newAccount(server)];
    await addPatient(server, clinic, patient, ['view', 'upload', 'note']);
    for (const { userId, token } of [clinic.admin, patient])
      expect((await get(`/metadata/users/${userId}/users`, { token })).body).toEqual([]);
    const token = await newServerToken(server);
    expect((await get(`/access/${patient.userId}`, { token })).body).toEqual({
      [patient.userId]: { root: {} },
    });
    expect((await get(`/access/groups/${patient.userId}`, { token })).body).toEqual({
      [patient.userId]: { root: {} },
    });
  });
});

describe('finding patients', () => {
  it('searches all clinics of the caller, and no others', async () => {
    const [one, two] = [await newClinic(server), await newClinic(server)];
    const { token } = await newClinician(server, one, ['PRESCRIBER']);
    const mrn = randomUUID();
    for (const clinic of [one, two]) await newPatient(server, clinic, { fullName: 'b', mrn: `Á${mrn}` });
    await newPatient(server, one, { fullName: 'A', birthDate: '2001-02-03' });
    const find = async (query = '') => {
      const { status, body } = await get(`/v1/patients?${query}`, { token });
      return status === 200 ? body.map(({ patient }: Json) => patient.fullName).join() : status;
    };
    expect(await find()).toBe('A,b');
    expect(await find(`mrn=a${mrn.toUpperCase()}`)).toBe('b');
    expect(await find('birthDate=2001-02-03')).toBe('A');
    expect(await find(`workspaceId=${one.id}&workspaceIdType=clinicId`)).toBe('A,b');
    expect(await find(`workspaceId=${two.id}&workspaceIdType=clinicId`)).toBe('');
    expect(await find('workspaceId=x&workspaceIdType=ehrSourceId')).toBe('');
    for (const query of [`workspaceId=${one.id}`, `workspaceId=x&workspaceIdType=y`, 'mrn=', 'limit=0'])
      expect(await find(query)).toBe(400);
    const stranger = await newAccount(server);
    expect((await get('/v1/patients', { token: stranger.token })).body).toEqual([]);
  });
});

describe('members of all clinics', () => {
  it('are shown to trusted servers with open invitations, in order of creation', async () => {
    const token = await newServerToken(server);
    const start = new Date().toISOString();
    const clinic = await newClinic(server);
    const body = { email: newEmail(server), roles: ['PRESCRIBER'] };
    const as = { token: clinic.admin.token };
    const { inviteId } = accepted(await post(`${clinic.path}/invites/clinicians`, { ...as, body }));
    const list = async (query: string): Promise<Json[]> =>
      accepted(await get(`/v1/clinicians?limit=1000&${query}`, { token })).filter(
        (each: Json) => each.clinic.id === clinic.id,
      );
    const found = await list(`createdTimeStart=${start}`);
    expect(found.map(({ clinician }) => clinician.id ?? clinician.inviteId)).toEqual([
      clinic.admin.userId,
      inviteId,
    ]);
    expect(found[0]?.clinic).toEqual((await get(clinic.path, as)).body);
    const { createdTime } = found[1]?.clinician as { createdTime: string };
    expect(await list(`createdTimeStart=${createdTime}`)).toContainEqual(found[1]);
    expect(await list(`createdTimeStart=${start}&createdTimeEnd=${createdTime}`)).not.toContainEqual(
      found[1],
    );
    for (const query of ['limit=0', 'offset=-1', 'createdTimeStart=', 'createdTimeEnd=x'])
      expect((await get(`/v1/clinicians?${query}`, { token })).status).toBe(400);
  });
});

describe('updates of accounts by trusted servers', () => {
  it('change the address in clinics; clearing it affects only patients', async () => {
    const [clinic, token] = await Promise.all([newClinic(server), newServerToken(server)]);
    const account = await newClinician(server, clinic);
    await addPatient(server, clinic, account, ['view']);
    const tell = async (body: unknown) =>
      (await post(`/v1/users/${account.userId}/clinics`, { token, body })).status;
    const shown = async () => [
      (await get(`${clinic.path}/clinicians/${account.userId}`, { token })).body.email,
      (await get(`${clinic.path}/patients/${account.userId}`, { token })).body.email,
    ];
    const email = newEmail(server);
    expect(await tell({ email: email.toUpperCase() })).toBe(204);
    expect(await shown()).toEqual([email, email]);
    expect(await tell({ email: clinic.admin.email })).toBe(422);
    expect(await shown()).toEqual([email, email]);
    expect(await tell({})).toBe(204);
    expect(await shown()).toEqual([email, undefined]);
    expect(await tell({ email: 'x' })).toBe(400);
    expect((await post(`/v1/users/${randomUUID()}/clinics`, { token, body: { email } })).status).toBe(204);
  });

  it('remove a deleted account: without another administrator, only managed patients stay', async () => {
    const [clinic, other, token] = await Promise.all([
      newClinic(server),
      newClinic(server),
      newServerToken(server),
    ]);
    const { userId } = clinic.admin;
    await addPatient(server, other, { userId }, ['view']);
    await newClinician(server, other, ['CLINIC_ADMIN'], clinic.admin);
    const managed = await newPatient(server, clinic);
    for (const each of [clinic, other]) await addPatient(server, each, await newAccount(server), ['view']);
    expect((await remove(`/v1/users/${userId}/clinics`, { token })).status).toBe(200);
    expect((await remove(`/v1/users/${userId}/clinics`, { token })).status).toBe(200);
    const patients = async ({ path }: { path: string }) =>
      accepted(await get(`${path}/patients`, { token })).data.map(({ id }: Json) => id);
    expect(await patients(clinic)).toEqual([managed.id]);
    expect(await patients(other)).toHaveLength(1);
    expect((await get(`${clinic.path}/clinicians`, { token })).body).toEqual([]);
    expect((await put(clinic.path, { token: clinic.admin.token, body: {} })).status).toBe(403);
  });
});

it('remove a deleted account as a patient', async () => {
  const [clinic, token, account] = await Promise.all([
    newClinic(server),
    newServerToken(server),
    newAccount(server),
  ]);
  await addPatient(server, clinic, account, ['view']);
  accepted(await remove(`/v1/users/${account.userId}`, { token, body: { password: account.password } }));
  await waitFor('the clinic to forget the account', async () => {
    const { status } = await get(`${clinic.path}/patients/${account.userId}`, { token });
    return status === 404 ? true : undefined;
  });
});
