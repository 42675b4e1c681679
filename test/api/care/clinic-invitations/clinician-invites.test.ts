import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { accepted, newClinic, newClinician, type TestClinic } from '../../../support/clinics';
import { waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { call, get, post, put, patch, delete: remove } = api(server);

let clinic: TestClinic;
let token: string;
let invited: TestAccount;

beforeEach(async () => {
  [clinic, invited] = await Promise.all([newClinic(server, { name: 'Heart' }), newAccount(server)]);
  token = clinic.admin.token;
});

const roles = ['CLINIC_MEMBER'];
const invite = (email: string, as = token) =>
  post(`${clinic.path}/invites/clinicians`, { token: as, body: { email, roles } });
const inviteId = async (email: string): Promise<string> => accepted(await invite(email)).inviteId;
const ofClinic = (key: string) => `${clinic.path}/invites/clinicians/${key}`;
const ofUser = ({ userId }: TestAccount, key = '') => `/v1/clinicians/${userId}/invites${key && `/${key}`}`;
const people = async (): Promise<number> =>
  accepted(await get(`${clinic.path}/clinicians`, { token })).length;

describe('inviting a clinician', () => {
  it('creates a clinician without an account, and sends a mail without a key', async () => {
    const { status, body } = await invite(invited.email.toUpperCase());
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        inviteId: expect.stringMatching(/^[\w-]{32}$/),
        email: invited.email,
        roles,
        createdTime: expect.any(String),
        updatedTime: expect.any(String),
      },
    });
    const [mail = ''] = await waitForMails(server, invited.email);
    expect(mail).toContain('Heart');
    expect(mail).toContain(`/login?inviteEmail=${encodeURIComponent(invited.email)}`);
    expect(mail).not.toContain(body.inviteId);
    const stranger = newEmail(server, { verified: false });
    accepted(await invite(stranger));
    expect((await waitForMails(server, stranger))[0]).toContain('/signup/clinician?inviteEmail=');
  });

  it('conflicts with existing members and invitations, and is refused if invalid', async () => {
    accepted(await invite(invited.email));
    expect((await invite(invited.email.toUpperCase())).status).toBe(409);
    expect((await invite(clinic.admin.email)).status).toBe(409);
    const body = (fields: object) => post(`${clinic.path}/invites/clinicians`, { token, body: fields });
    for (const fields of [
      { email: 'x', roles },
      { email: 'half a \ud83c@example.org', roles },
      { email: 'half\ud83c@example.org', roles },
      { email: 'a@b.cc', roles: [] },
      { email: 'a@b.cc', roles: ['X'] },
      { roles },
    ])
      expect((await body(fields)).status).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => invite('same@example.org')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('grants no permissions before it is accepted', async () => {
    await inviteId(invited.email);
    expect((await get(`${clinic.path}/clinicians`, { token: invited.token })).status).toBe(403);
  });
});

