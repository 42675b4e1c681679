import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newClinician, newPatient, type TestClinic } from '../../../support/clinics';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

const unknown = `/v1/clinics/${'f'.repeat(24)}`;

let clinic: TestClinic;
let token: string;
let member: string;

beforeAll(async () => {
  token = await newServerToken(server);
});

beforeEach(async () => {
  clinic = await newClinic(server);
  member = (await newClinician(server, clinic)).token;
});

const shown = async () => accepted(await get(clinic.path, { token }));

describe('the tier', () => {
  it('is set by trusted servers, with a name', async () => {
    expect(await shown()).toMatchObject({ tier: 'tier0100', tierDescription: 'Free' });
    for (const [tier, tierDescription] of [
      ['tier0200', 'Standard'],
      ['tier0300', 'Premium'],
      ['tier0400', 'Enterprise'],
      ['tier0100', 'Free'],
    ]) {
      const { status, text } = await post(`${clinic.path}/tier`, { token, body: { tier } });
      expect([status, text]).toEqual([200, '']);
      expect(await shown()).toMatchObject({ tier, tierDescription });
    }
  });

  it('is refused if invalid, for unknown clinics, and for people', async () => {
    for (const body of [{}, { tier: 'tier0101' }, { tier: '' }, { tier: 5 }, null, [], undefined]) {
      expect((await post(`${clinic.path}/tier`, { token, body })).status).toBe(400);
    }
    const body = { tier: 'tier0200' };
    expect((await post(`${unknown}/tier`, { token, body })).status).toBe(404);
    expect((await post('/v1/clinics/nonsense/tier', { token, body })).status).toBe(400);
    const { token: admin } = clinic.admin;
    expect((await post(`${clinic.path}/tier`, { token: admin, body: 'no' })).status).toBe(403);
    expect((await post('/v1/clinics/nonsense/tier', { token: admin, body })).status).toBe(403);
    expect((await post(`${clinic.path}/tier`, { body })).status).toBe(401);
    await put(clinic.path, { token, body: { name: 'A', preferredBgUnits: 'mg/dL', tier: 'tier0400' } });
    expect(await shown()).toMatchObject({ tier: 'tier0100' });
  });
});

describe('suppressed notifications', () => {
  const path = () => `${clinic.path}/suppressed_notifications`;

  it('are set only by administrators, and replaced as a whole', async () => {
    const { token: admin } = clinic.admin;
    const body = { suppressedNotifications: { patientClinicInvitation: true } };
    expect(await shown()).not.toHaveProperty('suppressedNotifications');
    const { status, text } = await post(path(), { token: admin, body });
    expect([status, text]).toEqual([200, '']);
    expect(await shown()).toMatchObject(body);
    await post(path(), { token: admin, body: { suppressedNotifications: {} } });
    expect((await shown()).suppressedNotifications).toEqual({});
    for (const refused of [token, member]) {
      expect((await post(path(), { token: refused, body })).status).toBe(403);
    }
  });

  it.each([
    {},
    { suppressedNotifications: { other: true } },
    { suppressedNotifications: { patientClinicInvitation: 'yes' } },
    { suppressedNotifications: null },
    [],
    undefined,
  ])('refuse %j', async (body) => {
    expect((await post(path(), { token: clinic.admin.token, body })).status).toBe(400);
  });
});

describe('membership restrictions', () => {
  const path = () => `${clinic.path}/membership_restrictions`;
  const restrictions = [{ emailDomain: 'a.example' }, { emailDomain: 'b.example', requiredIdp: 'b' }];

  it('are set by trusted servers, and shown to administrators but not to members', async () => {
    const { token: admin } = clinic.admin;
    expect((await get(path(), { token: admin })).body).toEqual({});
    expect((await put(path(), { token, body: { restrictions } })).body).toEqual({ restrictions });
    for (const reader of [admin, token]) {
      expect((await get(path(), { token: reader })).body).toEqual({ restrictions });
    }
    expect((await get(path(), { token: member })).status).toBe(403);
    expect((await put(path(), { token: admin, body: {} })).status).toBe(403);
    for (const body of [{}, { restrictions: [] }, []]) {
      await put(path(), { token, body: { restrictions } });
      const { status, body: answered } = await put(path(), { token, body });
      expect([status, answered]).toEqual([200, {}]);
      expect((await get(path(), { token })).body).toEqual({});
    }
  });

  it('require a domain and a clinic', async () => {
    for (const body of [
      { restrictions: [{}] },
      { restrictions: [{ emailDomain: '' }] },
      { restrictions: [{ emailDomain: 'a', requiredIdp: 5 }] },
      { restrictions: {} },
      'no',
      undefined,
    ]) {
      expect([body, (await put(path(), { token, body })).status]).toEqual([body, 400]);
    }
    expect((await put(`${unknown}/membership_restrictions`, { token, body: {} })).status).toBe(404);
    expect((await get(`${unknown}/membership_restrictions`, { token })).status).toBe(404);
  });
});

