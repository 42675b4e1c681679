import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newLabels,
  type TestClinic,
} from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, graph } = api(server);

/** Fields that everyone sees. */
const told = {
  name: 'Seen by all',
  address: '1 Rue de la Paix',
  city: 'Paris',
  postalCode: '75002',
  state: 'IDF',
  country: 'FR',
  clinicType: 'healthcare_system',
  website: 'https://clinic.example',
  preferredBgUnits: 'mmol/L',
};

/** Fields that only members see. */
const internal = {
  phoneNumbers: [{ type: 'Office', number: '+33 1' }],
  clinicSize: '1000+',
  timezone: 'Europe/Paris',
};

const suppressed = { suppressedNotifications: { patientClinicInvitation: true } };

let clinic: TestClinic;
let labels: { patientTags: Json[]; sites: Json[] };
let serverToken: string;
let patient: TestAccount;
let invited: TestAccount;
let stranger: TestAccount;
let colleagueElsewhere: TestAccount;

/** All fields of the clinic, and the public ones, over REST. */
let whole: Json;
let outside: Json;

const labeled = (id: string, name: string): Json[] => [{ id, name, numPatients: 1 }];

/** The fields that everyone sees. */
const seenByAll = (): Json => ({
  ...told,
  id: clinic.id,
  shareCode: clinic.shareCode,
  canMigrate: false,
  tier: 'tier0100',
  tierDescription: 'Free',
  createdTime: expect.any(String),
  updatedTime: expect.any(String),
});

/** A clinic with a label of each kind, and its invitation of a clinician. */
async function clinicWithLabels(guest: TestAccount) {
  const made = await newClinic(server, { ...told, ...internal });
  const { token } = made.admin;
  const { Pilot } = await newLabels(server, made, 'patient_tags', ['Pilot']);
  const { North } = await newLabels(server, made, 'sites', ['North']);
  accepted(await post(`${made.path}/suppressed_notifications`, { token, body: suppressed }));
  const invitation = { email: guest.email, roles: ['CLINIC_ADMIN'] };
  accepted(await post(`${made.path}/invites/clinicians`, { token, body: invitation }));
  return { made, Pilot, North };
}

beforeAll(async () => {
  [patient, invited, stranger] = await Promise.all([
    newAccount(server),
    newAccount(server, { roles: ['clinician'] }),
    newAccount(server),
  ]);
  colleagueElsewhere = (await newClinic(server)).admin;
});

beforeAll(async () => {
  serverToken = await newServerToken(server);
  const { made, Pilot, North } = await clinicWithLabels(invited);
  clinic = made;
  const sites = [{ id: North, name: 'North' }];
  await addPatient(server, clinic, patient, ['view'], { tags: [Pilot], sites });
  labels = { patientTags: labeled(Pilot, 'Pilot'), sites: labeled(North, 'North') };
  outside = seenByAll();
  whole = { ...outside, ...internal, ...suppressed, ...labels };
});

/** The clinic over REST, by its id and by its share code. */
const seenBy = async (token: string): Promise<Json[]> => [
  accepted(await get(clinic.path, { token })),
  accepted(await get(`/v1/clinics/share_code/${clinic.shareCode}`, { token })),
];

const fields = `name address city postalCode state country website shareCode tier tierDescription canMigrate
  phoneNumbers { type number } clinicSize timezone suppressedNotifications { patientClinicInvitation }
  patientTags { name numPatients } sites { name numPatients }`;

/** The same in the graph. */
async function seenInGraphBy(token: string): Promise<Json[]> {
  const query = `query ($id: ID!, $code: String!) {
    byId: clinic(id: $id) { ${fields} } byCode: clinicByShareCode(code: $code) { ${fields} }
  }`;
  const variables = { id: clinic.id, code: clinic.shareCode };
  const { body } = await graph(query, { token, variables });
  expect(body.errors).toBeUndefined();
  return [body.data.byId, body.data.byCode];
}

