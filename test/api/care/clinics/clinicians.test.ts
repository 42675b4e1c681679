import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newClinician, type TestClinic } from '../../../support/clinics';
import { mailsTo, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;

beforeEach(async () => {
  [clinic, serverToken] = await Promise.all([newClinic(server), newServerToken(server)]);
  token = clinic.admin.token;
});

const pathOf = ({ userId }: { userId: string }) => `${clinic.path}/clinicians/${userId}`;
const add = (body: unknown) => post(`${clinic.path}/clinicians`, { token: serverToken, body });
const ids = async (query = '') =>
  accepted(await get(`${clinic.path}/clinicians?${query}`, { token })).map(
    ({ id, inviteId }: { id?: string; inviteId?: string }) => id ?? inviteId,
  );

describe('adding a member', () => {
  it('accepts an account, with the address in lower case', async () => {
    const id = randomUUID();
    const { status, body } = await add({ id, email: 'Ann@Example.org', roles: ['PRESCRIBER'], name: 'Ann' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        email: 'ann@example.org',
        name: 'Ann',
        roles: ['PRESCRIBER'],
        createdTime: expect.any(String),
        updatedTime: expect.any(String),
      },
    });
    expect((await get(pathOf({ userId: id }), { token })).body).toEqual(body);
  });

  it('accepts an invitation instead of an account', async () => {
    const { body } = await add({
      inviteId: 'k'.repeat(32),
      email: 'a@example.org',
      roles: ['CLINIC_MEMBER'],
    });
    expect(body).toMatchObject({ inviteId: 'k'.repeat(32) });
    expect(body).not.toHaveProperty('id');
  });

  it('is a conflict if account, invitation or address exist', async () => {
    const member = await newClinician(server, clinic);
    const roles = ['CLINIC_MEMBER'];
    accepted(await add({ inviteId: 'key', email: 'Invited@example.org', roles }));
    const conflicts = [
      { id: member.userId, email: newEmail(server), roles },
      { id: randomUUID(), email: member.email.toUpperCase(), roles },
      { inviteId: 'key', email: newEmail(server), roles },
      { id: randomUUID(), email: 'invited@EXAMPLE.org', roles },
    ];
    for (const body of conflicts) expect((await add(body)).status).toBe(409);
    expect(await ids()).toHaveLength(3);
  });

  it.each<[string, object]>([
    ['no roles', { email: 'a@b.cc', id: '0123456789', roles: [] }],
    ['a role twice', { email: 'a@b.cc', id: '0123456789', roles: ['PRESCRIBER', 'PRESCRIBER'] }],
    ['another role', { email: 'a@b.cc', id: '0123456789', roles: ['CLINIC_PRESCRIBER'] }],
    ['no address', { id: '0123456789', roles: ['PRESCRIBER'] }],
    ['something else than an address', { email: 'a b@c', id: '0123456789', roles: ['PRESCRIBER'] }],
    ['neither account nor invitation', { email: 'a@b.cc', roles: ['PRESCRIBER'] }],
    [
      'an account and an invitation',
      { email: 'a@b.cc', id: '0123456789', inviteId: 'k', roles: ['PRESCRIBER'] },
    ],
    ['an id that no account has', { email: 'a@b.cc', id: 'nonsense', roles: ['PRESCRIBER'] }],
    ['a long id', { email: 'a@b.cc', id: 'a'.repeat(100), roles: ['PRESCRIBER'] }],
    ['a long key', { email: 'a@b.cc', inviteId: 'k'.repeat(41), roles: ['PRESCRIBER'] }],
    ['a long address', { email: `${'a'.repeat(251)}@b.cc`, id: '0123456789', roles: ['PRESCRIBER'] }],
    ['an empty name', { email: 'a@b.cc', id: '0123456789', roles: ['PRESCRIBER'], name: '' }],
  ])('refuses %s', async (_what, body) => {
    expect((await add(body)).status).toBe(400);
  });

  it('reports errors with the names in the body', async () => {
    const body = { email: 'a@b.cc', id: 'nonsense', roles: ['PRESCRIBER'] };
    const pointer = async (fields: object): Promise<string> =>
      (await add({ ...body, ...fields })).body.errors[0].source.pointer;
    expect(await pointer({})).toBe('/id');
    expect(await pointer({ id: '0123456789', roles: [] })).toBe('/roles');
    expect(await pointer({ id: '0123456789', name: '' })).toBe('/name');
    expect(await pointer({ email: 'x' })).toBe('/email');
    const path = `${clinic.path}/clinicians`;
    const { body: refused } = await get(`${path}/nonsense`, { token });
    expect(refused.errors[0].source).toEqual({ parameter: 'clinicianId' });
    const operation = `mutation ($input: AddClinicianInput!) { addClinician(input: $input) { clinician { name } } }`;
    const variables = {
      input: { clinicId: clinic.id, userId: 'nonsense', email: 'a@b.cc', roles: ['PRESCRIBER'] },
    };
    const asked = await api(server).graph(operation, { token: serverToken, variables });
    expect(asked.body.errors[0].extensions.errors[0].source.pointer).toBe('/input/userId');
  });

  it('requires a clinic', async () => {
    const body = { id: '0123456789', email: 'a@b.cc', roles: ['PRESCRIBER'] };
    const path = `/v1/clinics/${'f'.repeat(24)}/clinicians`;
    expect((await post(path, { token: serverToken, body })).status).toBe(404);
  });
});

