import { logIn, newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import {
  accepted,
  addPatient,
  clinicFields,
  newClinic,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let user: TestAccount;
let serverToken: string;

beforeAll(async () => {
  [user, serverToken] = await Promise.all([newAccount(server), newServerToken(server)]);
});

const whole = {
  name: 'Zażółć — 病院',
  address: '1 Rue de la Paix',
  city: 'Paris',
  postalCode: '75002',
  state: 'IDF',
  country: 'FR',
  phoneNumbers: [{ type: 'Office', number: '+33 1' }, { number: '+33 1' }],
  clinicType: 'healthcare_system',
  clinicSize: '1000+',
  website: '',
  preferredBgUnits: 'mmol/L',
  timezone: 'US/Pacific',
};

const shown = {
  id: expect.stringMatching(/^[0-9a-f]{24}$/),
  shareCode: expect.stringMatching(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/),
  canMigrate: false,
  tier: 'tier0100',
  tierDescription: 'Free',
  patientTags: [],
  sites: [],
  createdTime: expect.stringMatching(/\.\d{3}Z$/),
  updatedTime: expect.stringMatching(/\.\d{3}Z$/),
};

const create = (body: unknown) => post('/v1/clinics', { token: user.token, body });

describe('creating a clinic', () => {
  it('stores all details', async () => {
    const { status, body } = await create({
      ...whole,
      tier: 'tier0400',
      shareCode: 'AAAA-BBBB-CCCC',
      id: 'x',
    });
    expect({ status, body }).toEqual({ status: 200, body: { ...whole, ...shown } });
    expect((await get(`/v1/clinics/${body.id}`, { token: user.token })).body).toEqual(body);
  });

  it('requires a name and glucose units, and omits absent details', async () => {
    const { body } = await create({ name: 'A', preferredBgUnits: 'mg/dL', website: 'no address' });
    expect(body).toEqual({ name: 'A', preferredBgUnits: 'mg/dL', website: 'no address', ...shown });
  });

  it.each<[string, unknown]>([
    ['no name', { preferredBgUnits: 'mg/dL' }],
    ['an empty name', { ...clinicFields, name: '' }],
    ['no units', { name: 'A' }],
    ['other units', { ...clinicFields, preferredBgUnits: 'mg' }],
    ['null', { ...clinicFields, city: null }],
    ['an empty text', { ...clinicFields, city: '' }],
    ['a number for a text', { ...clinicFields, city: 5 }],
    ['another type', { ...clinicFields, clinicType: 'hospital' }],
    ['another size', { ...clinicFields, clinicSize: '5' }],
    ['no time zone', { ...clinicFields, timezone: 'Mars/Olympus' }],
    ['an empty time zone', { ...clinicFields, timezone: '' }],
    ['no phone numbers', { ...clinicFields, phoneNumbers: [] }],
    ['one phone number twice', { ...clinicFields, phoneNumbers: [{ number: '1' }, { number: '1' }] }],
    ['an empty phone number', { ...clinicFields, phoneNumbers: [{ number: '' }] }],
    ['a phone number without number', { ...clinicFields, phoneNumbers: [{ type: 'x' }] }],
    ['an array', [clinicFields]],
    ['a text', 'clinic'],
  ])('refuses %s', async (_what, body) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 400,
      message: expect.any(String),
      reason: answer.body.message,
    });
  });

  it('refuses a missing body, a body that is not JSON, and one of another type', async () => {
    const { token } = user;
    const type = { 'Content-Type': 'text/plain' };
    expect((await post('/v1/clinics', { token })).status).toBe(400);
    expect((await post('/v1/clinics', { token, raw: '{' })).status).toBe(400);
    const raw = JSON.stringify(clinicFields);
    expect((await post('/v1/clinics', { token, raw, headers: type })).status).toBe(400);
  });

  it('creates two clinics from two equal bodies', async () => {
    const [one, other] = await Promise.all([create(clinicFields), create(clinicFields)]);
    expect(one.body.id).not.toBe(other.body.id);
    expect(one.body.shareCode).not.toBe(other.body.shareCode);
  });

  it('makes its creator the first administrator, with the name in the profile, and sends a mail', async () => {
    const creator = await newAccount(server);
    const { token, userId, email } = creator;
    accepted(await put(`/metadata/${userId}/profile`, { token, body: { fullName: 'Ann <b>' } }));
    const { id } = accepted(
      await post('/v1/clinics', { token, body: { ...clinicFields, name: 'Heart & Co' } }),
    );
    expect((await get(`/v1/clinics/${id}/clinicians`, { token })).body).toEqual([
      {
        id: userId,
        email,
        name: 'Ann <b>',
        roles: ['CLINIC_ADMIN'],
        createdTime: expect.any(String),
        updatedTime: expect.any(String),
      },
    ]);
    const [mail] = await waitForMails(server, email);
    expect(mail).toContain('Heart & Co');
  });

  it('requires and adds no role of the account; a creator without a name is shown without one', async () => {
    const creator = await newAccount(server);
    const { token } = creator;
    const before = (await get('/auth/user', { token })).body;
    const { id } = accepted(await post('/v1/clinics', { token, body: clinicFields }));
    expect((await get('/auth/user', { token })).body).toEqual(before);
    const [admin] = accepted(await get(`/v1/clinics/${id}/clinicians`, { token }));
    expect(Object.keys(admin).sort()).toEqual(['createdTime', 'email', 'id', 'roles', 'updatedTime']);
  });
});

