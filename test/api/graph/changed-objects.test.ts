import { newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { addPatient, newClinic, newPatient } from '../../support/clinics';
import { newGrantor } from '../../support/consents';
import { invitations } from '../../support/invitations';
import { bolus } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { run } from './paged-lists';

const server = serverUnderTest();
const { graph } = api(server);

/** Runs a mutation with an input, and returns its payload. */
async function change(
  { token }: Pick<TestAccount, 'token'>,
  mutation: string,
  input: object,
  selection: string,
): Promise<Json> {
  const inputType = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const type = sharedInputs[mutation] ?? inputType;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`;
  const { body } = await graph(query, { token, variables: { input } });
  expect(body.errors).toBeUndefined();
  return body.data[mutation];
}

const sharedInputs: Readonly<Record<string, string>> = {
  assignPatientTag: 'TagPatientsInput',
  unassignPatientTag: 'TagPatientsInput',
  acceptInvitation: 'AnswerInvitationInput',
  declineInvitation: 'AnswerInvitationInput',
};

const asServer = async () => ({ token: await newServerToken(server) });

describe('a mutation returns what it has changed, as it is afterwards', () => {
  it('the tag and the patients to whom it was given', async () => {
    const clinic = await newClinic(server);
    const { id: clinicId, admin } = clinic;
    const [one, other] = [await newPatient(server, clinic), await newPatient(server, clinic)];
    const { tag } = await change(admin, 'createPatientTag', { clinicId, name: 'New' }, 'tag { id }');
    const stranger = await newAccount(server);
    const input = { clinicId, tagId: tag.id, patientIds: [other.id, stranger.userId, one.id] };
    const selection = 'done tag { id name numPatients } patients { userId tagIds }';
    expect(await change(admin, 'assignPatientTag', input, selection)).toEqual({
      done: true,
      tag: { id: tag.id, name: 'New', numPatients: 2 },
      patients: [
        { userId: other.id, tagIds: [tag.id] },
        { userId: one.id, tagIds: [tag.id] },
      ],
    });
    const fewer = { ...input, patientIds: [one.id] };
    expect(await change(admin, 'unassignPatientTag', fewer, selection)).toMatchObject({
      tag: { numPatients: 1 },
      patients: [{ userId: one.id, tagIds: [] }],
    });
    const everybody = { clinicId, tagId: tag.id };
    expect(await change(admin, 'assignPatientTag', everybody, selection)).toMatchObject({
      tag: { numPatients: 2 },
      patients: null,
    });
  });

  it('the share that an accepted invitation leads to, without the invitation', async () => {
    const [inviter, invited] = [await newAccount(server), await newAccount(server)];
    const { key } = await invitations(server).invited(inviter, invited.email, 'view');
    const { me } = await run(
      '{ me { invitationsReceived(first: 1) { edges { node { id } } } } }',
      invited.token,
    );
    const input = { userId: invited.userId, inviterId: inviter.userId, key };
    const accepted = await change(
      invited,
      'acceptInvitation',
      input,
      'removedId share { id ownerId memberId permissions }',
    );
    expect(accepted).toEqual({
      removedId: me.invitationsReceived.edges[0].node.id,
      share: {
        ...{ id: expect.any(String), ownerId: inviter.userId, memberId: invited.userId },
        permissions: ['VIEW'],
      },
    });
    const shown = await run(`{ node(id: "${accepted.share.id}") { id } }`, invited.token);
    expect(shown.node).toEqual({ id: accepted.share.id });
  });

  it('an invitation that was declined', async () => {
    const [inviter, invited] = [await newAccount(server), await newAccount(server)];
    const { key } = await invitations(server).invited(inviter, invited.email, 'view');
    const { me } = await run('{ me { invitationsSent(first: 1) { edges { node { id } } } } }', inviter.token);
    const input = { userId: invited.userId, inviterId: inviter.userId, key };
    for (let count = 0; count < 2; count += 1) {
      expect(await change(invited, 'declineInvitation', input, 'done invitation { id status }')).toEqual({
        done: true,
        invitation: { id: me.invitationsSent.edges[0].node.id, status: 'DECLINED' },
      });
    }
  });

  it('a share, or the id of one that has ended', async () => {
    const [owner, member] = [await newAccount(server), await newAccount(server)];
    const ends = { ownerId: owner.userId, memberId: member.userId };
    await share(server, owner, member, 'view');
    const selection = 'permissions share { id permissions } removedId';
    const changed = await change(owner, 'setPermissions', { ...ends, permissions: ['UPLOAD'] }, selection);
    expect(changed).toEqual({
      ...{ permissions: ['UPLOAD'], removedId: null },
      share: { id: expect.any(String), permissions: ['UPLOAD'] },
    });
    expect(await change(member, 'leaveShare', { ownerId: owner.userId }, selection)).toEqual({
      ...{ permissions: [], share: null, removedId: changed.share.id },
    });
  });

  it('consents that were revoked: that of a donation, and that of its study', async () => {
    const grantor = await newGrantor(server);
    const donation = await grantor.granted();
    const study = await grantor.granted({ type: 'ripple', version: 1, metadata: undefined });
    const input = { userId: grantor.userId, recordId: donation.id };
    const selection = 'done record { id status revocationTime } study { id status }';
    const record = { id: donation.id, status: 'REVOKED', revocationTime: expect.any(String) };
    expect(await change(grantor, 'revokeConsent', input, selection)).toEqual({
      ...{ done: true, record },
      study: { id: study.id, status: 'REVOKED' },
    });
    expect(await change(grantor, 'revokeConsent', input, selection)).toEqual({
      ...{ done: true, record, study: null },
    });
  });

  it('the clinic that remains after a merge, and the id of the other', async () => {
    const [source, target] = [await newClinic(server), await newClinic(server, { name: 'Stays' })];
    const input = { sourceId: source.id, targetId: target.id };
    expect(
      await change(await asServer(), 'mergeClinics', input, 'done removedId clinic { id name }'),
    ).toEqual({ done: true, removedId: source.id, clinic: { id: target.id, name: 'Stays' } });
  });

  it.each([
    ['updateMrnSettings', { required: true, unique: false }, 'mrnSettings { required }'],
    ['updateMembershipRestrictions', { restrictions: [] }, 'membershipRestrictions { emailDomain }'],
    ['updatePatientCountSettings', { hardLimit: { plan: 7 } }, 'patientCountSettings { hardLimit { plan } }'],
    ['refreshPatientCount', {}, 'patientCount { plan }'],
  ])('the clinic of settings: %s', async (mutation, settings, shown) => {
    const { id } = await newClinic(server);
    const answer = await change(
      await asServer(),
      mutation,
      { clinicId: id, ...settings },
      `clinic { id ${shown} }`,
    );
    const read = await run(`{ clinic(id: "${id}") { id ${shown} } }`, (await asServer()).token);
    expect(answer.clinic).toEqual(read.clinic);
  });

  it('the patient whose clinic has lost a permission, or the id of one who has left', async () => {
    const clinic = await newClinic(server);
    const person = await newAccount(server);
    await addPatient(server, clinic, person, ['view', 'note']);
    const key = { clinicId: clinic.id, userId: person.userId };
    const selection = 'permissions patient { id permissions } removedId';
    const revoked = await change(person, 'removeClinicPermission', { ...key, permission: 'NOTE' }, selection);
    expect(revoked).toEqual({
      ...{ permissions: ['VIEW'], removedId: null },
      patient: { id: expect.any(String), permissions: ['VIEW'] },
    });
    expect(await change(person, 'setClinicPermissions', { ...key, permissions: [] }, selection)).toEqual({
      ...{ permissions: [], patient: null, removedId: revoked.patient.id },
    });
  });

  it('the account whose data sources and address in clinics were changed', async () => {
    const clinic = await newClinic(server);
    const person = await newAccount(server);
    await addPatient(server, clinic, person, ['view']);
    const token = await asServer();
    const user = 'user { id clinicRecords(first: 1) { edges { node { email dataSources { state } } } } }';
    const dataSources = [{ providerName: 'dexcom', state: 'connected' }];
    const { userId } = person;
    const set = await change(token, 'setPatientDataSources', { userId, dataSources }, user);
    expect(set.user.id).toBe(userId);
    expect(set.user.clinicRecords.edges[0].node.dataSources).toEqual([{ state: 'connected' }]);
    const moved = await change(token, 'updateClinicUser', { userId, email: 'new@example.org' }, user);
    expect(moved.user.clinicRecords.edges[0].node.email).toBe('new@example.org');
  });

  it('the account whose data was deleted', async () => {
    const person = await newAccount(server);
    const token = await asServer();
    const selection = 'done user { id dataSets(first: 1) { edges { node { id } } } }';
    const none = { done: true, user: { id: person.userId, dataSets: { edges: [] } } };
    expect(await change(token, 'deleteAllData', { userId: person.userId }, selection)).toEqual(none);
  });

  it('the data set that was uploaded to, or whose records were deleted', async () => {
    const { userId, token } = await newAccount(server);
    const created = await change(
      { token },
      'createDataSet',
      { userId, dataSet: { dataSetType: 'continuous' } },
      'dataSet { id }',
    );
    const { id } = created.dataSet;
    const input = { dataSetId: id, records: [bolus()] };
    expect(await change({ token }, 'uploadData', input, 'stored dataSet { id recordCount }')).toEqual({
      stored: 1,
      dataSet: { id, recordCount: 1 },
    });
    const which = { dataSetId: id, selectors: [{ id: 'a'.repeat(32) }] };
    expect(await change({ token }, 'deleteData', which, 'done dataSet { id }')).toEqual({
      done: true,
      dataSet: { id },
    });
  });

  it('the phone that was registered', async () => {
    const { userId, token } = await newAccount(server);
    const apple = { token: 'c29tZSB0b2tlbg==', environment: 'SANDBOX' };
    const selection = 'done deviceToken { token environment modifiedTime }';
    const registered = await change({ token }, 'registerDeviceToken', { userId, apple }, selection);
    const { me } = await run(
      '{ me { phones { edges { node { token environment modifiedTime } } } } }',
      token,
    );
    expect(registered).toEqual({ done: true, deviceToken: me.phones.edges[0].node });
  });

  it('the confirmation that was sent', async () => {
    const { userId, email } = await newAccount(server, { verified: false });
    const selection = 'done confirmation { status email }';
    expect(await change(await asServer(), 'sendSignupConfirmation', { userId }, selection)).toEqual({
      done: true,
      confirmation: { status: 'PENDING', email },
    });
  });

  it('the patient who was asked to connect', async () => {
    const clinic = await newClinic(server);
    const waiting = { providerName: 'dexcom', state: 'pending' };
    const { id: userId } = await newPatient(server, clinic, { dataSources: [waiting] });
    const input = { clinicId: clinic.id, userId, provider: 'DEXCOM' };
    const selection = 'done patient { userId connectionRequests { providerName } }';
    const asked = await change(clinic.admin, 'requestProviderConnection', input, selection);
    expect(asked).toMatchObject({ done: true, patient: { userId } });
    expect(asked.patient.connectionRequests[0]).toEqual({ providerName: 'dexcom' });
  });
});