describe('the list', () => {
  it('starts with the newest member, includes open invitations, and can be filtered', async () => {
    const first = clinic.admin.userId;
    const second = randomUUID();
    accepted(
      await add({ id: second, email: 'zoe.50%_x@example.org', name: 'Éva Müller', roles: ['PRESCRIBER'] }),
    );
    accepted(await add({ inviteId: 'open', email: 'open@example.org', roles: ['CLINIC_MEMBER'] }));
    expect(await ids()).toEqual(['open', second, first]);
    expect(await ids('role=PRESCRIBER')).toEqual([second]);
    expect(await ids('role=NOBODY')).toEqual([]);
    expect(await ids('email=OPEN@example.org')).toEqual(['open']);
    expect(await ids(`search=${encodeURIComponent('MÜLLER')}`)).toEqual([second]);
    for (const search of ['muller', 'MULLER eva', 'zoe. Müller'])
      expect([search, await ids(`search=${encodeURIComponent(search)}`)]).toEqual([search, [second]]);
    for (const search of ['muller open', '\u0001'])
      expect([search, await ids(`search=${encodeURIComponent(search)}`)]).toEqual([search, []]);
    accepted(
      await put(pathOf({ userId: second }), {
        token,
        body: { email: '', roles: ['PRESCRIBER'], name: 'ΟΔΟΣ' },
      }),
    );
    expect(await ids(`search=${encodeURIComponent('οδοσ')}`)).toEqual([second]);
    accepted(
      await put(pathOf({ userId: second }), {
        token,
        body: { email: '', roles: ['PRESCRIBER'], name: 'Éva Müller' },
      }),
    );
    expect(await ids(`search=${encodeURIComponent('50%_X')}`)).toEqual([second]);
    expect(await ids(`search=${encodeURIComponent('%')}`)).toEqual([second]);
    expect(await ids('limit=1&offset=1')).toEqual([second]);
    expect(await ids('offset=9')).toEqual([]);
  });

  it('has ten by default, and as many as requested', async () => {
    for (let count = 0; count < 11; count += 1)
      accepted(await add({ inviteId: `k${count}`, email: `k${count}@example.org`, roles: ['PRESCRIBER'] }));
    expect(await ids()).toHaveLength(10);
    expect(await ids('limit=1000')).toHaveLength(12);
    expect(accepted(await get('/v1/clinicians', { token: serverToken }))).toHaveLength(10);
  });

  it.each(['limit=0', 'limit=', 'offset=-1', 'search=', 'email=', 'role='])('refuses %s', async (query) => {
    expect((await get(`${clinic.path}/clinicians?${query}`, { token })).status).toBe(400);
  });

  it('finds a member only by account', async () => {
    expect((await get(pathOf({ userId: randomUUID() }), { token })).status).toBe(404);
    expect((await get(pathOf({ userId: 'nonsense' }), { token })).status).toBe(400);
  });
});

