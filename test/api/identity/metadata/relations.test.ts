import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, share } from '../../../support/shares';

const server = serverUnderTest();
const { get, put, post, delete: remove } = api(server);

const collections = ['profile', 'preferences', 'settings', 'groups'];
const content = { fullName: 'Ann', patient: { birthday: '1990-01-02' } };

let owner: TestAccount;
let other: TestAccount;

beforeEach(async () => {
  owner = await newAccount(server);
  other = await newAccount(server);
  for (const name of collections) {
    await put(`/metadata/${owner.userId}/${name}`, { token: owner.token, body: content });
  }
});

const read = (name: string) => get(`/metadata/${owner.userId}/${name}`, { token: other.token });

describe('a collection can be read', () => {
  it.each([['view'], ['upload'], ['note'], ['follow'], ['custodian']])(
    'in full by holders of %s',
    async (permission) => {
      await share(server, owner, other, permission);
      for (const name of collections) {
        const { status, body } = await read(name);
        expect({ name, status, body }).toEqual({ name, status: 200, body: content });
      }
      expect((await read('private')).status).toBe(404);
      expect((await read('other')).status).toBe(404);
    },
  );

  it('in part by those who share with its owner: the full name in the profile', async () => {
    await share(server, other, owner, 'view');
    const { status, body } = await read('profile');
    expect({ status, body }).toEqual({ status: 200, body: { fullName: 'Ann' } });
    for (const name of ['preferences', 'settings', 'groups']) expect((await read(name)).status).toBe(401);
    for (const name of ['private', 'other']) expect((await read(name)).status).toBe(404);
  });

  it('as empty by those who share with an owner without a name, and as not found if there is none', async () => {
    await share(server, other, owner, 'view');
    await put(`/metadata/${owner.userId}/profile`, { token: owner.token, body: { fullName: null } });
    expect((await read('profile')).body).toEqual({});
    await share(server, owner, other, 'view');
    const { userId, token } = other;
    expect((await get(`/metadata/${userId}/profile`, { token: owner.token })).status).toBe(404);
    expect((await get(`/metadata/${userId}/profile`, { token })).status).toBe(404);
  });
});

describe('a collection cannot be written', () => {
  it('by holders of permissions who do not manage the account', async () => {
    await share(server, owner, other, 'view', 'upload', 'note', 'follow');
    for (const name of [...collections, 'private', 'other']) {
      const path = `/metadata/${owner.userId}/${name}`;
      for (const sent of [{ body: { a: 1 } }, { raw: 'nonsense' }]) {
        expect((await put(path, { token: other.token, ...sent })).status).toBe(401);
        expect((await post(path, { token: other.token, ...sent })).status).toBe(401);
      }
      expect((await remove(path, { token: other.token })).status).toBe(401);
    }
  });
});

describe('deleting', () => {
  it('is not implemented, and deletes nothing', async () => {
    const { userid } = await newCustodialAccount(server, other);
    const serverToken = await newServerToken(server);
    for (const name of collections) {
      for (const [userId, token] of [
        [owner.userId, owner.token],
        [owner.userId, serverToken],
        [userid, other.token],
      ] as const) {
        const { status, body } = await remove(`/metadata/${userId}/${name}`, { token });
        expect(status).toBe(501);
        expect(body).toMatchObject({ code: 501, reason: body.message });
      }
      expect((await get(`/metadata/${owner.userId}/${name}`, { token: owner.token })).body).toEqual(content);
    }
  });

  it('of missing collections is not found', async () => {
    const serverToken = await newServerToken(server);
    for (const token of [owner.token, serverToken]) {
      expect((await remove(`/metadata/${owner.userId}/other`, { token })).status).toBe(404);
    }
    expect((await remove(`/metadata/${owner.userId}/private`, { token: owner.token })).status).toBe(404);
    expect((await remove(`/metadata/${owner.userId}/private`, { token: serverToken })).status).toBe(501);
  });

  it('is inaccessible to others', async () => {
    for (const token of [other.token, undefined, 'nonsense']) {
      for (const name of ['profile', 'private', 'other', 'private/uploads']) {
        expect((await remove(`/metadata/${owner.userId}/${name}`, { token })).status).toBe(401);
      }
    }
  });
});

describe('an item of the private collection', () => {
  const item = {
    name: '',
    id: expect.stringMatching(/^[0-9a-f]{10}$/),
    hash: expect.stringMatching(/^[0-9a-f]{24}$/),
  };
  let token: string;

  beforeEach(async () => {
    token = await newServerToken(server);
  });

  it.each([['uploads'], ['meta'], ['a.b'], ['Zoë%20😀'], ['toString'], ['x'.repeat(255)]])(
    'is generated for a trusted server under the name %s, once',
    async (name) => {
      const path = `/metadata/${owner.userId}/private/${name}`;
      const { status, body } = await get(path, { token });
      expect({ status, body }).toEqual({ status: 200, body: item });
      expect((await get(path, { token })).body).toEqual(body);
      const another = await get(`/metadata/${other.userId}/private/${name}`, { token });
      expect(another.body.id).not.toBe(body.id);
      expect(another.body.hash).not.toBe(body.hash);
    },
  );

  it('is a single one for concurrent first requests', async () => {
    const path = `/metadata/${owner.userId}/private/uploads`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(path, { token })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toEqual(item);
  });

  it('keeps the rest of the collection, and is a part of it', async () => {
    const path = `/metadata/${owner.userId}/private`;
    await put(path, { token, body: { kept: 1, uploads: { name: 'mine', more: 2 } } });
    const { body } = await get(`${path}/uploads`, { token });
    expect(body).toEqual({ ...item, name: 'mine' });
    expect((await get(path, { token })).body).toEqual({ kept: 1, uploads: { more: 2, ...body } });
    expect((await remove(`${path}/uploads`, { token })).status).toBe(501);
    expect((await get(`${path}/uploads`, { token })).body).toEqual(body);
  });

  it.each([['__proto__'], ['constructor'], ['prototype'], ['x'.repeat(256)]])(
    'cannot be named %s',
    async (name) => {
      const { status, body } = await get(`/metadata/${owner.userId}/private/${name}`, { token });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, reason: body.message, errors: [{ code: 'value-not-valid' }] });
    },
  );

  it('is for trusted servers only, not even its owner', async () => {
    const { userid } = await newCustodialAccount(server, other);
    for (const [userId, each] of [
      [owner.userId, owner.token],
      [userid, other.token],
      [owner.userId, undefined],
      [owner.userId, 'nonsense'],
    ] as const) {
      for (const name of ['uploads', '__proto__']) {
        expect((await get(`/metadata/${userId}/private/${name}`, { token: each })).status).toBe(401);
      }
    }
    expect((await get(`/metadata/${owner.userId}/private`, { token })).status).toBe(404);
  });

  it('requires an existing account', async () => {
    for (const userId of [randomUUID(), 'nonsense']) {
      expect((await get(`/metadata/${userId}/private/uploads`, { token })).status).toBe(404);
    }
  });

  it('is available in the graph too, for trusted servers', async () => {
    const query = `mutation ($id: ID!) {
      ensurePrivateItem(input: { userId: $id, name: "uploads" }) { item { name id hash } }
    }`;
    const variables = { id: owner.userId };
    const { body } = await api(server).graph(query, { token, variables });
    expect(body).toEqual({ data: { ensurePrivateItem: { item } } });
    const refused = await api(server).graph(query, { token: owner.token, variables });
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
