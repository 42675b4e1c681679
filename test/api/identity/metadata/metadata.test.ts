import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put } = api(server);

const refusal = (code: number, reason: unknown) => ({ code, reason, message: reason });
const openCollections = ['profile', 'preferences', 'settings', 'groups'];

describe('the names of the collections', () => {
  it('are always the same three', async () => {
    const { token } = await newAccount(server);
    const { status, body } = await get('/metadata/collections', { token });
    expect({ status, body }).toEqual({ status: 200, body: ['profile', 'groups', 'private'] });
  });

  it('are refused without a token', async () => {
    expect((await get('/metadata/collections')).status).toBe(401);
    expect((await get('/metadata/collections', { token: 'nonsense' })).status).toBe(401);
  });
});

describe('a collection', () => {
  it.each(openCollections)('%s is not found until it is written, even as an empty object', async (name) => {
    const { userId, token } = await newAccount(server);
    const path = `/metadata/${userId}/${name}`;
    const missing = await get(path, { token });
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual(refusal(404, missing.body.message));
    const written = await put(path, { token, body: {} });
    expect({ status: written.status, body: written.body }).toEqual({ status: 200, body: {} });
    const found = await get(path, { token });
    expect({ status: found.status, body: found.body }).toEqual({ status: 200, body: {} });
  });

  it.each(openCollections)('%s is for its owner and trusted servers', async (name) => {
    const { userId, token } = await newAccount(server);
    const serverToken = await newServerToken(server);
    const path = `/metadata/${userId}/${name}`;
    expect((await put(path, { token, body: { a: 1 } })).status).toBe(200);
    expect((await post(path, { token: serverToken, body: { b: 2 } })).body).toEqual({ a: 1, b: 2 });
    expect((await get(path, { token })).body).toEqual({ a: 1, b: 2 });
    expect((await get(path, { token: serverToken })).body).toEqual({ a: 1, b: 2 });
  });

  it.each([...openCollections, 'private'])(
    '%s is inaccessible to strangers, whether or not it exists',
    async (name) => {
      const { userId, token: owner } = await newAccount(server);
      await put(`/metadata/${userId}/${name}`, { token: owner, body: { fullName: 'Ann' } });
      const { token } = await newAccount(server);
      for (const id of [userId, randomUUID(), 'nonsense', `${userId}%20`, userId.toUpperCase()]) {
        const path = `/metadata/${id}/${name}`;
        for (const each of [token, undefined, 'nonsense']) {
          const answers = [
            await get(path, { token: each }),
            await put(path, { token: each, body: { fullName: 'Eve' } }),
            await post(path, { token: each, raw: 'nonsense' }),
          ];
          for (const { status, body } of answers) {
            expect({ path, status }).toEqual({ path, status: 401 });
            expect(body).toEqual(refusal(401, body.message));
          }
        }
      }
      const answer = await get(`/metadata/${userId}/${name}`, { token: owner });
      expect(answer.body.fullName).toBe(name === 'private' ? undefined : 'Ann');
    },
  );

  it('private is visible to trusted servers, but not to its owner', async () => {
    const { userId, token } = await newAccount(server);
    const path = `/metadata/${userId}/private`;
    const serverToken = await newServerToken(server);
    expect((await put(path, { token, body: { a: 1 } })).status).toBe(404);
    expect((await post(path, { token, body: { a: 1 } })).status).toBe(404);
    expect((await put(path, { token: serverToken, body: { a: 1 } })).body).toEqual({ a: 1 });
    expect((await get(path, { token })).status).toBe(404);
    expect((await get(path, { token: serverToken })).body).toEqual({ a: 1 });
  });

  it.each([['other'], ['Profile'], ['profile%20'], ['__proto__'], ['%F0%9F%98%80']])(
    '%s does not exist',
    async (name) => {
      const { userId, token } = await newAccount(server);
      const path = `/metadata/${userId}/${name}`;
      for (const each of [token, await newServerToken(server)]) {
        expect((await get(path, { token: each })).status).toBe(404);
        expect((await put(path, { token: each, body: {} })).status).toBe(404);
        expect((await post(path, { token: each, body: {} })).status).toBe(404);
      }
    },
  );

  it('of an unknown account is not found by a trusted server, and not created', async () => {
    const token = await newServerToken(server);
    const path = `/metadata/${randomUUID()}/profile`;
    expect((await put(path, { token, body: { a: 1 } })).status).toBe(404);
    expect((await get(path, { token })).status).toBe(404);
  });
});
