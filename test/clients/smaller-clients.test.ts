import { randomUUID } from 'node:crypto';
import { basic, newAccount } from '../support/accounts';
import { newFollower } from '../support/alerts';
import { api } from '../support/api';
import { newPerson } from '../support/person';
import { rawRequest } from '../support/raw-http';
import { at, bolus, cbg, food } from '../support/records';
import { serverUnderTest } from '../support/server';
import { permissionSet, share } from '../support/shares';

const server = serverUnderTest();
const { get, post, put } = api(server);

const tokenHeaders = ['x-tidepool-session-token', 'x-service-session-token'];

describe('the synchronization to Nightscout', () => {
  it('logs in without a body, and gets each header once and no null value', async () => {
    const { email, password, userId } = await newAccount(server);
    const headers = { Authorization: basic(email, password), 'Content-Length': '0' };
    const answer = await rawRequest(server.url, '/auth/login', { method: 'POST', headers });
    expect(answer.status).toBe(200);
    for (const name of tokenHeaders) expect(answer.headers[name]).toMatch(/^[^,\s]+$/);
    const body = JSON.parse(answer.body.toString());
    expect(body).toMatchObject({ emailVerified: true, emails: [email], userid: userId });
    expect(Object.values(body)).not.toContain(null);
    expect(body.termsAccepted ?? at(0)).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('requests each type separately, from an instant with seven digits', async () => {
    const person = await newPerson(server);
    const records = [bolus({ time: at(1) }), food({ time: at(1) }), bolus({ time: at(-1) })];
    await person.uploaded(await person.openedContinuous(), records);
    const start = 'startDate=2024-05-06T00%3A00%3A00.0000000Z';
    for (const type of ['bolus', 'food', 'physicalActivity', 'pumpSettings']) {
      const { body } = await get(`/data/${person.userId}?${start}&type=${type}`, { token: person.token });
      const expected = ['bolus', 'food'].includes(type)
        ? [expect.objectContaining({ type, time: expect.stringMatching(/T00:01:00\.000Z$/) })]
        : [];
      expect(body).toEqual(expected);
      expect(JSON.stringify(body)).not.toContain('null');
    }
  });
});

describe('the legacy phone app', () => {
  it('shows messages of people without a name', async () => {
    const person = await newPerson(server);
    const { userId, token } = person;
    const message = { guid: randomUUID(), timestamp: at(0), messagetext: 'Felt low', parentmessage: null };
    const sent = await post(`/message/send/${userId}`, { token, body: { message } });
    expect(sent.status).toBe(201);
    for (const path of [`/message/notes/${userId}`, `/message/thread/${sent.body.id}`])
      expect((await get(path, { token })).body.messages).toEqual([expect.objectContaining({ user: {} })]);
  });
});

describe('the client in Python', () => {
  it('reads a day with its switches, messages with generated names, and logs out with a password', async () => {
    const person = await newPerson(server);
    const { userId, token, email, password } = person;
    await person.uploaded(await person.openedContinuous(), [cbg({ time: at(5) })]);
    const day = 'startDate=2024-05-06T00:00:00.000Z&endDate=2024-05-06T23:59:59.999Z';
    const data = await get(`/data/${userId}?${day}&dexcom=true&medtronic=true&carelink=true`, { token });
    expect(data.body.map(({ type }: { type: string }) => type)).toContain('cbg');
    const notes = await get(`/message/notes/${userId}?startDate=2024-01-01&endDate=x`, { token });
    expect([notes.status, notes.body]).toEqual([200, { messages: [] }]);
    const out = await post('/auth/logout', { headers: { Authorization: basic(email, password) } });
    expect(out.status).toBe(200);
  });
});

describe('the care partner app', () => {
  it('gets 403, not 401, once a share has ended', async () => {
    const { followed, userId, token } = await newFollower(server);
    await share(server, followed, { userId, token } as Parameters<typeof share>[2], 'view', 'follow');
    const query =
      'startDate=2024-05-06T00:00:00.000Z&type=cbg,basal,bolus,insulin,food,dosingDecision,pumpStatus,controllerStatus';
    const paths = [
      `/data/${followed.userId}?${query}`,
      `/v1/users/${followed.userId}/followers/${userId}/alerts`,
    ];
    const statuses = async () =>
      (await Promise.all(paths.map((path) => get(path, { token })))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 404]);
    await post(`/access/${followed.userId}/${userId}`, { token: followed.token, body: permissionSet() });
    expect(await statuses()).toEqual([403, 403]);
  });
});

describe('unencoded URLs', () => {
  const raw = (path: string, token?: string, method = 'GET') =>
    rawRequest(server.url, path, { method, headers: token ? { 'x-tidepool-session-token': token } : {} });

  it('are parsed as they are: zones, email addresses', async () => {
    const person = await newPerson(server);
    const { userId, token } = person;
    await person.uploaded(await person.openedContinuous(), [cbg({ time: at(5) })]);
    const from = '2024-05-06T02:00:00+02:00';
    const data = await raw(
      `/data/${userId}?startDate=${from}&endDate=2024-05-06T02:05:00+02:00&type=cbg`,
      token,
    );
    expect(JSON.parse(data.body.toString())).toHaveLength(1);
    const message = { guid: randomUUID(), timestamp: at(0), messagetext: 'x' };
    await post(`/message/send/${userId}`, { token, body: { message } });
    const notes = await raw(
      `/message/notes/${userId}?starttime=${from}&endtime=2024-05-06T02:00:01+02:00`,
      token,
    );
    expect(JSON.parse(notes.body.toString()).messages).toHaveLength(1);
    const email = `o'brien+${randomUUID()}@example.org`;
    const asked = await raw(`/confirm/send/forgot/${email}`, undefined, 'POST');
    expect(asked.status).toBe(200);
  });

  it('have no token if its header is empty', async () => {
    const { userId, token } = await newAccount(server);
    const empty = { headers: { 'x-tidepool-session-token': '' } };
    expect((await rawRequest(server.url, '/info', empty)).status).toBe(200);
    expect(
      (await rawRequest(server.url, `/metrics/user/${userId}/an event`.replaceAll(' ', '%20'), empty)).status,
    ).toBe(200);
    expect((await put(`/metadata/${userId}/profile`, { token, body: { fullName: 'A' } })).status).toBe(200);
  });
});
