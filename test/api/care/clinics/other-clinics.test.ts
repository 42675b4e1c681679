import { newAccount, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  type TestClinic,
} from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);

let clinic: TestClinic;
let other: TestClinic;
let member: TestAccount;
let shared: TestAccount;

beforeAll(async () => {
  [clinic, other, shared] = await Promise.all([newClinic(server), newClinic(server), newAccount(server)]);
  member = await newClinician(server, clinic);
  await Promise.all([
    addPatient(server, clinic, shared, ['view']),
    addPatient(server, other, shared, ['view', 'note'], { mrn: 'of the other clinic' }),
  ]);
  await newPatient(server, other, { fullName: 'Patient of the other clinic' });
  const invitation = { email: 'guest@example.org', roles: ['CLINIC_MEMBER'] };
  accepted(await post(`${other.path}/invites/clinicians`, { token: other.admin.token, body: invitation }));
});

const ask = async (query: string, as = member): Promise<Json> =>
  (await graph(query, { token: as.token })).body;

const codes = ({ errors = [] }: Json): string[] => errors.map(({ extensions }: Json) => extensions.code);

/** Fields for members of the other clinic, reached through an edge. */
const guarded = [
  'patients { count }',
  'patients { totalCount }',
  'patients { edges { node { fullName } } }',
  'clinicians { edges { node { email } } }',
  'patientInvitations { key }',
  'clinicianInvitations { email }',
];

/** Public fields of a clinic. */
const told = [
  ...[
    'id',
    'name',
    'address',
    'city',
    'postalCode',
    'state',
    'country',
    'phoneNumbers',
    'website',
    'timezone',
  ],
  ...['clinicType', 'clinicSize', 'preferredBgUnits', 'shareCode', 'canMigrate', 'tier', 'tierDescription'],
  ...['suppressedNotifications', 'patientTags', 'sites', 'createdTime', 'updatedTime', 'version'],
];

/** Required arguments of fields. */
const needed: Record<string, string> = {
  realtimeReport: '(startTime: "2024-05-01T00:00:00Z", endTime: "2024-05-20T00:00:00Z")',
  tideReport: '(input: { tagIds: [], lastDataCutoff: "2024-05-01T00:00:00Z", period: DAYS_14 })',
};

interface FieldType {
  kind: string;
  ofType: FieldType | null;
}

/** `{ __typename }` for a field of an object type. */
function selectionOf({ kind, ofType }: FieldType): string {
  if (ofType) return selectionOf(ofType);
  return kind === 'OBJECT' ? '{ __typename }' : '';
}

describe('a member of one clinic', () => {
  it('sees only the public fields of another one', async () => {
    const type = 'type { kind ofType { kind ofType { kind ofType { kind ofType { kind } } } } }';
    const { data } = await ask(`{ __type(name: "Clinic") { fields { name ${type} } } }`);
    const fields = data.__type.fields as { name: string; type: FieldType }[];
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(told));
    for (const { name, type: of } of fields) {
      const answer = await ask(
        `{ clinic(id: "${other.id}") { ${name}${needed[name] ?? ''} ${selectionOf(of)} } }`,
      );
      expect([name, codes(answer)]).toEqual([name, told.includes(name) ? [] : ['FORBIDDEN']]);
    }
  });

  it.each(guarded)('does not see in another one: %s', async (edge) => {
    for (const way of [
      `clinic(id: "${other.id}") { ${edge} }`,
      `clinicByShareCode(code: "${other.shareCode}") { ${edge} }`,
    ]) {
      const answer = await ask(`{ ${way} }`);
      expect(codes(answer)).toEqual(['FORBIDDEN']);
      expect(JSON.stringify(answer)).not.toContain('of the other clinic');
    }
  });

  it("gets no access through a patient of both, nor through the patient's account", async () => {
    const patient = `patient(clinicId: "${clinic.id}", userId: "${shared.userId}")`;
    expect((await ask(`{ ${patient} { userId user { id } clinic { name } } }`)).errors).toBeUndefined();
    for (const query of [
      `{ patient(clinicId: "${other.id}", userId: "${shared.userId}") { mrn } }`,
      `{ clinician(clinicId: "${other.id}", userId: "${other.admin.userId}") { email } }`,
      `{ ${patient} { user { clinicRecords { edges { node { mrn } } } } } }`,
      `{ ${patient} { user { clinics { edges { node { roles } } } } } }`,
      `{ user(id: "${shared.userId}") { clinicRecords { edges { node { mrn } } } } }`,
      `{ ${patient} { user { clinicianInvitations { key } } } }`,
    ]) {
      const answer = await ask(query);
      expect([query, codes(answer)]).toEqual([query, ['FORBIDDEN']]);
      expect(JSON.stringify(answer)).not.toContain('of the other clinic');
    }
  });

  it('finds patients only in their own clinic', async () => {
    const query = '{ findPatients(first: 100) { edges { node { clinicId } } } }';
    const { data } = await ask(query);
    expect(data.findPatients.edges).toEqual([{ node: { clinicId: clinic.id } }]);
    const byNumber = '{ findPatients(mrn: "of the other clinic") { edges { node { clinicId } } } }';
    expect((await ask(byNumber)).data.findPatients.edges).toEqual([]);
  });

  it("has the clinic's permissions on a patient's account", async () => {
    const prescriber = await newClinician(server, clinic, ['PRESCRIBER']);
    const user = (id: string) => `{ patient(clinicId: "${clinic.id}", userId: "${id}") { user { id } } }`;
    expect((await ask(user(shared.userId))).data.patient.user.id).toBe(shared.userId);
    expect(codes(await ask(user(shared.userId), prescriber))).toEqual(['FORBIDDEN']);
    const data = `{ patient(clinicId: "${clinic.id}", userId: "${shared.userId}") {
      user { notes(first: 1) { edges { node { id } } } } } }`;
    expect(codes(await ask(data))).toEqual(['FORBIDDEN']);
  });
});
