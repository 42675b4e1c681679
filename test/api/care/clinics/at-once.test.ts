import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;

beforeEach(async () => {
  [clinic, serverToken] = await Promise.all([newClinic(server), newServerToken(server)]);
  token = clinic.admin.token;
});

/** The order is random, so each race runs several times. */
const rounds = 6;

const list = async (query = ''): Promise<Json> =>
  accepted(await get(`${clinic.path}/patients?limit=100&${query}`, { token }));
const label = async (kind: string, name: string): Promise<string> =>
  accepted(await post(`${clinic.path}/${kind}`, { token, body: { name } })).id;

it.each([
  { kind: 'sites', allowed: [200, 422], fields: (id: string) => ({ sites: [{ id }] }) },
  { kind: 'patient_tags', allowed: [200], fields: (id: string) => ({ tags: [id] }) },
])('no patient keeps a deleted $kind that is assigned concurrently', async ({ kind, allowed, fields }) => {
  const { id } = await newPatient(server, clinic);
  const shared = await newAccount(server);
  const none = `${kind === 'sites' ? 'sites' : 'tags'}=_`;
  for (let round = 0; round < rounds; round += 1) {
    const given = fields(await label(kind, `L${round}`));
    const [gone] = accepted(await get(clinic.path, { token }))[kind === 'sites' ? 'sites' : 'patientTags'];
    const body = { ...patientFields, ...given };
    const path = `${clinic.path}/patients`;
    const [removed, ...written] = await Promise.all([
      remove(`${clinic.path}/${kind}/${gone.id}`, { token }),
      put(`${path}/${id}`, { token, body }),
      post(path, { token, body }),
      ...(round === 0
        ? [
            post(`${path}/${shared.userId}`, {
              token: serverToken,
              body: { ...body, permissions: { view: {} } },
            }),
          ]
        : []),
    ]);
    expect(removed.status).toBe(204);
    for (const { status } of written) expect(allowed).toContain(status);
    const [{ meta, data }, without] = [await list(), await list(none)];
    expect(without.meta).toEqual({ count: meta.totalCount, totalCount: meta.totalCount });
    expect(data.every(({ tags, sites }: Json) => tags.length + sites.length === 0)).toBe(true);
  }
});

it('no removed patient counts for a tag that is assigned to everyone concurrently', async () => {
  const tag = await label('patient_tags', 'T');
  await newPatient(server, clinic);
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await newAccount(server), await newAccount(server)];
    for (const account of [one, other]) await addPatient(server, clinic, account, ['view']);
    const answers = await Promise.all([
      post(`${clinic.path}/patients/assign_tag/${tag}`, { token }),
      remove(`/v1/users/${one.userId}/clinics`, { token: serverToken }),
      remove(`${clinic.path}/patients/${other.userId}`, { token: other.token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204]);
    const { data, meta } = await list();
    expect(data.map(({ tags }: Json) => tags)).toEqual([[tag]]);
    expect(meta.totalCount).toBe(1);
    const { patientTags } = accepted(await get(clinic.path, { token }));
    expect(patientTags).toEqual([{ id: tag, name: 'T', numPatients: 1 }]);
    // A patient who comes back has no former tags.
    expect((await addPatient(server, clinic, one, ['view'])).tags).toEqual([]);
    accepted(await remove(`${clinic.path}/patients/${one.userId}`, { token }));
  }
});