describe('an open invitation', () => {
  it('is shown, and can be resent without changing its start', async () => {
    const key = await inviteId(invited.email);
    const shown = accepted(await get(ofClinic(key), { token }));
    expect(shown).toMatchObject({
      key,
      type: 'clinician_invitation',
      status: 'pending',
      email: invited.email,
    });
    expect(shown).toMatchObject({ clinicId: clinic.id, creatorId: clinic.admin.userId, context: null });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const again = await patch(`/confirm${ofClinic(key)}`, { token, headers });
    expect(again.status).toBe(200);
    expect(again.body.created).toBe(shown.created);
    expect(Date.parse(again.body.modified)).toBeGreaterThan(Date.parse(shown.modified));
    await waitForMails(server, invited.email, 2);
    expect((await get(ofClinic('x'.repeat(32)), { token })).status).toBe(404);
    expect((await patch(ofClinic('x'.repeat(32)), { token })).status).toBe(404);
  });

  it('is found by the invited person, newest first; it is not found if there are none', async () => {
    expect((await get(ofUser(invited), { token: invited.token })).status).toBe(404);
    const first = await inviteId(invited.email);
    const other = await newClinic(server);
    const body = { email: invited.email.toUpperCase(), roles };
    const second = accepted(
      await post(`${other.path}/invites/clinicians`, { token: other.admin.token, body }),
    );
    const found = accepted(await get(ofUser(invited), { token: invited.token }));
    expect(found.map(({ key }: { key: string }) => key)).toEqual([second.inviteId, first]);
    expect(found[1]).toMatchObject({
      restrictions: { canAccept: true },
      creator: { userid: clinic.admin.userId, clinicId: clinic.id, clinicName: 'Heart', profile: null },
      created: expect.any(String),
      modified: expect.any(String),
    });
  });

  it('waits until the address is confirmed by its owner, and is hidden from others', async () => {
    const email = newEmail(server, { verified: false });
    const key = await inviteId(email);
    const unverified = await newAccount(server, { email, verified: false });
    expect((await get(ofUser(unverified), { token: unverified.token })).status).toBe(404);
    expect((await put(ofUser(unverified, key), { token: unverified.token })).status).toBe(404);
    const body = { updates: { emailVerified: true } };
    accepted(await put(`/auth/user/${unverified.userId}`, { token: await newServerToken(server), body }));
    expect((await put(ofUser(unverified, key), { token: unverified.token })).status).toBe(200);
  });

  it('is accepted once, by the invited person', async () => {
    const key = await inviteId(invited.email);
    accepted(
      await put(`/metadata/${invited.userId}/profile`, { token: invited.token, body: { fullName: 'Ann' } }),
    );
    const other = await newAccount(server);
    expect((await put(ofUser(other, key), { token: other.token })).status).toBe(404);
    const answers = await Promise.all([1, 2].map(() => put(ofUser(invited, key), { token: invited.token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { body } = answers.find(({ status }) => status === 200) ?? {};
    expect(body).toMatchObject({ id: invited.userId, email: invited.email, name: 'Ann', roles });
    expect(body).not.toHaveProperty('inviteId');
    expect(await people()).toBe(2);
    expect((await get(`${clinic.path}/clinicians`, { token: invited.token })).status).toBe(200);
    expect((await get(ofClinic(key), { token })).status).toBe(404);
  });

  it('is accepted if the restrictions of the clinic allow it; the invited person sees this in advance', async () => {
    const key = await inviteId(invited.email);
    const serverToken = await newServerToken(server);
    const restrict = async (...restrictions: object[]) => {
      const path = `${clinic.path}/membership_restrictions`;
      accepted(await put(path, { token: serverToken, body: { restrictions } }));
      const [shown] = accepted(await get(ofUser(invited), { token: invited.token }));
      return shown.restrictions;
    };
    const accept = async () => (await put(ofUser(invited, key), { token: invited.token })).status;
    expect(await restrict({ emailDomain: 'elsewhere.example' })).toEqual({ canAccept: false });
    expect(await accept()).toBe(403);
    const throughProvider = { emailDomain: 'EXAMPLE.org', requiredIdp: 'campus' };
    expect(await restrict(throughProvider)).toEqual({ canAccept: false, requiredIdp: 'campus' });
    expect(await accept()).toBe(403);
    expect(await people()).toBe(2);
    expect(await restrict({ emailDomain: 'elsewhere.example' }, { emailDomain: 'example.org' })).toEqual({
      canAccept: true,
    });
    expect(await accept()).toBe(200);
  });

  it('cannot be accepted by a member', async () => {
    const key = await inviteId(invited.email);
    const account = await newAccount(server);
    await newClinician(server, clinic, roles, { ...invited, email: account.email });
    expect((await put(ofUser(invited, key), { token: invited.token })).status).toBe(409);
  });

  it.each(['canceled', 'declined'])(
    'is %s, which removes the clinician; repeating it has no effect',
    async (how) => {
      const key = await inviteId(invited.email);
      const end = () =>
        how === 'canceled'
          ? remove(ofClinic(key), { token })
          : remove(ofUser(invited, key), { token: invited.token });
      for (const _time of [1, 2]) {
        const { status, text } = await end();
        expect({ status, text }).toEqual({ status: 200, text: 'OK' });
      }
      expect(await people()).toBe(1);
      expect((await put(ofUser(invited, key), { token: invited.token })).status).toBe(404);
      expect((await invite(invited.email)).status).toBe(200);
    },
  );

  it('is either accepted or canceled if both happen concurrently', async () => {
    const key = await inviteId(invited.email);
    const [accepting] = await Promise.all([
      put(ofUser(invited, key), { token: invited.token }),
      remove(ofClinic(key), { token }),
    ]);
    expect([200, 404]).toContain(accepting.status);
    expect(await people()).toBe(accepting.status === 200 ? 2 : 1);
  });

  it('is deleted with the invited account; its address can be invited again', async () => {
    const guest = await newAccount(server);
    await inviteId(guest.email);
    const { userId, password } = guest;
    accepted(await remove(`/auth/user/${userId}`, { token: guest.token, body: { password } }));
    await waitFor('the invitation to be gone', async () => ((await people()) === 1 ? true : undefined));
    expect((await invite(guest.email)).status).toBe(200);
  });

  it('has a record that trusted servers can use', async () => {
    const serverToken = await newServerToken(server);
    const key = await inviteId(invited.email);
    const path = `${ofClinic(key)}/clinician`;
    expect((await get(path, { token: serverToken })).body).toMatchObject({
      inviteId: key,
      email: invited.email,
    });
    expect((await get(path, { token })).status).toBe(403);
    expect((await patch(path, { token: serverToken, body: { userId: 'nobody' } })).status).toBe(404);
    const body = { userId: invited.userId };
    expect((await patch(path, { token: serverToken, body })).body).toMatchObject({ id: invited.userId });
    expect((await get(path, { token: serverToken })).status).toBe(404);
    const other = await inviteId('other@example.org');
    for (const near of [`${other}%20`, other.toLowerCase()]) {
      expect((await remove(ofClinic(near), { token })).status).toBe(200);
      for (const method of ['GET', 'DELETE'])
        expect((await call(method, `${ofClinic(near)}/clinician`, { token: serverToken })).status).toBe(404);
    }
    expect((await get(ofClinic(other), { token })).status).toBe(200);
    expect((await get(`${ofClinic(other)}/clinician`, { token: serverToken })).status).toBe(200);
    expect((await remove(`${ofClinic(other)}/clinician`, { token: serverToken })).status).toBe(200);
    expect((await remove(`${ofClinic(other)}/clinician`, { token: serverToken })).status).toBe(404);
  });
});

it('callers without permission get 401 from these routes', async () => {
  const key = await inviteId(invited.email);
  const [member, stranger, serverToken] = await Promise.all([
    newClinician(server, clinic),
    newAccount(server),
    newServerToken(server),
  ]);
  for (const as of [member.token, stranger.token, undefined, 'nonsense']) {
    const wrong = { token: as, raw: '{' };
    expect((await post(`${clinic.path}/invites/clinicians`, wrong)).status).toBe(401);
    expect((await get(ofClinic(key), { token: as })).status).toBe(401);
    expect((await patch(ofClinic(key), { token: as })).status).toBe(401);
    expect((await remove(ofClinic(key), { token: as })).status).toBe(401);
  }
  for (const as of [stranger.token, serverToken, token]) {
    expect((await get(ofUser(invited), { token: as })).status).toBe(401);
    expect((await put(ofUser(invited, key), { token: as })).status).toBe(401);
    expect((await remove(ofUser(invited, key), { token: as })).status).toBe(401);
  }
  expect((await get(ofClinic(key), { token: serverToken })).status).toBe(200);
});
