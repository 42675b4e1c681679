import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newClinician } from '../../../support/clinics';
import { openLegacyClinic, toldOfClinic as whole } from '../../../support/legacy-clinics';
import { serverUnderTest } from '../../../support/server';
import { closeStreams, transports, withToken } from '../../../support/streams';

const server = serverUnderTest();
const { get, post, put, patch, graph } = api(server);

const unknown = `/v1/clinics/${'f'.repeat(24)}`;
let token: string;
let owner: TestAccount;

beforeEach(async () => {
  token = await newServerToken(server);
  owner = await newAccount(server, { roles: ['clinic'] });
});

afterEach(closeStreams);

const opened = async (told: object | null = whole): Promise<string> =>
  (await openLegacyClinic(server, owner, told)).path;

const trigger = (path: string, as = owner.token, options: object = {}) =>
  post(`${path}/migrate`, { token: as, ...options });
const statusOf = async (path: string): Promise<string> =>
  accepted(await get(`${path}/migrations/${owner.userId}`, { token })).status;

describe('a clinic for a legacy account', () => {
  it('starts with only its administrator, and each call creates another one', async () => {
    const { status, body } = await post(`/v1/clinicians/${owner.userId}/migrate`, { token });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(String),
        name: '',
        shareCode: expect.any(String),
        canMigrate: false,
        preferredBgUnits: 'mg/dL',
        tier: 'tier0100',
        tierDescription: 'Free',
        patientTags: [],
        sites: [],
        createdTime: expect.any(String),
        updatedTime: expect.any(String),
      },
    });
    const path = `/v1/clinics/${body.id}`;
    const [admin, ...others] = accepted(await get(`${path}/clinicians`, { token }));
    expect(admin).toMatchObject({ id: owner.userId, roles: ['CLINIC_ADMIN'] });
    expect(others).toEqual([]);
    expect((await get(`${path}/patient_count`, { token })).body).toEqual({ total: 0, demo: 0, plan: 0 });
    expect((await get(`${path}/settings/patient_count`, { token })).body).toEqual({
      hardLimit: { plan: 250 },
    });
    expect(await opened()).not.toBe(path);
  });

  it('is created for existing legacy accounts, by trusted servers', async () => {
    const other = await newAccount(server, { roles: ['clinician'] });
    expect((await post(`/v1/clinicians/${other.userId}/migrate`, { token })).status).toBe(422);
    expect((await post(`/v1/clinicians/${crypto.randomUUID()}/migrate`, { token })).status).toBe(404);
    expect((await post('/v1/clinicians/x/migrate', { token })).status).toBe(400);
    expect((await post(`/v1/clinicians/${owner.userId}/migrate`, { token: owner.token })).status).toBe(403);
  });

  it('can migrate once its details are complete, and has no new members before', async () => {
    const path = await opened(null);
    const can = async () => accepted(await get(path, { token })).canMigrate;
    const { city: _city, ...partly } = whole;
    await put(path, { token: owner.token, body: partly });
    expect(await can()).toBe(false);
    expect((await trigger(path)).status).toBe(422);
    await put(path, { token: owner.token, body: whole });
    expect(await can()).toBe(true);
    const invited = { email: 'a@example.org', roles: ['CLINIC_MEMBER'] };
    expect((await post(`${path}/invites/clinicians`, { token: owner.token, body: invited })).status).toBe(
      422,
    );
    const clinician = { ...invited, id: (await newAccount(server)).userId };
    expect((await post(`${path}/clinicians`, { token, body: clinician })).status).toBe(422);
    const body = { userId: owner.userId };
    expect((await post(`${path}/migrations`, { token, body })).status).toBe(422);
  });
});