it('a name and an address that change concurrently are both searchable', async () => {
  const [patient, colleague] = [await newAccount(server), await newClinician(server, clinic)];
  await addPatient(server, clinic, patient, ['view'], patientFields);
  const ids = async (kind: 'patients' | 'clinicians', text: string) => {
    const found = accepted(await get(`${clinic.path}/${kind}?search=${encodeURIComponent(text)}`, { token }));
    return (kind === 'patients' ? found.data : found).map(({ id }: Json) => id);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, { userId }] of [
      ['patients', patient],
      ['clinicians', colleague],
    ] as const) {
      const [email, name] = [newEmail(server), `Name ${round} of ${kind}`];
      const path = `${clinic.path}/${kind}/${userId}`;
      const before = accepted(await get(path, { token }));
      const answers = await Promise.all([
        put(path, { token, body: { ...before, fullName: name, name } }),
        post(`/v1/users/${userId}/clinics`, { token: serverToken, body: { email } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 204]);
      expect(await ids(kind, name)).toEqual([userId]);
      const now = accepted(await get(path, { token })).email;
      expect(await ids(kind, now)).toEqual([userId]);
    }
  }
});

it('two concurrent reviews are both stored, and each can revoke the newest one', async () => {
  const { id } = await newPatient(server, clinic);
  const member = await newClinician(server, clinic);
  const path = `${clinic.path}/patients/${id}/reviews`;
  const by = { [clinic.admin.userId]: token, [member.userId]: member.token };
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Object.values(by).map((as) => put(path, { token: as })));
    const { reviews } = accepted(await get(`${clinic.path}/patients/${id}`, { token }));
    const clinicians = reviews.map(({ clinicianId }: Json) => clinicianId);
    expect([...clinicians].sort()).toEqual(Object.keys(by).sort());
    const answers = await Promise.all(
      clinicians.map((userId: string) => remove(path, { token: by[userId] })),
    );
    const statuses = answers.map(({ status }) => status);
    // The older one may be revoked by its own request once the newer one is gone.
    expect(statuses[0]).toBe(200);
    expect([200, 409]).toContain(statuses[1]);
    if (statuses[1] === 409) accepted(await remove(path, { token: by[clinicians[1]] }));
    expect((await remove(path, { token })).status).toBe(404);
  }
});

it('a unique record number goes to one of several concurrent patients', async () => {
  const settings = { token: serverToken, body: { required: false, unique: true } };
  accepted(await put(`${clinic.path}/settings/mrn`, settings));
  const [patient, account] = [await newPatient(server, clinic), await newAccount(server)];
  for (const mrn of ['Á 1', 'b 2', 'c 3']) {
    const [body, path] = [{ ...patientFields, mrn }, `${clinic.path}/patients`];
    const answers = await Promise.all([
      post(path, { token, body }),
      post(path, { token, body: { ...body, mrn: mrn.toUpperCase() } }),
      put(`${path}/${patient.id}`, { token, body: { ...body, mrn: mrn.toLowerCase() } }),
      post(`${path}/${account.userId}`, { token: serverToken, body }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 400, 409].includes(status))).toBe(true);
    const isHolder = (each: Json) => each.mrn?.toLowerCase() === mrn.toLowerCase();
    const data = (await list()).data.filter(isHolder);
    expect(data).toHaveLength(1);
    // All leave except the changed one.
    for (const { id } of data.filter((each: Json) => each.id !== patient.id))
      accepted(await remove(`${clinic.path}/patients/${id}`, { token }));
  }
});

it('an invited clinician is assigned to one of two accounts', async () => {
  const body = { email: newEmail(server), roles: ['CLINIC_MEMBER'] };
  const { inviteId } = accepted(await post(`${clinic.path}/invites/clinicians`, { token, body }));
  const accounts = [await newAccount(server), await newAccount(server)];
  const path = `${clinic.path}/invites/clinicians/${inviteId}`;
  const answers = await Promise.all(
    accounts.map(({ userId }) =>
      api(server).patch(`${path}/clinician`, { token: serverToken, body: { userId } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const given = answers.find(({ status }) => status === 200)?.body.id;
  const people = accepted(await get(`${clinic.path}/clinicians`, { token }));
  expect(people.map(({ id }: Json) => id).sort()).toEqual([clinic.admin.userId, given].sort());
  // Servers do not change the invitation itself.
  expect((await get(path, { token })).body).toMatchObject({ key: inviteId, status: 'pending' });
});