describe('settings for medical record numbers', () => {
  const path = () => `${clinic.path}/settings/mrn`;
  const set = async (required: boolean, unique: boolean) =>
    accepted(await put(path(), { token, body: { required, unique } }));

  it('do not exist until set, and are returned as set', async () => {
    for (const reader of [token, member]) expect((await get(path(), { token: reader })).status).toBe(404);
    expect(await set(true, false)).toEqual({ required: true, unique: false });
    expect(await set(false, true)).toEqual({ required: false, unique: true });
    for (const reader of [token, member]) {
      expect((await get(path(), { token: reader })).body).toEqual({ required: false, unique: true });
    }
    for (const body of [{}, { required: true }, { required: true, unique: 'no' }, null, undefined]) {
      expect((await put(path(), { token, body })).status).toBe(400);
    }
    const body = { required: true, unique: true };
    expect((await put(path(), { token: clinic.admin.token, body })).status).toBe(403);
    expect((await put(`${unknown}/settings/mrn`, { token, body })).status).toBe(404);
    expect((await get(`${unknown}/settings/mrn`, { token })).status).toBe(404);
  });

  it('apply to later new and changed patients, ignoring case and accents', async () => {
    const fields = { fullName: 'A', birthDate: '1990-05-06' };
    const create = (mrn?: string) =>
      post(`${clinic.path}/patients`, { token: member, body: { ...fields, mrn } });
    const change = (id: string, mrn?: string) =>
      put(`${clinic.path}/patients/${id}`, { token: member, body: { ...fields, mrn } });
    const { id: one } = await newPatient(server, clinic, { mrn: 'ab1' });
    const { id: two } = await newPatient(server, clinic, { mrn: 'AB1' });
    const { id: three } = await newPatient(server, clinic);
    await set(false, true);
    for (const mrn of ['ab1', 'Áb1']) {
      const { status, body } = await create(mrn);
      expect([status, body.message]).toEqual([400, 'mrn must be unique']);
    }
    expect((await create('ab1 ')).status).toBe(200);
    expect((await create()).status).toBe(200);
    expect((await change(one, 'ab1')).status).toBe(400);
    expect((await change(two, 'ab2')).status).toBe(200);
    expect((await change(one, 'ab1')).status).toBe(200);
    await set(true, false);
    const refused = await create();
    expect([refused.status, refused.body.message]).toEqual([400, 'mrn is required']);
    expect((await change(three)).status).toBe(400);
    expect((await change(three, 'ab1')).status).toBe(200);
  });

  it('allow one of several concurrent patients with the same number', async () => {
    await set(false, true);
    const body = { fullName: 'A', birthDate: '1990-05-06', mrn: 'same' };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post(`${clinic.path}/patients`, { token: member, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe('settings of health record systems', () => {
  const path = () => `${clinic.path}/settings/ehr`;
  const settings = {
    enabled: true,
    provider: 'redox',
    sourceId: 'source',
    procedureCodes: {},
    mrnIdType: 'MR',
    scheduledReports: { onUploadEnabled: false, cadence: '7d' },
    tags: {},
    flowsheets: { icode: false },
  };

  it('do not exist until set, and are returned as set', async () => {
    for (const reader of [token, member]) expect((await get(path(), { token: reader })).status).toBe(404);
    const whole = {
      ...settings,
      provider: 'xealth',
      destinationIds: { flowsheet: 'f', notes: 'n', results: 'r' },
      procedureCodes: { createAccount: 'c', enableSummaryReports: 'e' },
      scheduledReports: { onUploadEnabled: true, onUploadNoteEventType: 'Replace', cadence: 'DISABLED' },
      tags: { codes: ['a', 'b'], separator: ',' },
      flowsheets: { icode: true },
      notes: { includeGMI: true },
    };
    expect((await put(path(), { token, body: { ...whole, other: 1 } })).body).toEqual(whole);
    for (const reader of [token, member]) expect((await get(path(), { token: reader })).body).toEqual(whole);
    expect((await put(path(), { token, body: settings })).body).toEqual({ ...settings, tags: { codes: [] } });
    expect((await put(path(), { token: clinic.admin.token, body: settings })).status).toBe(403);
    expect((await put(`${unknown}/settings/ehr`, { token, body: settings })).status).toBe(404);
    expect((await get(`${unknown}/settings/ehr`, { token })).status).toBe(404);
  });

  it('keep the note event type only if reports follow uploads', async () => {
    const reports = async (scheduledReports: object) => {
      const { body } = await put(path(), { token, body: { ...settings, scheduledReports } });
      return body.scheduledReports;
    };
    const cadence = '14d';
    expect(await reports({ onUploadEnabled: false, onUploadNoteEventType: 'Replace', cadence })).toEqual({
      onUploadEnabled: false,
      cadence,
    });
    expect(await reports({ onUploadEnabled: true, cadence })).toEqual({
      onUploadEnabled: true,
      onUploadNoteEventType: 'New',
      cadence,
    });
  });

  it('accept an empty code only for orders that create accounts and enable reports', async () => {
    const codes = async (procedureCodes: object) =>
      (await put(path(), { token, body: { ...settings, procedureCodes } })).status;
    expect(await codes({ createAccountAndEnableReports: '' })).toBe(200);
    for (const name of ['enableSummaryReports', 'disableSummaryReports', 'createAccount'])
      expect(await codes({ [name]: '' })).toBe(400);
  });

  it('remove the management indicator from reports', async () => {
    const { body } = await put(path(), { token, body: { ...settings, notes: { includeGMI: false } } });
    expect(body).not.toHaveProperty('notes');
  });

  it('determine which clinics are connected', async () => {
    const connected = async (ehrEnabled: boolean): Promise<string[]> => {
      const query = `ehrEnabled=${String(ehrEnabled)}&shareCode=${clinic.shareCode}`;
      return accepted(await get(`/v1/clinics?${query}`, { token })).map(({ id }: { id: string }) => id);
    };
    expect([await connected(true), await connected(false)]).toEqual([[], [clinic.id]]);
    await put(path(), { token, body: settings });
    expect([await connected(true), await connected(false)]).toEqual([[clinic.id], []]);
    await put(path(), { token, body: { ...settings, enabled: false } });
    expect(await connected(true)).toEqual([]);
  });

  it.each([
    ...Object.keys(settings).map((name) => ({ [name]: undefined })),
    { provider: 'other' },
    { mrnIdType: '' },
    { sourceId: 'x'.repeat(256) },
    { destinationIds: { flowsheet: 'f', notes: 'n' } },
    { destinationIds: { flowsheet: 'f', notes: 'n', results: '' } },
    { procedureCodes: { createAccount: '' } },
    { scheduledReports: { onUploadEnabled: true } },
    { scheduledReports: { onUploadEnabled: true, cadence: '2d' } },
    { scheduledReports: { onUploadEnabled: true, cadence: '1d', onUploadNoteEventType: 'Old' } },
    { tags: { codes: [5] } },
    { tags: { separator: '' } },
    { flowsheets: {} },
    { notes: { includeGMI: 'yes' } },
  ])('refuse %j', async (change) => {
    const { status } = await put(path(), { token, body: { ...settings, ...change } });
    expect([change, status]).toEqual([change, 400]);
    expect((await get(path(), { token })).status).toBe(404);
  });
});

it('the graph sets and shows them under the same rules', async () => {
  const variables = { id: clinic.id };
  const changes = `mutation ($id: ID!) {
    updateClinicTier(input: { clinicId: $id, tier: PREMIUM }) { clinic { tier } }
    updateMrnSettings(input: { clinicId: $id, required: true, unique: false }) { settings { required } }
    updateMembershipRestrictions(input: { clinicId: $id, restrictions: [{ emailDomain: "a" }] }) {
      restrictions { emailDomain requiredIdp }
    }
    updateEhrSettings(input: {
      clinicId: $id, enabled: true, provider: REDOX, sourceId: "s", procedureCodes: {}, mrnIdType: "MRN"
      scheduledReports: { onUploadEnabled: true, cadence: DAILY }, tags: {}, flowsheets: { icode: true }
    }) { settings { scheduledReports { cadence onUploadNoteEventType } tags { codes } notes { includeGMI } } }
  }`;
  const { body } = await graph(changes, { token, variables });
  expect(body.data).toEqual({
    updateClinicTier: { clinic: { tier: 'tier0300' } },
    updateMrnSettings: { settings: { required: true } },
    updateMembershipRestrictions: { restrictions: [{ emailDomain: 'a', requiredIdp: null }] },
    updateEhrSettings: {
      settings: {
        scheduledReports: { cadence: 'DAILY', onUploadNoteEventType: 'NEW' },
        tags: { codes: [] },
        notes: { includeGMI: false },
      },
    },
  });
  const refused = await graph(changes, { token: clinic.admin.token, variables });
  expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  const seen = `query ($id: ID!) {
    clinic(id: $id) { mrnSettings { required unique } ehrSettings { sourceId } membershipRestrictions { emailDomain } }
  }`;
  const admins = await graph(seen, { token: clinic.admin.token, variables });
  expect(admins.body.data.clinic).toEqual({
    mrnSettings: { required: true, unique: false },
    ehrSettings: { sourceId: 's' },
    membershipRestrictions: [{ emailDomain: 'a' }],
  });
  const members = await graph(seen, { token: member, variables });
  expect(members.body.errors[0].extensions.code).toBe('FORBIDDEN');
});
