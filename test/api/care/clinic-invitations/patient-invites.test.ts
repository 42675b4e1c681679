import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, permissionSet } from '../../../support/shares';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;
let person: TestAccount;

beforeEach(async () => {
  [clinic, person] = await Promise.all([newClinic(server), newAccount(server)]);
  token = clinic.admin.token;
  const body = { fullName: 'Ann', patient: { birthday: '1990-05-06' } };
  accepted(await put(`/metadata/${person.userId}/profile`, { token: person.token, body }));
});

const send = (
  body: unknown = { shareCode: clinic.shareCode, permissions: permissionSet('view', 'note') },
  as = person,
) => post(`/confirm/send/invite/${person.userId}/clinic`, { token: as.token, body });
const sent = async (): Promise<string> => accepted(await send()).key;
const pathOf = (key = '') => `${clinic.path}/invites/patients${key && `/${key}`}`;

describe('inviting a clinic', () => {
  it('asks all administrators by mail', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key: expect.stringMatching(/^[\w-]{32}$/),
      type: 'careteam_invitation',
      status: 'pending',
      email: '',
      clinicId: clinic.id,
      creatorId: person.userId,
      context: permissionSet('view', 'note'),
      expiresAt: expect.any(String),
    });
    const mails = await waitForMails(server, clinic.admin.email, 2);
    expect(mails.some((mail) => mail.includes('Ann'))).toBe(true);
    const own = accepted(await get(`/confirm/invite/${person.userId}`, { token: person.token }));
    expect(own).toEqual([body]);
  });

  it('sends no mail to administrators of a clinic that opted out, but exists', async () => {
    const path = `${clinic.path}/suppressed_notifications`;
    const [{ token }, suppress] = [
      clinic.admin,
      (patientClinicInvitation: boolean) => ({
        suppressedNotifications: { patientClinicInvitation },
      }),
    ];
    accepted(await post(path, { token, body: suppress(true) }));
    const key = await sent();
    const open = accepted(await get(pathOf(), { token }));
    expect(open.map((each: { key: string }) => each.key)).toEqual([key]);
    accepted(await remove(pathOf(key), { token }));
    accepted(await post(path, { token, body: suppress(false) }));
    await sent();
    // The mails about the clinic itself, and about the second invitation.
    await waitForMails(server, clinic.admin.email, 2);
    expect(await mailsTo(server, clinic.admin.email)).toHaveLength(2);
  });

  it('is refused if invalid', async () => {
    const permissions = permissionSet('view');
    const { shareCode } = clinic;
    expect((await send({ shareCode })).status).toBe(400);
    expect((await send({ permissions })).status).toBe(400);
    expect((await send({ permissions: null, shareCode })).status).toBe(400);
    expect((await send({ permissions, shareCode: shareCode.toLowerCase() })).status).toBe(404);
  });

  it('conflicts with an open invitation and with an existing patient, but with nothing else', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const key = answers.find(({ status }) => status === 200)?.body.key;
    accepted(await remove(pathOf(key), { token }));
    expect((await send()).status).toBe(200);
    const other = await newClinic(server);
    await addPatient(server, other, person, ['view']);
    expect((await send({ shareCode: other.shareCode, permissions: permissionSet('view') })).status).toBe(409);
  });

  it('is for the person and custodians; others get 401', async () => {
    const custodian = await newAccount(server);
    const { userid } = await newCustodialAccount(server, custodian);
    const body = { shareCode: clinic.shareCode, permissions: permissionSet('view') };
    const path = `/confirm/send/invite/${userid}/clinic`;
    expect((await post(path, { token: custodian.token, body })).status).toBe(200);
    expect((await post(path, { token: person.token, raw: '{' })).status).toBe(401);
    expect((await post(path, { raw: '{' })).status).toBe(401);
    const managing = await newClinic(server);
    const { id } = await newPatient(server, managing);
    const ofPatient = `/confirm/send/invite/${id}/clinic`;
    expect((await post(ofPatient, { token, body })).status).toBe(401);
    expect((await post(ofPatient, { token: managing.admin.token, body })).status).toBe(200);
    const asServer = await newServerToken(server);
    const byServer = await post(`/confirm/send/invite/${person.userId}/clinic`, { token: asServer, body });
    expect(byServer.body).toMatchObject({ creatorId: person.userId, creator: { userid: person.userId } });
  });
});