describe('starting the migration', () => {
  it('is for the administrator, and makes the account a clinic at once', async () => {
    const path = await opened();
    for (const as of [token, (await newAccount(server)).token])
      expect((await trigger(path, as)).status).toBe(403);
    const { status, body } = await trigger(path);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        userId: owner.userId,
        status: 'PENDING',
        createdTime: expect.any(String),
        updatedTime: expect.any(String),
      },
    });
    expect(await get(path, { token })).toMatchObject({ body: { canMigrate: false } });
    expect((await get(`${path}/migrations`, { token: owner.token })).body).toEqual([body]);
    expect((await trigger(path)).status).toBe(422);
  });

  it('accepts a body and ignores it', async () => {
    const [one, two] = [await opened(), await opened()];
    expect((await trigger(one, owner.token, { body: [] })).status).toBe(400);
    expect((await trigger(one, owner.token, { body: { attestationSubmitted: 'x' } })).status).toBe(400);
    expect((await trigger(one, owner.token, { body: { attestationSubmitted: true } })).status).toBe(200);
    expect((await trigger(two)).status).toBe(409);
  });

  it('requires a legacy account with a single administrator', async () => {
    const path = await opened();
    await put(`/auth/user/${owner.userId}`, { token, body: { updates: { roles: ['clinician'] } } });
    expect((await trigger(path)).status).toBe(422);
    expect(await get(path, { token })).toMatchObject({ body: { canMigrate: true } });
  });

  it('succeeds for one of several concurrent calls', async () => {
    const path = await opened();
    const answers = await Promise.all([1, 2, 3].map(() => trigger(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('a migration to a clinic', () => {
  it('is created for a member, once', async () => {
    const { path, admin } = await newClinic(server);
    await newClinician(server, { path }, ['CLINIC_MEMBER'], owner);
    const create = (to: string, userId: string) => post(`${to}/migrations`, { token, body: { userId } });
    expect((await get(`${path}/migrations`, { token })).body).toEqual([]);
    expect((await create(path, (await newAccount(server)).userId)).status).toBe(404);
    expect((await create(unknown, owner.userId)).status).toBe(404);
    for (const body of [{}, { userId: 5 }, { userId: '' }, undefined]) {
      expect((await post(`${path}/migrations`, { token, body })).status).toBe(400);
    }
    const { status, body } = await create(path, owner.userId);
    expect([status, body.status, body.userId]).toEqual([202, 'PENDING', owner.userId]);
    expect(body).not.toHaveProperty('attestationTime');
    expect((await create(path, owner.userId)).status).toBe(409);
    const other = await newClinic(server);
    await newClinician(server, other, ['CLINIC_MEMBER'], owner);
    expect((await create(other.path, owner.userId)).status).toBe(409);
    expect((await post(`${path}/migrations`, { token: admin.token, body: {} })).status).toBe(403);
    expect((await get(`${path}/migrations/${owner.userId}`, { token: admin.token })).body).toEqual(body);
    expect((await get(`${path}/migrations/${admin.userId}`, { token })).status).toBe(404);
    expect((await get(`${other.path}/migrations/${owner.userId}`, { token })).status).toBe(404);
    expect((await get(`${unknown}/migrations`, { token })).body).toEqual([]);
  });

  it('has a status that trusted servers can set, whatever it was', async () => {
    const path = await opened();
    await trigger(path);
    const set = (status: unknown, to = path, as = token) =>
      patch(`${to}/migrations/${owner.userId}`, { token: as, body: { status } });
    for (const status of ['COMPLETED', 'RUNNING', 'RUNNING', 'COMPLETED', 'COMPLETED']) {
      const answer = await set(status);
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      expect(await statusOf(path)).toBe(status);
    }
    for (const status of ['DONE', 'completed', '', 5, null, undefined])
      expect((await set(status)).status).toBe(400);
    expect((await set('RUNNING', unknown)).status).toBe(404);
    expect((await set('RUNNING', path, owner.token)).status).toBe(403);
    expect(await statusOf(path)).toBe('COMPLETED');
  });
});

it.each(transports)(
  'publishes changes over %s to members, and is visible in the graph',
  async (_name, connect) => {
    const path = await opened();
    const id = path.slice('/v1/clinics/'.length);
    const stream = await connect(server, withToken(owner.token)).subscribe(
      'subscription ($id: ID!) { migrationChanged(clinicId: $id) { userId status } }',
      { id },
    );
    const stranger = await newAccount(server);
    const refused = await connect(server, withToken(stranger.token)).subscribe(
      'subscription ($id: ID!) { migrationChanged(clinicId: $id) { userId } }',
      { id },
    );
    expect((await refused.next()).errors[0].extensions.code).toBe('FORBIDDEN');
    const { body } = await graph(
      `mutation ($id: ID!) { triggerInitialMigration(input: { clinicId: $id }) { migration { status clinicId } } }`,
      { token: owner.token, variables: { id } },
    );
    expect(body.data.triggerInitialMigration.migration).toEqual({ status: 'PENDING', clinicId: id });
    const seen = await stream.next();
    expect(seen.data.migrationChanged).toEqual({ userId: owner.userId, status: 'PENDING' });
    const input = { clinicId: id, userId: owner.userId, status: 'COMPLETED' };
    const change = `mutation ($input: UpdateMigrationStatusInput!) {
    updateMigrationStatus(input: $input) { migration { status } }
  }`;
    await graph(change, { token, variables: { input } });
    expect((await stream.next()).data.migrationChanged.status).toBe('COMPLETED');
    const shown = await graph(`query ($id: ID!) { clinic(id: $id) { migrations { userId status } } }`, {
      token,
      variables: { id },
    });
    expect(shown.body.data.clinic.migrations).toEqual([{ userId: owner.userId, status: 'COMPLETED' }]);
  },
);
