import { newAccount, newServerToken } from '../../support/accounts';
import { api } from '../../support/api';
import { accepted, addPatient, newClinic, newClinician, newLabels, newPatient } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';
import { closeStreams, overWebSocket, transports, withToken } from '../../support/streams';

const server = serverUnderTest();
const { post, put, delete: remove } = api(server);

const patients = (clinicId: string) =>
  `subscription { patientListChanged(clinicId: "${clinicId}") { userId patient { fullName tagIds } } }`;

const invitations = (clinicId: string) =>
  `subscription { clinicInvitationsChanged(clinicId: "${clinicId}") {
    clinicianInvitations { email } patientInvitations { creator { userId } } } }`;

const received = 'subscription { clinicianInvitationsChanged { clinicianInvitations { clinicId } } }';

afterEach(closeStreams);

const change = (userId: string | null, patient: object | null) => ({
  data: { patientListChanged: { userId, patient } },
});

describe.each(transports)('clinics over %s', (_name, connect) => {
  it('publish patients to members, until they leave', async () => {
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    const member = await newClinician(server, clinic);
    const answers = await connect(server, withToken(member.token)).subscribe(patients(clinic.id));
    const { id } = await newPatient(server, clinic, { fullName: 'Ann' });
    expect(await answers.next()).toEqual(change(id, { fullName: 'Ann', tagIds: [] }));
    const body = { fullName: 'Ben', birthDate: '1990-05-06' };
    accepted(await put(`${clinic.path}/patients/${id}`, { token, body }));
    expect(await answers.next()).toEqual(change(id, { fullName: 'Ben', tagIds: [] }));
    const tag = accepted(await post(`${clinic.path}/patient_tags`, { token, body: { name: 'T' } })).id;
    accepted(await post(`${clinic.path}/patients/assign_tag/${tag}`, { token }));
    expect(await answers.next()).toEqual(change(id, { fullName: 'Ben', tagIds: [tag] }));
    accepted(await remove(`${clinic.path}/patient_tags/${tag}`, { token }));
    expect(await answers.next()).toEqual(change(null, null));
    accepted(await remove(`${clinic.path}/patients/${id}`, { token }));
    expect(await answers.next()).toEqual(change(id, null));
    accepted(await remove(`${clinic.path}/clinicians/${member.userId}`, { token }));
    const [last] = (await answers.rest()).slice(-1);
    expect(JSON.stringify(last)).toContain('FORBIDDEN');
  });

  it('publish that labels of patients change when sites are merged and tags become sites', async () => {
    const clinic = await newClinic(server);
    const sites = await newLabels(server, clinic, 'sites', ['A', 'B']);
    const tags = await newLabels(server, clinic, 'patient_tags', ['C']);
    const token = await newServerToken(server);
    const answers = await connect(server, withToken(clinic.admin.token)).subscribe(patients(clinic.id));
    accepted(await post(`${clinic.path}/sites/${sites.A}/merge`, { token, body: { id: sites.B } }));
    expect(await answers.next()).toEqual(change(null, null));
    accepted(await post(`${clinic.path}/patient_tags/${tags.C}/site`, { token }));
    expect(await answers.next()).toEqual(change(null, null));
  });

  it('publish patient counts and data sources to members', async () => {
    const [clinic, other, person] = [
      await newClinic(server),
      await newClinic(server),
      await newAccount(server),
    ];
    const [{ token }, serverToken] = [clinic.admin, await newServerToken(server)];
    const query = `subscription { patientCountChanged(clinicId: "${clinic.id}") {
      total plan providers { providerName states { state total } } } }`;
    const answers = await connect(server, withToken(token)).subscribe(query);
    const counted = (total: number, plan: number, state?: string, providerName = 'dexcom') => ({
      data: {
        patientCountChanged: {
          total,
          plan,
          providers: state === undefined ? [] : [{ providerName, states: [{ state, total: 1 }] }],
        },
      },
    });
    await newPatient(server, other);
    const { id } = await newPatient(server, clinic);
    expect(await answers.next()).toEqual(counted(1, 1));
    const tell = (sources: object[]) =>
      put(`/v1/patients/${id}/data_sources`, { token: serverToken, body: sources });
    accepted(await tell([{ providerName: 'twiist', state: 'connected' }]));
    expect(await answers.next()).toEqual(counted(1, 0, 'connected', 'twiist'));
    accepted(
      await tell([{ providerName: 'dexcom', state: 'connected', modifiedTime: '2024-05-06T07:08:09Z' }]),
    );
    expect(await answers.next()).toEqual(counted(1, 1, 'connected'));
    accepted(await post(`${clinic.path}/patients/${id}/connect/dexcom`, { token }));
    expect(await answers.next()).toEqual(counted(1, 1, 'pendingReconnect'));
    await addPatient(server, clinic, person, ['view']);
    expect(await answers.next()).toEqual(counted(2, 2, 'pendingReconnect'));
    accepted(
      await put(`${clinic.path}/patients/${person.userId}/permissions`, { token: person.token, body: {} }),
    );
    expect(await answers.next()).toEqual(counted(1, 1, 'pendingReconnect'));
    accepted(await post(`${clinic.path}/patient_count/refresh`, { token: serverToken }));
    expect(await answers.next()).toEqual(counted(1, 1, 'pendingReconnect'));
    accepted(await post(`${clinic.path}/merge`, { token: serverToken, body: { sourceId: other.id } }));
    expect(await answers.next()).toEqual(counted(2, 2, 'pendingReconnect'));
    accepted(await remove(`${clinic.path}/patients/${id}`, { token }));
    expect(await answers.next()).toEqual(counted(1, 1));
  });

  it('publish invitations: to members all, to invited people their own', async () => {
    const [clinic, guest, person] = [
      await newClinic(server),
      await newAccount(server),
      await newAccount(server),
    ];
    const { token } = clinic.admin;
    const inside = await connect(server, withToken(token)).subscribe(invitations(clinic.id));
    const outside = await connect(server, withToken(guest.token)).subscribe(received);
    const shown = (clinicians: string[], people: string[]) => ({
      data: {
        clinicInvitationsChanged: {
          clinicianInvitations: clinicians.map((email) => ({ email })),
          patientInvitations: people.map((userId) => ({ creator: { userId } })),
        },
      },
    });
    const offered = (...clinicIds: string[]) => ({
      data: {
        clinicianInvitationsChanged: { clinicianInvitations: clinicIds.map((clinicId) => ({ clinicId })) },
      },
    });
    const path = `${clinic.path}/invites/clinicians`;
    const body = { email: guest.email, roles: ['CLINIC_MEMBER'] };
    const { inviteId } = accepted(await post(path, { token, body }));
    expect(await inside.next()).toEqual(shown([guest.email], []));
    expect(await outside.next()).toEqual(offered(clinic.id));
    const { key } = accepted(
      await post(`/confirm/send/invite/${person.userId}/clinic`, {
        token: person.token,
        body: { shareCode: clinic.shareCode, permissions: { view: {} } },
      }),
    );
    expect(await inside.next()).toEqual(shown([guest.email], [person.userId]));
    accepted(await remove(`${clinic.path}/invites/patients/${key}`, { token }));
    expect(await inside.next()).toEqual(shown([guest.email], []));
    accepted(await remove(`${path}/${inviteId}`, { token }));
    expect(await inside.next()).toEqual(shown([], []));
    expect(await outside.next()).toEqual(offered());
  });

  it('end for members once the patient revokes the permission', async () => {
    const [clinic, person] = [await newClinic(server), await newAccount(server)];
    await addPatient(server, clinic, person, ['view', 'note']);
    const client = () => connect(server, withToken(clinic.admin.token));
    const data = await client().subscribe(`subscription { dataAdded(userId: "${person.userId}") { count } }`);
    const notes = await client().subscribe(
      `subscription { messageAdded(userId: "${person.userId}") { id } }`,
    );
    const path = `${clinic.path}/patients/${person.userId}`;
    accepted(await remove(`${path}/permissions/view`, { token: person.token }));
    expect(JSON.stringify((await data.rest()).slice(-1))).toContain('FORBIDDEN');
    accepted(await remove(path, { token: clinic.admin.token }));
    expect(JSON.stringify((await notes.rest()).slice(-1))).toContain('FORBIDDEN');
  });
});

it('are refused to callers from elsewhere', async () => {
  const [clinic, other] = [await newClinic(server), await newClinic(server)];
  const prescriber = await newClinician(server, clinic, ['PRESCRIBER']);
  const answerTo = async (token: string, query: string) =>
    (await (await overWebSocket(server, withToken(token)).subscribe(query)).rest()).map(
      ({ errors }) => errors[0].extensions.code,
    );
  for (const token of [other.admin.token, prescriber.token])
    for (const query of [
      patients(clinic.id),
      `subscription { patientCountChanged(clinicId: "${clinic.id}") { total } }`,
    ])
      expect(await answerTo(token, query)).toEqual(['FORBIDDEN']);
  expect(await answerTo(other.admin.token, invitations(clinic.id))).toEqual(['FORBIDDEN']);
});