describe('an invitation to a clinic', () => {
  it('is visible to all members of the clinic, in any role', async () => {
    const prescriber = await newClinician(server, clinic, ['PRESCRIBER']);
    expect((await get(pathOf(), { token: prescriber.token })).body).toEqual([]);
    const key = await sent();
    const [shown] = accepted(await get(`/confirm${pathOf()}`, { token: prescriber.token }));
    expect(shown).toMatchObject({
      key,
      context: permissionSet('view', 'note'),
      creator: { userid: person.userId, profile: { fullName: 'Ann', patient: { birthday: '1990-05-06' } } },
    });
  });

  it('is accepted with the offered permissions, except custody', async () => {
    const permissions = permissionSet('view', 'upload', 'custodian', 'follow');
    const { key } = accepted(await send({ shareCode: clinic.shareCode, permissions }));
    expect((await get(`/data/${person.userId}`, { token })).status).toBe(403);
    const { status, body } = await put(pathOf(key), { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: person.userId,
      fullName: 'Ann',
      birthDate: '1990-05-06',
      email: person.email,
      permissions: permissionSet('view', 'upload'),
    });
    expect((await get(`/data/${person.userId}`, { token })).status).toBe(200);
    expect((await put(pathOf(key), { token })).status).toBe(403);
    expect((await get(pathOf(), { token })).body).toEqual([]);
  });

  it("is accepted with the clinic's corrections", async () => {
    const tag = accepted(await post(`${clinic.path}/patient_tags`, { token, body: { name: 'T' } })).id;
    const body = {
      fullName: 'Better',
      birthDate: '1991-01-01',
      mrn: 'M',
      tags: [tag],
      diagnosisType: 'type1',
    };
    expect((await put(pathOf(await sent()), { token, body })).body).toMatchObject(body);
  });

  it.each([
    {
      email: 'other@example.org',
      targetDevices: ['x'],
      dataSources: [{ providerName: 'x', state: 'pending' }],
    },
    { email: null, targetDevices: null, dataSources: 'x' },
  ])('is accepted with what account and profile say, not with %j', async (body) => {
    const accepting = accepted(await put(pathOf(await sent()), { token, body }));
    expect(accepting).toMatchObject({ email: person.email, dataSources: null });
    expect(accepting).not.toHaveProperty('targetDevices');
  });

  it('is accepted beyond the limit of the clinic, but not against its rules on record numbers', async () => {
    const own = await newClinic(server, { country: 'US' });
    const asServer = await newServerToken(server);
    const settings = async (name: string, body: object) =>
      accepted(await put(`${own.path}/settings/${name}`, { token: asServer, body }));
    await newPatient(server, own, { mrn: 'taken' });
    await settings('patient_count', { hardLimit: { plan: 1 } });
    await settings('mrn', { required: true, unique: true });
    const { key } = accepted(await send({ shareCode: own.shareCode, permissions: permissionSet('view') }));
    const accept = (body?: object) =>
      put(`${own.path}/invites/patients/${key}`, { token: own.admin.token, body });
    for (const body of [undefined, {}, { mrn: '' }, { mrn: 'TAKEN' }, { mrn: 'free', birthDate: 'x' }])
      expect((await accept(body)).status).toBe(400);
    const sites = [{ id: 'f'.repeat(24), name: 'x' }];
    const { status, body } = await accept({ mrn: 'free', tags: ['f'.repeat(24)], sites, glycemicRanges: {} });
    expect({ status, body }).toMatchObject({ status: 200, body: { mrn: 'free', tags: [], sites: [] } });
    expect(body.glycemicRanges).toEqual({ type: 'preset', preset: 'adaStandard' });
  });

  it('is not accepted with an invalid body or an unknown key', async () => {
    const key = await sent();
    expect((await put(pathOf(key), { token, raw: '{' })).status).toBe(400);
    expect((await put(pathOf(key), { token, body: { birthDate: 'x' } })).status).toBe(400);
    expect((await put(pathOf('x'.repeat(32)), { token })).status).toBe(404);
    const other = await newClinic(server);
    const elsewhere = `${other.path}/invites/patients/${key}`;
    expect((await put(elsewhere, { token: other.admin.token })).status).toBe(404);
  });

  it('changes nothing for an existing patient', async () => {
    const key = await sent();
    const before = await addPatient(server, clinic, person, ['upload'], { fullName: 'Kept' });
    const { status, body } = await put(pathOf(key), { token, body: { fullName: 'Other' } });
    expect({ status, body }).toEqual({ status: 200, body: before });
    expect((await get(pathOf(), { token })).body).toEqual([]);
  });

  it('is declined by the clinic and canceled by the sender', async () => {
    const key = await sent();
    for (const _time of [1, 2])
      expect((await remove(pathOf(key), { token })).body).toMatchObject({ key, status: 'declined' });
    expect((await put(pathOf(key), { token })).status).toBe(403);
    expect((await remove(pathOf(key), { token: person.token })).body).toMatchObject({ status: 'canceled' });
    expect((await remove(pathOf(key), { token: person.token })).status).toBe(403);
    expect((await remove(pathOf('x'.repeat(32)), { token })).status).toBe(403);
    const asServer = await newServerToken(server);
    expect((await remove(pathOf(await sent()), { token: asServer })).body).toMatchObject({
      status: 'declined',
    });
    expect((await remove(pathOf('x'.repeat(32)), { token: asServer })).status).toBe(403);
    const accepting = await sent();
    accepted(await put(pathOf(accepting), { token }));
    for (const as of [token, person.token, asServer])
      expect((await remove(pathOf(accepting), { token: as })).status).toBe(403);
  });

  it('is either accepted or canceled if both happen concurrently', async () => {
    const key = await sent();
    const answers = await Promise.all([
      put(pathOf(key), { token }),
      remove(pathOf(key), { token: person.token }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const isPatient = (await get(`${clinic.path}/patients/${person.userId}`, { token })).status === 200;
    expect(isPatient).toBe(answers[0]?.status === 200);
  });

  it('is accepted once by two concurrent members', async () => {
    const key = await sent();
    const member = await newClinician(server, clinic, ['PRESCRIBER']);
    const answers = await Promise.all([token, member.token].map((as) => put(pathOf(key), { token: as })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { meta } = accepted(await get(`${clinic.path}/patients`, { token }));
    expect(meta.totalCount).toBe(1);
  });

  it('is hidden from others, who get 401', async () => {
    const key = await sent();
    const [stranger, elsewhere] = await Promise.all([newAccount(server), newClinic(server)]);
    for (const as of [stranger.token, elsewhere.admin.token, undefined, 'nonsense']) {
      expect((await get(pathOf(), { token: as })).status).toBe(401);
      expect((await put(pathOf(key), { token: as, raw: '{' })).status).toBe(401);
      expect((await remove(pathOf(key), { token: as })).status).toBe(401);
    }
    expect((await get(pathOf(), { token: person.token })).status).toBe(401);
    expect((await get(pathOf(), { token: await newServerToken(server) })).status).toBe(200);
  });

  it('ends when the clinic is closed', async () => {
    await sent();
    accepted(await remove(clinic.path, { token }));
    expect((await get(`/confirm/invite/${person.userId}`, { token: person.token })).body).toEqual([]);
  });
});
