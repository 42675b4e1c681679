import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newClinic, newClinician, newPatient } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph } = api(server);

const refusalsIn = ({ errors }: Json): unknown[] =>
  errors.map(({ path, extensions }: Json) => [path.join('.'), extensions.code]);

describe('what a caller may not see is null, with an error at its path,', () => {
  it('and the rest of the answer is there', async () => {
    const [clinic, stranger] = await Promise.all([newClinic(server), newAccount(server)]);
    const { body } = await graph(
      `query ($id: ID!) {
        me { id }
        clinic(id: $id) { name clinicians { edges { node { userId } } } membershipRestrictions { emailDomain } }
        clinician(clinicId: $id, userId: "any") { userId }
      }`,
      { token: stranger.token, variables: { id: clinic.id } },
    );
    expect(body.data).toEqual({
      me: { id: stranger.userId },
      clinic: { name: 'Clinic of a test', clinicians: null, membershipRestrictions: null },
      clinician: null,
    });
    expect(refusalsIn(body).sort()).toEqual([
      ['clinic.clinicians', 'FORBIDDEN'],
      ['clinic.membershipRestrictions', 'FORBIDDEN'],
      ['clinician', 'FORBIDDEN'],
    ]);
  });

  it('in the result of a change, which still says what has changed', async () => {
    const clinic = await newClinic(server);
    const [member, patient] = [await newClinician(server, clinic), await newPatient(server, clinic)];
    const { body } = await graph(
      `mutation ($input: UpdatePatientInput!) {
        updatePatient(input: $input) { patient { fullName clinic { name membershipRestrictions { emailDomain } } } }
      }`,
      {
        token: member.token,
        variables: { input: { clinicId: clinic.id, userId: patient.id, fullName: 'Ann New' } },
      },
    );
    expect(body.data.updatePatient.patient).toEqual({
      fullName: 'Ann New',
      clinic: { name: 'Clinic of a test', membershipRestrictions: null },
    });
    expect(refusalsIn(body)).toEqual([['updatePatient.patient.clinic.membershipRestrictions', 'FORBIDDEN']]);
  });

  it('also a change next to one that was made', async () => {
    const [person, stranger] = await Promise.all([newAccount(server), newAccount(server)]);
    const change = (id: string) =>
      `updateMetadata(input: { userId: "${id}", collection: "settings", patch: { a: 1 } }) { collection }`;
    const { body } = await graph(
      `mutation { own: ${change(person.userId)} other: ${change(stranger.userId)} }`,
      {
        token: person.token,
      },
    );
    expect(body.data).toEqual({ own: { collection: { a: 1 } }, other: null });
    expect(refusalsIn(body)).toEqual([['other', 'FORBIDDEN']]);
  });
});

describe('a subscription that is sent like a query', () => {
  it('is refused with a sentence that says where subscriptions run', async () => {
    const { token } = await newAccount(server);
    const answer = await graph('subscription { sharesChanged { id } }', { token });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            message: 'Subscriptions run over WebSocket at /graphql, or at /graphql/stream.',
            extensions: { code: 'BAD_USER_INPUT', status: 400 },
          },
        ],
      },
    });
  });
});
