import { newAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted, addPatient, newClinic, newClinician, type TestClinic } from '../../../support/clinics';
import { messenger } from '../../../support/messages';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { delete: remove, graph, post } = api(server);

let clinic: TestClinic;
beforeAll(async () => {
  clinic = await newClinic(server);
});

describe('the notes of a patient', () => {
  const query = `query ($clinicId: ID!, $userId: ID!) { patient(clinicId: $clinicId, userId: $userId) {
    fullName notes(first: 5) { edges { node { id text authorId } } } user { notes(first: 5) { edges { node { id } } } } } }`;
  const ask = async (userId: string, token = clinic.admin.token): Promise<Json> =>
    (await graph(query, { token, variables: { clinicId: clinic.id, userId } })).body;

  it('are those in the account, for members of clinics that may read them', async () => {
    const person = await newAccount(server);
    await addPatient(server, clinic, person, ['view', 'note'], { fullName: 'A' });
    const member = await newClinician(server, clinic);
    const own = await messenger(server, person).sent();
    const theirs = await messenger(server, clinic.admin).sent({}, person.userId);
    for (const token of [clinic.admin.token, member.token]) {
      const { data, errors } = await ask(person.userId, token);
      expect(errors).toBeUndefined();
      const { notes, user } = data.patient;
      expect(notes.edges.map(({ node }: Json) => node.id).sort()).toEqual([own, theirs].sort());
      expect(user.notes.edges.map(({ node }: Json) => node.id)).toEqual(
        notes.edges.map(({ node }: Json) => node.id),
      );
    }
  });

  it('are hidden from clinics without the permission', async () => {
    const person = await newAccount(server);
    await addPatient(server, clinic, person, ['view'], { fullName: 'B' });
    const text = 'a secret of the patient';
    await messenger(server, person).sent({ messagetext: text });
    const body = await ask(person.userId);
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(JSON.stringify(body)).not.toContain(text);
  });
});

describe('the roles of an invitation', () => {
  const roles = ['CLINIC_MEMBER', 'PRESCRIBER'];

  it('are those that the clinic offers, for the clinic and the invited person', async () => {
    const invited = await newAccount(server);
    const { path, admin } = clinic;
    const body = { email: invited.email, roles };
    const { inviteId: key } = accepted(
      await post(`${path}/invites/clinicians`, { token: admin.token, body }),
    );
    const ofClinic = `query ($id: ID!) { clinic(id: $id) { clinicianInvitations { key roles } } }`;
    const { clinicianInvitations } = accepted(
      await graph(ofClinic, { token: admin.token, variables: { id: clinic.id } }),
    ).data.clinic;
    expect(clinicianInvitations).toEqual([{ key, roles }]);
    const own = '{ me { clinicianInvitations { key roles clinic { name } } } }';
    const { data } = accepted(await graph(own, { token: invited.token }));
    expect(data.me.clinicianInvitations).toEqual([{ key, roles, clinic: { name: expect.any(String) } }]);
    accepted(await remove(`${path}/invites/clinicians/${key}`, { token: admin.token }));
    expect(accepted(await graph(own, { token: invited.token })).data.me.clinicianInvitations).toEqual([]);
  });
});