describe('changing a member', () => {
  it('replaces roles and name, keeps the rest, and sends a mail about new roles', async () => {
    const member = await newClinician(server, clinic);
    const body = {
      id: randomUUID(),
      inviteId: 'x',
      email: '',
      name: 'Bob',
      roles: ['PRESCRIBER', 'CLINIC_MEMBER'],
    };
    const { status, body: changed } = await put(pathOf(member), { token, body });
    expect(status).toBe(200);
    expect(changed).toMatchObject({ id: member.userId, email: member.email, name: 'Bob', roles: body.roles });
    expect(changed).not.toHaveProperty('inviteId');
    const [mail] = await waitForMails(server, member.email);
    expect(mail).toContain('Clinic administrator');
    // The same roles in another order are no change.
    accepted(await put(pathOf(member), { token, body: { ...body, roles: [...body.roles].reverse() } }));
    accepted(await put(pathOf(member), { token, body: { ...body, roles: ['PRESCRIBER'] } }));
    await waitForMails(server, member.email, 2);
    expect(await mailsTo(server, member.email)).toHaveLength(2);
    const nameless = accepted(await put(pathOf(member), { token, body: { email: '', roles: body.roles } }));
    expect(nameless).not.toHaveProperty('name');
  });

  it.each([
    { roles: ['CLINIC_MEMBER'] },
    { email: '' },
    { email: '', roles: [] },
    { email: '', roles: ['X'] },
    { email: 'nonsense', roles: ['CLINIC_ADMIN'] },
    { email: null, roles: ['CLINIC_ADMIN'] },
    { email: '', roles: ['CLINIC_ADMIN'], name: '' },
    { email: '', roles: ['CLINIC_ADMIN'], inviteId: null },
    [],
  ])('refuses %j', async (body) => {
    expect((await put(pathOf(clinic.admin), { token, body })).status).toBe(400);
  });

  it('keeps the last administrator; an invited one does not count', async () => {
    accepted(await add({ inviteId: 'key', email: 'a@example.org', roles: ['CLINIC_ADMIN'] }));
    const body = { email: '', roles: ['CLINIC_MEMBER'] };
    expect((await put(pathOf(clinic.admin), { token, body })).status).toBe(422);
    expect((await remove(pathOf(clinic.admin), { token })).status).toBe(422);
    expect((await get(pathOf(clinic.admin), { token })).body.roles).toEqual(['CLINIC_ADMIN']);
    await newClinician(server, clinic, ['CLINIC_ADMIN']);
    expect((await put(pathOf(clinic.admin), { token, body })).status).toBe(200);
  });

  it('keeps one of two administrators who demote each other concurrently', async () => {
    const other = await newClinician(server, clinic, ['CLINIC_ADMIN']);
    const body = { email: '', roles: ['CLINIC_MEMBER'] };
    // Added by a server, and unaffected by the two.
    const demote = (whom: TestAccount) => put(pathOf(whom), { token: serverToken, body });
    const answers = await Promise.all([demote(other), demote(clinic.admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('keeps one of two administrators who remove each other concurrently', async () => {
    const own = await newClinic(server);
    const other = await newClinician(server, own, ['CLINIC_ADMIN']);
    const removeAs = (by: TestAccount, whom: TestAccount) =>
      remove(`${own.path}/clinicians/${whom.userId}`, { token: by.token });
    const answers = await Promise.all([removeAs(other, own.admin), removeAs(own.admin, other)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The other one is refused: no administrator would be left, or the caller no longer is one.
    expect([403, 422]).toContain(statuses.find((status) => status !== 200));
    const left = await get(`${own.path}/clinicians`, { token: serverToken });
    expect(left.body).toHaveLength(1);
  });

  it('does not find missing members', async () => {
    const body = { email: '', roles: ['CLINIC_MEMBER'] };
    expect((await put(pathOf({ userId: randomUUID() }), { token, body })).status).toBe(404);
    expect((await remove(pathOf({ userId: randomUUID() }), { token })).status).toBe(404);
  });
});

describe('leaving', () => {
  it('ends all permissions at once', async () => {
    const member = await newClinician(server, clinic);
    expect((await get(clinic.path + '/clinicians', { token: member.token })).status).toBe(200);
    expect((await remove(pathOf(member), { token: member.token })).status).toBe(200);
    expect((await get(clinic.path + '/clinicians', { token: member.token })).status).toBe(403);
    expect(await ids()).toEqual([clinic.admin.userId]);
    const invited = { email: member.email, roles: ['CLINIC_MEMBER'] };
    accepted(await post(`${clinic.path}/invites/clinicians`, { token, body: invited }));
    // No mail was sent about leaving.
    expect(await waitForMails(server, member.email)).toHaveLength(1);
    const again = await newAccount(server);
    expect((await remove(pathOf(again), { token: again.token })).status).toBe(403);
  });
});
