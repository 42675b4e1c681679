import { newAccount, newEmail, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import {
  accepted,
  addPatient,
  newClinic,
  newClinician,
  newPatient,
  patientFields,
  type TestClinic,
} from '../../../support/clinics';
import { mailsTo, waitForMails } from '../../../support/mails';
import { startOwnApp } from '../../../support/own-app';
import { serverUnderTest, type ServerUnderTest } from '../../../support/server';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();
const { get, post, put, graph } = api(server);

let clinic: TestClinic;
let token: string;
let serverToken: string;

beforeEach(async () => {
  clinic = await newClinic(server);
  ({ token } = clinic.admin);
  serverToken = await newServerToken(server);
});

const connect = (id: string, provider = 'dexcom', as = token) =>
  post(`${clinic.path}/patients/${id}/connect/${provider}`, { token: as });
const patient = async (id: string): Promise<Json> =>
  accepted(await get(`${clinic.path}/patients/${id}`, { token }));
const tokens = async (id: string): Promise<Json[]> =>
  accepted(await get(`/v1/users/${id}/restricted_tokens`, { token: serverToken })).filter(
    ({ paths }: Json) => paths[0] === '/v1/oauth/dexcom',
  );
const waiting = { providerName: 'dexcom', state: 'pending' };
const tellSources = (id: string, sources: object[]) =>
  put(`/v1/patients/${id}/data_sources`, { token: serverToken, body: sources });

it('a source waits for 30 days, and requests are kept, newest first', async () => {
  const { id } = await newPatient(server, clinic, {
    dataSources: [{ ...waiting, providerName: 'abbott' }, waiting],
  });
  const before = Date.now();
  const { status, text } = await connect(id);
  expect([status, text]).toEqual([204, '']);
  expect((await connect(id)).status).toBe(204);
  const { dataSources, connectionRequests } = await patient(id);
  expect(dataSources).toEqual([
    { providerName: 'abbott', state: 'pending' },
    { ...waiting, expirationTime: expect.any(String) },
  ]);
  const wait = Date.parse(dataSources[1].expirationTime) - before;
  expect(Math.round(wait / 60_000)).toBe(30 * 24 * 60);
  expect(Object.keys(connectionRequests)).toEqual(['dexcom', 'twiist', 'abbott']);
  const times: string[] = connectionRequests.dexcom.map(({ createdTime }: Json) => createdTime);
  expect(connectionRequests.dexcom[0]).toEqual({ providerName: 'dexcom', createdTime: expect.any(String) });
  expect(times).toHaveLength(2);
  expect([...times].sort().reverse()).toEqual(times);
  expect([connectionRequests.twiist, connectionRequests.abbott]).toEqual([[], []]);
});

it('a source that was connected before has to be reconnected', async () => {
  const { id } = await newPatient(server, clinic);
  const modifiedTime = '2024-05-06T07:08:09.000Z';
  await tellSources(id, [{ ...waiting, state: 'disconnected', modifiedTime }]);
  await connect(id);
  const [source] = (await patient(id)).dataSources;
  expect(source).toMatchObject({ state: 'pendingReconnect', expirationTime: expect.any(String) });
  expect(source.modifiedTime > modifiedTime).toBe(true);
});

it('only existing patients with a source of the provider can be asked', async () => {
  const { id } = await newPatient(server, clinic, { dataSources: [waiting] });
  const member = await newClinician(server, clinic);
  expect((await connect(id, 'dexcom', member.token)).status).toBe(204);
  expect((await connect(id, 'dexcom', serverToken)).status).toBe(204);
  expect((await connect(id, 'twiist')).status).toBe(404);
  expect((await connect(crypto.randomUUID())).status).toBe(404);
  expect((await connect(id, 'other')).status).toBe(400);
  expect((await connect('x')).status).toBe(400);
  const stranger = await newAccount(server);
  expect((await connect('x', 'other', stranger.token)).status).toBe(403);
  const elsewhere = `/v1/clinics/${'f'.repeat(24)}/patients/${id}/connect/dexcom`;
  expect((await post(elsewhere, { token: serverToken })).status).toBe(404);
  expect((await patient(id)).connectionRequests.dexcom).toHaveLength(2);
});

const linkIn = (mail: string): string | undefined => /restricted_token=(\w+)/.exec(mail)?.[1];

it('a mail contains a new link, and older links for the provider become invalid', async () => {
  const email = newEmail(server);
  const { id } = await newPatient(server, clinic, { email, fullName: 'Ann', dataSources: [waiting] });
  // The mail that asks to claim the account.
  await waitForMails(server, email);
  await connect(id);
  const [first] = (await waitForMails(server, email, 2)).flatMap((mail) => linkIn(mail) ?? []);
  await connect(id);
  const mails = await waitForMails(server, email, 3);
  const [current, ...others] = await tokens(id);
  expect(others).toEqual([]);
  expect(current.paths).toEqual(['/v1/oauth/dexcom']);
  const lifetime = Date.parse(current.expirationTime) - Date.parse(current.createdTime);
  expect(Math.round(lifetime / 60_000)).toBe(30 * 24 * 60);
  expect(current.id).not.toBe(first);
  const last = mails.find((mail) => linkIn(mail) === current.id);
  expect(last).toContain('Hello Ann');
  expect(last).toContain('Clinic of a test has opened an account for you');
  expect(last).toContain(`/v1/oauth/dexcom/authorize?restricted_token=${current.id}`);
});

it("links for URLs other than the provider's stay valid", async () => {
  const email = newEmail(server);
  const { id } = await newPatient(server, clinic, { email, dataSources: [waiting] });
  const make = async (...paths: string[]) =>
    accepted(await post(`/v1/users/${id}/restricted_tokens`, { token: serverToken, body: { paths } }))
      .id as string;
  const [stale, others] = [
    await make('/v1/oauth/dexcom'),
    [await make('/v1/oauth/abbott'), await make('/v1/oauth/dexcom', '/v1/oauth/abbott')],
  ];
  await connect(id);
  const all = accepted(await get(`/v1/users/${id}/restricted_tokens`, { token: serverToken })) as Json[];
  const ids = all.map((each) => each.id);
  expect([ids.length, ids.includes(stale), others.every((each) => ids.includes(each))]).toEqual([
    3,
    false,
    true,
  ]);
});

it('the text of the mail depends on sender and recipient', async () => {
  const owner = await newAccount(server);
  await addPatient(server, clinic, owner, ['view'], patientFields);
  await tellSources(owner.userId, [waiting]);
  await connect(owner.userId);
  const [mail] = await waitForMails(server, owner.email);
  expect(mail).toContain('asks you to share your Dexcom data');
  await tellSources(owner.userId, [{ ...waiting, state: 'error', modifiedTime: '2024-05-06T07:08:09Z' }]);
  await connect(owner.userId);
  const mails = await waitForMails(server, owner.email, 2);
  expect(mails.some((each) => each.includes('does not get your Dexcom data any more'))).toBe(true);
  const email = newEmail(server);
  const managed = await newPatient(server, clinic, { email });
  await tellSources(managed.id, [{ ...waiting, state: 'error', modifiedTime: '2024-05-06T07:08:09Z' }]);
  await connect(managed.id);
  const [, again] = await waitForMails(server, email, 2);
  expect([again, (await waitForMails(server, email, 2))[0]].join()).toContain(
    'does not get your Dexcom data',
  );
});

it('without an address no mail is sent, and no link is created', async () => {
  const { id } = await newPatient(server, clinic, { dataSources: [waiting] });
  await connect(id);
  expect(await tokens(id)).toEqual([]);
});

it('a new address of the patient receives the last request for each provider again', async () => {
  const [first, second] = [newEmail(server), newEmail(server)];
  const sources = [waiting, { ...waiting, providerName: 'abbott' }];
  const { id } = await newPatient(server, clinic, { email: first, dataSources: sources });
  await connect(id);
  await connect(id);
  await connect(id, 'abbott');
  await put(`${clinic.path}/patients/${id}`, { token, body: { ...patientFields, email: second } });
  const links = await waitFor('two links', async () => {
    const found = (await mailsTo(server, second)).filter((mail) => linkIn(mail));
    return found.length >= 2 ? found : undefined;
  });
  expect(links.map((mail) => /oauth\/(\w+)\//.exec(mail)?.[1]).sort()).toEqual(['abbott', 'dexcom']);
  expect((await patient(id)).connectionRequests.dexcom).toHaveLength(2);
});

it('patients with managed accounts are reminded unless they have connected or claimed the account', async () => {
  const own = await startOwnApp({
    CONNECTION_REMINDER_DELAY: '1',
    CLAIM_REMINDER_DELAY: '3',
    MAIL_URL: `file:${server.mailFolder}`,
  });
  try {
    const target: ServerUnderTest = { ...own.server, mailFolder: server.mailFolder };
    const there = await newClinic(target);
    const open = async (): Promise<{ id: string; email: string }> => {
      const email = newEmail(target);
      const { id } = await newPatient(target, there, { email, dataSources: [waiting] });
      return { id, email };
    };
    const [late, done, moved] = [await open(), await open(), await open()];
    // Another clinic that manages the account asks for nothing new.
    await addPatient(
      target,
      await newClinic(target),
      { userId: late.id },
      ['custodian', 'view'],
      patientFields,
    );
    const { token: admin } = there.admin;
    const email = newEmail(target);
    const body = { ...patientFields, email };
    accepted(await api(target).put(`${there.path}/patients/${moved.id}`, { token: admin, body }));
    const path = (id: string) => `${there.path}/patients/${id}/connect/dexcom`;
    for (const { id } of [late, done]) await api(target).post(path(id), { token: there.admin.token });
    await api(target).put(`/v1/patients/${done.id}/data_sources`, {
      token: await newServerToken(target),
      body: [{ ...waiting, state: 'connected' }],
    });
    await waitFor('a reminder', async () =>
      (await mailsTo(target, late.email)).find((mail) => mail.includes('is still waiting')),
    );
    const mails = await mailsTo(target, done.email);
    expect(mails.some((mail) => mail.includes('is still waiting'))).toBe(false);
    const claims = async (address: string) =>
      (await mailsTo(target, address)).flatMap((mail) => /[?&]signupKey=([\w-]+)/.exec(mail)?.[1] ?? []);
    for (const address of [late.email, email]) {
      const keys = await waitFor('a second mail to take the account over', async () => {
        const found = await claims(address);
        return found.length >= 2 ? found : undefined;
      });
      // The link in the first mail stays valid.
      expect(new Set(keys).size).toBe(1);
    }
    expect(await claims(late.email)).toHaveLength(2);
    expect(await claims(moved.email)).toHaveLength(1);
  } finally {
    await own.close();
  }
});

it('the graph can send requests too', async () => {
  const { id: userId } = await newPatient(server, clinic, { dataSources: [waiting] });
  const operation = `mutation ($input: RequestProviderConnectionInput!) {
    requestProviderConnection(input: $input) { done }
  }`;
  const input = { clinicId: clinic.id, userId, provider: 'DEXCOM' };
  expect((await graph(operation, { token, variables: { input } })).body.data).toEqual({
    requestProviderConnection: { done: true },
  });
  const none = await graph(operation, { token, variables: { input: { ...input, provider: 'TWIIST' } } });
  expect(none.body.errors[0].extensions.code).toBe('NOT_FOUND');
});