const namedLabels = {
  patientTags: [{ name: 'Pilot', numPatients: 1 }],
  sites: [{ name: 'North', numPatients: 1 }],
};
const { clinicType: _kind, preferredBgUnits: _units, ...textsOfAll } = told;
const wholeInGraph = { ...textsOfAll, ...internal, ...suppressed, ...namedLabels, clinicSize: 'FROM_1000' };
const nothingInternal = {
  phoneNumbers: null,
  clinicSize: null,
  timezone: null,
  suppressedNotifications: null,
  patientTags: null,
  sites: null,
};

describe('a clinic', () => {
  it.each([['CLINIC_ADMIN'], ['CLINIC_MEMBER'], ['PRESCRIBER']])(
    'shows everything to a %s of it, and to trusted servers',
    async (role) => {
      const { token } = await newClinician(server, clinic, [role]);
      for (const each of [token, serverToken]) {
        expect(await seenBy(each)).toEqual([whole, whole]);
        for (const seen of await seenInGraphBy(each)) expect(seen).toMatchObject(wholeInGraph);
      }
    },
  );

  it.each<[string, () => TestAccount]>([
    ['a stranger', () => stranger],
    ['its patient', () => patient],
    ['who is invited to work in it', () => invited],
    ['who works in another one', () => colleagueElsewhere],
  ])('shows %s the fields to find it by, and nothing internal', async (_who, account) => {
    const { token } = account();
    expect(await seenBy(token)).toEqual([outside, outside]);
    for (const seen of await seenInGraphBy(token))
      expect(seen).toEqual({
        ...textsOfAll,
        ...nothingInternal,
        shareCode: clinic.shareCode,
        tier: 'tier0100',
        tierDescription: 'Free',
        canMigrate: false,
      });
  });

  it('shows nothing internal to a former member', async () => {
    const { token, userId } = await newClinician(server, clinic);
    expect(await seenBy(token)).toEqual([whole, whole]);
    accepted(await api(server).delete(`${clinic.path}/clinicians/${userId}`, { token }));
    expect(await seenBy(token)).toEqual([outside, outside]);
  });

  it('shows its patients tags and sites in their list of clinics, as clients expect', async () => {
    const path = `/v1/patients/${patient.userId}/clinics`;
    const [own] = accepted(await get(path, { token: patient.token }));
    expect(own.clinic).toEqual({ ...outside, ...labels });
    const [shown] = accepted(await get(path, { token: serverToken }));
    expect(shown.clinic).toEqual(whole);
  });

  it('shows nothing internal to its patient through edges of the graph', async () => {
    const query = `{ me { clinicRecords { edges { node { tags { name } clinic { ${fields} } } } } } }`;
    const { body } = await graph(query, { token: patient.token });
    expect(body.errors).toBeUndefined();
    const [{ node }] = body.data.me.clinicRecords.edges;
    expect(node).toMatchObject({ tags: [{ name: 'Pilot' }], clinic: { ...textsOfAll, ...nothingInternal } });
  });

  it('shows everything where its members list their clinics and find their patients', async () => {
    const { token, userId } = clinic.admin;
    const [works] = accepted(await get(`/v1/clinicians/${userId}/clinics`, { token }));
    expect(works.clinic).toEqual(whole);
    const [found] = accepted(await get('/v1/patients', { token }));
    expect(found.clinic).toEqual(whole);
  });

  it('shows everything to its creator and to whoever has just changed it', async () => {
    const { token } = stranger;
    const body = { ...told, ...internal };
    const opened = accepted(await post('/v1/clinics', { token, body }));
    expect(opened).toMatchObject({ ...body, patientTags: [], sites: [] });
    const changed = accepted(await api(server).put(`/v1/clinics/${opened.id}`, { token, body }));
    expect(changed).toMatchObject({ ...body, patientTags: [], sites: [] });
  });
});
