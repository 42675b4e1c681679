import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { cbg } from '../../../support/records';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

let person: Person;
let other: Person;

beforeAll(async () => {
  person = await newPerson(server);
  other = await newPerson(server);
  await person.uploaded(await person.openedContinuous(), [cbg()]);
});

const read = (id: string, headers: Record<string, string> = {}) =>
  api(server).get(`/data/${person.userId}?restricted_token=${id}`, { headers });

const tokenFor = async (...paths: string[]): Promise<string> =>
  (await newRestrictedToken(server, person, paths.length > 0 ? { paths } : {})).id;

describe('a restricted token', () => {
  it('opens the records of its owner, more than once', async () => {
    const id = await tokenFor();
    for (const answer of [await read(id), await read(id)]) {
      expect(answer.status).toBe(200);
      expect(answer.body.map(({ type }: { type: string }) => type)).toContain('cbg');
    }
  });

  it('acts as its owner: it opens nothing that is not shared with them', async () => {
    const id = await tokenFor();
    const answer = await api(server).get(`/data/${other.userId}?restricted_token=${id}`);
    expect(answer.status).toBe(403);
  });

  it.each([
    ['/data', 200],
    ['/data/', 200],
    ['/', 200],
    ['/data/ME', 200],
    ['/data/ME/', 401],
    ['/dat', 401],
    ['/data/M', 401],
    ['/export', 401],
  ])('for the path %s gets %i', async (path, status) => {
    const id = await tokenFor(
      '/nowhere',
      path.replace('ME', person.userId).replace('M', person.userId[0] ?? ''),
    );
    expect((await read(id)).status).toBe(status);
  });

  it('is compared with the path as sent, including escapes', async () => {
    const first = person.userId.charCodeAt(0).toString(16);
    const escaped = `/data/%${first}${person.userId.slice(1)}`;
    for (const [entry, status] of [
      [`/data/${person.userId}`, 401],
      [escaped, 200],
    ] as const) {
      const id = await tokenFor(entry);
      expect((await api(server).get(`${escaped}?restricted_token=${id}`)).status).toBe(status);
    }
  });

  it('is invalid after its expiration and after its deletion', async () => {
    const { id: ended } = await newRestrictedToken(server, person, {
      expirationTime: '2020-01-01T00:00:00Z',
    });
    expect((await read(ended)).status).toBe(401);
    const id = await tokenFor();
    await api(server).delete(`/v1/restricted_tokens/${id}`, { token: person.token });
    expect((await read(id)).status).toBe(401);
  });

  it('opens what a server has changed it to, and nothing else', async () => {
    const token = await newServerToken(server);
    const id = await tokenFor('/data');
    const change = (body: unknown) => api(server).put(`/v1/restricted_tokens/${id}`, { token, body });
    await change({ paths: ['/export'] });
    expect((await read(id)).status).toBe(401);
    await change({ paths: ['/data'] });
    expect((await read(id)).status).toBe(200);
    await change({ expirationTime: '2020-01-01T00:00:00Z' });
    expect((await read(id)).status).toBe(401);
  });

  it('is refused if repeated, empty or unknown', async () => {
    const id = await tokenFor();
    for (const wrong of [`${id}&restricted_token=${id}`, '', '0'.repeat(32), `${id}%20`]) {
      expect([wrong, (await read(wrong)).status]).toEqual([wrong, 401]);
    }
  });

  it('neither makes up for an invalid token nor overrides a valid one', async () => {
    const id = await tokenFor();
    expect((await read(id, { 'X-Tidepool-Session-Token': 'wrong' })).status).toBe(401);
    expect((await read(id, { Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await read(id, { 'X-Tidepool-Session-Token': other.token })).status).toBe(403);
    expect((await read(id, { 'X-Tidepool-Session-Token': '' })).status).toBe(200);
    expect((await read('wrong', { 'X-Tidepool-Session-Token': person.token })).status).toBe(200);
  });

  it.each([
    ['GET', '/auth/user'],
    ['GET', '/auth/login'],
    ['GET', '/auth/token'],
    ['GET', '/v1/users/ME/data_sets'],
    ['POST', '/v1/users/ME/restricted_tokens'],
    ['POST', '/data/ME'],
  ])('is useless at %s %s', async (method, address) => {
    const path = `${address.replace('ME', person.userId)}?restricted_token=${await tokenFor()}`;
    const { status } = await api(server).call(method, path, { body: method === 'POST' ? {} : undefined });
    expect([401, 404]).toContain(status);
  });

  it('is useless in the graph, and is not a session token', async () => {
    const id = await tokenFor();
    const body = { query: '{ me { id } }' };
    const answer = await api(server).post(`/graphql?restricted_token=${id}`, { body });
    expect(answer.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await api(server).get('/auth/user', { token: id })).status).toBe(401);
    expect((await api(server).get('/auth/user', { headers: { Authorization: `Bearer ${id}` } })).status).toBe(
      401,
    );
  });
});
