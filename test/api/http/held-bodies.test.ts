import { randomBytes } from 'node:crypto';
import { accessLog } from '../../support/access-log';
import { logIn, newAccount, newServerToken, sessionToken, type TestAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { newClaim } from '../../support/claims';
import { accepted, newClinic, newClinician } from '../../support/clinics';
import { md5 } from '../../support/content';
import { holdBody, untilLate } from '../../support/held-bodies';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { newPerson } from '../../support/person';
import { cbg } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { permissionSet, share } from '../../support/shares';
import { waitFor } from '../../support/wait-until';

const server = serverUnderTest();
const { delete: remove, get, post, put } = api(server);

const stolenPassword = 'attackers-password';
const newPassword = 'owners-new-password';

describe('a request whose body arrives after', () => {
  it('its session has ended is refused, whatever it is', async () => {
    const person = await newPerson(server);
    const { userId, email, password } = person;
    const token = sessionToken(await logIn(server, email, password));
    const dataSetId = await person.openedContinuous();
    const bytes = randomBytes(1_000);
    const { Digest, ...ofBlob } = { 'Content-Type': 'application/octet-stream', Digest: `MD5=${md5(bytes)}` };
    const held = await Promise.all([
      holdBody(server, 'PUT', '/auth/user', { token, body: { updates: { password: stolenPassword } } }),
      holdBody(server, 'POST', `/v1/data_sets/${dataSetId}/data`, { token, body: [cbg()] }),
      holdBody(server, 'POST', `/v1/users/${userId}/blobs`, {
        token,
        body: bytes,
        headers: { ...ofBlob, Digest },
      }),
      holdBody(server, 'PUT', `/metadata/${userId}/profile`, { token, body: { fullName: 'Somebody else' } }),
    ]);
    const updateMe = `mutation { updateMe(input: { password: "${stolenPassword}" }) { user { id } } }`;
    const ofGraph = await Promise.all(
      ['{ me { emails } }', updateMe].map((query) =>
        holdBody(server, 'POST', '/graphql', { token, body: { query } }),
      ),
    );
    accepted(await put('/auth/user', { token: person.token, body: { updates: { password: newPassword } } }));
    await untilLate();

    for (const request of held) expect((await request.finish()).status).toBe(401);
    for (const request of ofGraph)
      expect((await request.finish()).body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await logIn(server, email, stolenPassword)).status).toBe(401);
    const own = sessionToken(await logIn(server, email, newPassword));
    expect(accepted(await get(`/data/${userId}?type=cbg`, { token: own }))).toEqual([]);
    expect(accepted(await get(`/v1/users/${userId}/blobs`, { token: own }))).toEqual([]);
    expect((await get(`/metadata/${userId}/profile`, { token: own })).body).not.toMatchObject({
      fullName: 'Somebody else',
    });
  });

  it('a share has ended is refused', async () => {
    const person = await newPerson(server);
    const { userId } = person;
    const friend = await newAccount(server);
    await share(server, person, friend, 'view', 'upload', 'note');
    const dataSetId = await person.openedContinuous();
    const { token } = friend;
    const message = {
      userid: friend.userId,
      groupid: userId,
      messagetext: 'Hi',
      timestamp: '2024-05-01T08:00:00Z',
    };
    const held = await Promise.all([
      holdBody(server, 'POST', `/v1/data_sets/${dataSetId}/data`, { token, body: [cbg()] }),
      holdBody(server, 'POST', `/data/${userId}`, { token, body: [cbg()] }),
      holdBody(server, 'POST', `/message/send/${userId}`, { token, body: { message } }),
    ]);
    const query = `{ user(id: "${userId}") { data { edges { node { id } } } } }`;
    const reading = await holdBody(server, 'POST', '/graphql', { token, body: { query } });
    accepted(await post(`/access/${userId}/${friend.userId}`, { token: person.token, body: {} }));
    await untilLate();

    for (const request of held) expect([401, 403]).toContain((await request.finish()).status);
    expect((await reading.finish()).body.errors).toHaveLength(1);
    expect(await person.records('type=cbg')).toEqual([]);
  });

  it('a clinician has been removed is refused', async () => {
    const clinic = await newClinic(server);
    const removed = await newClinician(server, clinic, ['CLINIC_ADMIN']);
    const { token, email, userId } = removed;
    const [path, body] = [`${clinic.path}/invites/clinicians`, { email, roles: ['CLINIC_ADMIN'] }];
    const held = await holdBody(server, 'POST', path, { token, body });
    accepted(await remove(`${clinic.path}/clinicians/${userId}`, { token: clinic.admin.token }));
    await untilLate();

    const { status } = await held.finish();
    expect([401, 403]).toContain(status);
    expect(status).toBe((await post(path, { token, body })).status);
    expect((await get(`/v1/clinicians/${userId}/invites`, { token })).status).toBe(404);
  });

  it('the owner has claimed the account is refused to the custodian', async () => {
    const { custodian, email, userId, claim, password } = await newClaim(server);
    const { token } = custodian;
    const stranger = await newAccount(server);
    const held = await Promise.all([
      holdBody(server, 'DELETE', `/auth/user/${userId}`, { token, body: {} }),
      holdBody(server, 'PUT', `/metadata/${userId}/profile`, { token, body: { fullName: 'Somebody else' } }),
      holdBody(server, 'POST', `/access/${userId}/${stranger.userId}`, {
        token,
        body: permissionSet('view'),
      }),
    ]);
    accepted(await claim());
    await untilLate();

    for (const request of held) expect([401, 403]).toContain((await request.finish()).status);
    const owner = sessionToken(await logIn(server, email, password));
    expect(
      (await get(`/access/groups/${stranger.userId}`, { token: stranger.token })).body,
    ).not.toHaveProperty(userId);
    expect((await get(`/metadata/${userId}/profile`, { token: owner })).body).not.toHaveProperty('fullName');
  });
});

it('a request whose body takes its time is processed while nothing changes, and is logged once', async () => {
  const person = await newPerson(server);
  const friend = await newAccount(server);
  await share(server, person, friend, 'view', 'upload');
  const dataSetId = await person.openedContinuous();
  const body = [cbg()];
  const held = await holdBody(server, 'POST', `/v1/data_sets/${dataSetId}/data`, {
    token: friend.token,
    body,
  });
  await untilLate();

  expect((await held.finish()).status).toBe(200);
  expect(await person.records('type=cbg')).toHaveLength(1);
  const entries = await accessLog(server, person.userId, person.token);
  const uploads = entries.filter(({ actorId, kind }) => actorId === friend.userId && kind === 'CHANGE');
  expect(uploads).toHaveLength(1);
});

describe('a token that expires while the body arrives', () => {
  let own: OwnApp;
  beforeAll(async () => {
    own = await startOwnApp({ SESSION_TTL: '2', SERVER_TOKEN_TTL: '2' });
  });
  afterAll(() => own.close());

  const holders: [string, (account: TestAccount) => Promise<string>][] = [
    ['a person', ({ token }) => Promise.resolve(token)],
    ['a trusted server', () => newServerToken(own.server)],
  ];

  it.each(holders)('is accepted: that of %s', async (_who, tokenOf) => {
    const account = await newAccount(own.server);
    const token = await tokenOf(account);
    const { userId } = account;
    const body = { fullName: 'Ann Other' };
    const held = await holdBody(own.server, 'PUT', `/metadata/${userId}/profile`, { token, body });
    await waitFor('the token to expire', async () => {
      const { status } = await api(own.server).get(`/metadata/${userId}/profile`, { token });
      return status === 401 || undefined;
    });

    expect((await held.finish()).status).toBe(200);
  });
});
