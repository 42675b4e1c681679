import { newAccount, newServerToken, type TestAccount } from '../../../../support/accounts';
import { api } from '../../../../support/api';
import { accepted, newClinic, type TestClinic } from '../../../../support/clinics';
import { invitations } from '../../../../support/invitations';
import { serverUnderTest } from '../../../../support/server';
import { permissionSet } from '../../../../support/shares';
import { waitFor } from '../../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);
const { accept, decline, resend, cancel, sent, received, invited } = invitations(server);

let clinic: TestClinic;
let person: TestAccount;
let friend: TestAccount;

beforeEach(async () => {
  clinic = await newClinic(server);
  [person, friend] = await Promise.all([newAccount(server), newAccount(server)]);
});

/** The key of an invitation from the person to the clinic. */
const toClinic = async (): Promise<string> =>
  accepted(
    await post(`/confirm/send/invite/${person.userId}/clinic`, {
      token: person.token,
      body: { shareCode: clinic.shareCode, permissions: permissionSet('view', 'note') },
    }),
  ).key;

/** The key of an invitation for the friend to work in the clinic. */
const toWork = async (): Promise<string> =>
  accepted(
    await post(`${clinic.path}/invites/clinicians`, {
      token: clinic.admin.token,
      body: { email: friend.email, roles: ['CLINIC_MEMBER'] },
    }),
  ).inviteId;

describe('the routes of care teams', () => {
  it('show no invitations to a clinic, but list them for their sender', async () => {
    const key = await toClinic();
    for (const answer of [accept, decline]) expect((await answer(friend, person, key)).status).toBe(403);
    expect((await resend(person, key)).status).toBe(403);
    expect((await cancel(person, friend.email)).status).toBe(404);
    const [listed] = await sent(person);
    expect(listed).toMatchObject({ key, status: 'pending', email: '', clinicId: clinic.id });
    expect(listed.context).toEqual(permissionSet('view', 'note'));
    await expect(received(friend)).resolves.toEqual([]);
    accepted(await remove(`${clinic.path}/invites/patients/${key}`, { token: clinic.admin.token }));
    await expect(sent(person)).resolves.toMatchObject([{ key, status: 'declined' }]);
  });

  it('show no invitations to colleagues, and do not list them', async () => {
    const key = await toWork();
    for (const answer of [accept, decline])
      expect((await answer(friend, clinic.admin, key)).status).toBe(403);
    expect((await resend(clinic.admin, key)).status).toBe(403);
    await expect(sent(clinic.admin)).resolves.toEqual([]);
    await expect(received(friend)).resolves.toEqual([]);
  });
});

describe('the invitations of a deleted account', () => {
  it('end: those to people are deleted, and the clinic sees why no one comes', async () => {
    const key = await toClinic();
    await invited(person, friend.email);
    await invited(friend, person.email);
    const body = { password: person.password };
    expect((await remove(`/auth/user/${person.userId}`, { token: person.token, body })).status).toBe(202);
    await waitFor('the end of the invitations', async () =>
      (await received(friend)).length + (await sent(friend)).length === 0 ? true : undefined,
    );
    const path = `${clinic.path}/invites/patients`;
    const { token } = clinic.admin;
    expect((await put(`${path}/${key}`, { token, body: {} })).status).toBe(403);
    expect((await get(path, { token })).body).toEqual([]);
  });

  it('stay open for people invited to work in a clinic', async () => {
    const second = await newAccount(server);
    const asServer = await newServerToken(server);
    const body = { id: second.userId, email: second.email, roles: ['CLINIC_ADMIN'] };
    accepted(await post(`${clinic.path}/clinicians`, { token: asServer, body }));
    const wanted = { email: friend.email, roles: ['CLINIC_MEMBER'] };
    const { inviteId } = accepted(
      await post(`${clinic.path}/invites/clinicians`, { token: second.token, body: wanted }),
    );
    expect((await remove(`/auth/user/${second.userId}`, { token: asServer })).status).toBe(202);
    await waitFor('its place in the clinic to be gone', async () =>
      (await get(`${clinic.path}/clinicians/${second.userId}`, { token: asServer })).status === 404
        ? true
        : undefined,
    );
    const path = `/v1/clinicians/${friend.userId}/invites`;
    expect((await get(path, { token: friend.token })).body).toMatchObject([{ key: inviteId }]);
    expect((await put(`${path}/${inviteId}`, { token: friend.token })).status).toBe(200);
  });
});