describe('finding clinics', () => {
  it('matches the share code exactly', async () => {
    const clinic = await newClinic(server);
    const byCode = (code: string) => get(`/v1/clinics/share_code/${code}`, { token: user.token });
    expect((await byCode(clinic.shareCode)).body).toMatchObject({
      id: clinic.id,
      shareCode: clinic.shareCode,
    });
    expect((await byCode(clinic.shareCode.toLowerCase())).status).toBe(404);
    expect((await byCode(`${clinic.shareCode}%20`)).status).toBe(404);
    expect((await byCode('AAAA-AAAA-AAAA')).status).toBe(404);
  });

  it('distinguishes a malformed id from an unknown one', async () => {
    const by = async (id: string) => (await get(`/v1/clinics/${id}`, { token: user.token })).status;
    expect(await by('f'.repeat(24))).toBe(404);
    expect(await by('F'.repeat(24))).toBe(400);
    expect(await by('f'.repeat(23))).toBe(400);
  });

  it('lists them for trusted servers in order of creation', async () => {
    const start = new Date().toISOString();
    const clinics = [await newClinic(server), await newClinic(server), await newClinic(server)];
    const list = async (query: string) =>
      accepted(await get(`/v1/clinics?${query}`, { token: serverToken })).map(({ id }: { id: string }) => id);
    const ids = clinics.map(({ id }) => id);
    const all = (await list(`createdTimeStart=${start}&limit=1000`)).filter((id: string) => ids.includes(id));
    expect(all).toEqual(ids);
    expect(await list(`shareCode=${clinics[1]?.shareCode}`)).toEqual([ids[1]]);
    expect(await list('shareCode=AAAA-AAAA-AAAA')).toEqual([]);
    const second = accepted(await get(`${clinics[1]?.path}`, { token: serverToken })).createdTime;
    const exact = `shareCode=${clinics[1]?.shareCode}`;
    expect(await list(`${exact}&createdTimeStart=${second}`)).toEqual([ids[1]]);
    expect(await list(`${exact}&createdTimeEnd=${second}`)).toEqual([]);
    expect(await list(`${exact}&ehrEnabled=false`)).toEqual([ids[1]]);
    expect(await list(`${exact}&ehrEnabled=true`)).toEqual([]);
    expect(await list(`createdTimeStart=${start}&limit=1`)).toHaveLength(1);
  });

  it.each([
    'limit=0',
    'limit=',
    'limit=x',
    'offset=-1',
    'shareCode=',
    'createdTimeStart=',
    'createdTimeEnd=x',
  ])('refuses the query %s', async (query) => {
    expect((await get(`/v1/clinics?${query}`, { token: serverToken })).status).toBe(400);
  });
});

describe('changing a clinic', () => {
  it('keeps absent fields, but clears phone numbers and time zone', async () => {
    const { id } = accepted(await create(whole));
    const body = { name: 'New', preferredBgUnits: 'mg/dL' };
    const { status, body: changed } = await put(`/v1/clinics/${id}`, { token: user.token, body });
    const { phoneNumbers: _phone, timezone: _zone, ...kept } = whole;
    expect({ status, changed }).toEqual({ status: 200, changed: { ...kept, ...body, ...shown } });
    expect((await get(`/v1/clinics/${id}`, { token: user.token })).body).toEqual(changed);
  });

  it('refuses what is refused for new ones, and then changes nothing', async () => {
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    for (const body of [{ name: 'X' }, { ...clinicFields, name: '' }, { ...clinicFields, country: '' }, []]) {
      expect((await put(clinic.path, { token, body })).status).toBe(400);
    }
    expect((await get(clinic.path, { token })).body).toMatchObject(clinicFields);
    const gone = `/v1/clinics/${'f'.repeat(24)}`;
    expect((await put(gone, { token: serverToken, body: clinicFields })).status).toBe(404);
  });
});

describe('closing a clinic', () => {
  it('deletes it with all members; its share code finds nothing', async () => {
    const clinic = await newClinic(server);
    const { token } = clinic.admin;
    const guest = await newAccount(server);
    const invites = `/v1/clinicians/${guest.userId}/invites`;
    const invited = { email: guest.email, roles: ['CLINIC_MEMBER'] };
    accepted(await post(`${clinic.path}/invites/clinicians`, { token, body: invited }));
    expect((await get(invites, { token: guest.token })).status).toBe(200);
    expect((await remove(clinic.path, { token })).status).toBe(204);
    expect((await get(invites, { token: guest.token })).status).toBe(404);
    expect((await get(clinic.path, { token })).status).toBe(404);
    expect((await get(`/v1/clinics/share_code/${clinic.shareCode}`, { token })).status).toBe(404);
    expect((await get(`${clinic.path}/clinicians`, { token })).status).toBe(403);
    expect((await remove(clinic.path, { token })).status).toBe(403);
    expect((await remove(clinic.path, { token: serverToken })).status).toBe(404);
  });

  it('leaves the requests to people who may still follow them', async () => {
    const [clinic, other] = [await newClinic(server), await newClinic(server)];
    const [managed, claimed, unmanaged] = [
      await newAsked(clinic),
      await newAsked(clinic),
      await newAsked(clinic),
    ];
    await addPatient(server, other, { userId: managed.id }, ['custodian', 'view'], patientFields);
    const first = { updates: { password: 'my-first-password' } };
    accepted(await put(`/auth/user/${claimed.id}`, { token: serverToken, body: first }));
    const custody = `${clinic.path}/patients/${unmanaged.id}/permissions/custodian`;
    accepted(await remove(custody, { token: serverToken }));
    for (const { id } of [managed, claimed, unmanaged])
      accepted(await remove(`${clinic.path}/patients/${id}`, { token: clinic.admin.token }));
    accepted(await remove(clinic.path, { token: serverToken }));
    const asked = async ({ id }: Asked) => get(`/confirm/signup/${id}`, { token: serverToken });
    expect(accepted(await asked(managed))).toMatchObject({ status: 'pending', clinicId: other.id });
    expect(accepted(await asked(claimed))).not.toHaveProperty('clinicId');
    expect((await asked(unmanaged)).status).toBe(404);
    const body = { password: 'my-first-password', birthday: patientFields.birthDate };
    accepted(await put(`/confirm/accept/signup/${managed.key}`, { body }));
    accepted(await put(`/confirm/accept/signup/${claimed.key}`, {}));
    for (const { email } of [managed, claimed])
      expect((await logIn(server, email, body.password)).status).toBe(200);
    expect((await put(`/confirm/accept/signup/${unmanaged.key}`, { body })).status).toBe(404);
  });
});

/** A patient who is asked to claim the account that a clinic has opened. */
interface Asked {
  id: string;
  email: string;
  key: string;
}

async function newAsked(clinic: TestClinic): Promise<Asked> {
  const email = newEmail(server, { verified: false });
  const { id } = await newPatient(server, clinic, { email });
  const [mail = ''] = await waitForMails(server, email);
  return { id, email, key: signupKey(mail) };
}
