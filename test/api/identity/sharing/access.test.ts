import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { permissionSet, share } from '../../../support/shares';

const server = serverUnderTest();
const { get, post } = api(server);

const newPeople = (count: number): Promise<TestAccount[]> =>
  Promise.all(Array.from({ length: count }, () => newAccount(server)));
const between = (sharer: { userId: string }, grantee: { userId: string }) =>
  `/access/${sharer.userId}/${grantee.userId}`;

let owner: TestAccount;
let member: TestAccount;
let stranger: TestAccount;
let serverToken: string;

beforeEach(async () => {
  [owner, member, stranger] = (await newPeople(3)) as [TestAccount, TestAccount, TestAccount];
  serverToken = await newServerToken(server);
});

/** The member's permissions, as a trusted server sees them. */
async function held(): Promise<unknown> {
  const { status, body } = await get(between(owner, member), { token: serverToken });
  return status === 404 ? null : body;
}

describe('granting', () => {
  it.each([['view'], ['upload'], ['note'], ['follow'], ['view upload note follow']])(
    'grants what the body names: %s',
    async (names) => {
      const set = permissionSet(...names.split(' '));
      const { status, body } = await post(between(owner, member), { token: owner.token, body: set });
      expect({ status, body }).toEqual({ status: 200, body: set });
      expect(await held()).toEqual(set);
    },
  );

  it('replaces all previous permissions', async () => {
    await share(server, owner, member, 'view', 'upload');
    const { body } = await post(between(owner, member), { token: owner.token, body: permissionSet('note') });
    expect(body).toEqual(permissionSet('note'));
    expect(await held()).toEqual(permissionSet('note'));
  });

  it.each<[string, unknown, string[]]>([
    ['treats null as absent', { view: {}, upload: null, admin: null }, ['view']],
    ['drops the content of objects', { view: { until: 2030 } }, ['view']],
    ['leaves out root', { root: {}, view: {} }, ['view']],
    ['leaves out root, whatever it is', { root: true, view: {} }, ['view']],
    ['leaves out custodian for who is not custodian', { custodian: {}, view: {} }, ['view']],
  ])('%s', async (_what, sent, names) => {
    const { status, body } = await post(between(owner, member), { token: owner.token, body: sent });
    expect({ status, body }).toEqual({ status: 200, body: permissionSet(...names) });
    expect(await held()).toEqual(permissionSet(...names));
  });

  it('shares nothing if all that the body names is left out', async () => {
    const body = { custodian: {}, root: {} };
    const answer = await post(between(owner, member), { token: owner.token, body });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(await held()).toBeNull();
  });

  it.each<[string, string]>([
    ['another name', '{"view":{},"admin":{}}'],
    ['a name in capitals', '{"View":{}}'],
    ['the name of an inherited property', '{"__proto__":{}}'],
    ['true', '{"view":true}'],
    ['a text', '{"view":""}'],
    ['a number', '{"view":1}'],
    ['an array', '{"view":[]}'],
    ['an array in place of the body', '[]'],
    ['null in place of the body', 'null'],
    ['a text in place of the body', '"view"'],
    ['invalid JSON', '{"view":{}'],
  ])('refuses %s and changes nothing', async (_what, raw) => {
    await share(server, owner, member, 'note');
    const { status, body } = await post(between(owner, member), { token: owner.token, raw });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 400,
      message: body.reason,
      reason: expect.any(String),
      errors: [expect.objectContaining({ code: expect.any(String), detail: expect.any(String) })],
    });
    expect(await held()).toEqual(permissionSet('note'));
  });

  it('reports every invalid permission', async () => {
    const { body } = await post(between(owner, member), {
      token: owner.token,
      body: { admin: {}, view: 1, 'a/b': {} },
    });
    expect(body.errors.map((error: { source: unknown }) => error.source)).toEqual([
      { pointer: '/admin' },
      { pointer: '/view' },
      { pointer: '/a~1b' },
    ]);
  });

  it.each([[randomUUID()], ['0123456789'], ['nonsense'], ['a@example.org'], ['%20'], ["'--"], ['😀']])(
    'reports a missing grantee %s',
    async (userId) => {
      const path = `/access/${owner.userId}/${userId}`;
      const { status, body } = await post(path, { token: owner.token, body: permissionSet('view') });
      expect(status).toBe(404);
      expect(body).toEqual({ code: 404, message: body.reason, reason: expect.any(String) });
      expect((await get(`/access/${owner.userId}`, { token: owner.token })).body).toEqual({
        [owner.userId]: { root: {} },
      });
    },
  );

  it('reports a missing sharer to a trusted server', async () => {
    for (const body of [permissionSet('view'), {}]) {
      const path = `/access/${randomUUID()}/${member.userId}`;
      expect((await post(path, { token: serverToken, body })).status).toBe(404);
    }
  });

  it('changes nothing between an account and itself', async () => {
    const path = between(owner, owner);
    for (const body of [undefined, {}, permissionSet('view')]) {
      const answer = await post(path, { token: owner.token, body });
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { root: {} } });
    }
    expect((await get(`/access/${owner.userId}`, { token: owner.token })).body).toEqual({
      [owner.userId]: { root: {} },
    });
    const { body } = await api(server).graph('{ me { sharedWith { memberId } } }', { token: owner.token });
    expect(body).toEqual({ data: { me: { sharedWith: [] } } });
  });

  it('takes effect immediately, and so does revoking', async () => {
    const path = `/metadata/${owner.userId}/settings`;
    await api(server).put(path, { token: owner.token, body: { a: 1 } });
    expect((await get(path, { token: member.token })).status).toBe(401);
    await share(server, owner, member, 'view');
    expect((await get(path, { token: member.token })).status).toBe(200);
    await post(between(owner, member), { token: owner.token });
    expect((await get(path, { token: member.token })).status).toBe(401);
  });

  it('results in one of several concurrent sets', async () => {
    const sets = [
      permissionSet('view'),
      permissionSet('upload'),
      permissionSet('note'),
      permissionSet('view', 'note'),
      permissionSet('follow'),
    ];
    const answers = await Promise.all(
      [...sets, ...sets].map((body) => post(between(owner, member), { token: owner.token, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(sets).toContainEqual(await held());
  });

  it('refuses more than a mebibyte', async () => {
    const body = { view: { text: 'x'.repeat(1024 * 1024) } };
    expect((await post(between(owner, member), { token: owner.token, body })).status).toBe(413);
    expect((await post(between(owner, member), { token: member.token, body })).status).toBe(401);
  });
});

describe('ending a share', () => {
  it.each<[string, object]>([
    ['without a body', {}],
    ['with zero bytes', { raw: '' }],
    ['with {}', { body: {} }],
    ['with root alone', { body: { root: {} } }],
    ['with null alone', { body: { view: null } }],
  ])('works %s, for the owner and the member', async (_how, sent) => {
    for (const { token } of [owner, member]) {
      await share(server, owner, member, 'view', 'follow');
      for (const time of ['first', 'second']) {
        const { status, body } = await post(between(owner, member), { token, ...sent });
        expect({ time, status, body }).toEqual({ time, status: 200, body: {} });
        expect(await held()).toBeNull();
      }
    }
  });

  it('does not reveal to a leaving member whether the account exists', async () => {
    for (const userId of [stranger.userId, randomUUID(), 'nonsense']) {
      const { status, body } = await post(`/access/${userId}/${member.userId}`, { token: member.token });
      expect({ userId, status, body }).toEqual({ userId, status: 200, body: {} });
    }
  });

  it('keeps the share in the other direction', async () => {
    await share(server, owner, member, 'view');
    await share(server, member, owner, 'upload');
    await post(between(owner, member), { token: member.token });
    const { body } = await get(between(member, owner), { token: owner.token });
    expect(body).toEqual(permissionSet('upload'));
  });
});

describe('the holder of a share', () => {
  it.each<[string, object]>([
    ['more', { body: permissionSet('view', 'upload') }],
    ['the same', { body: permissionSet('view') }],
    ['custody', { body: permissionSet('custodian') }],
    ['an unknown permission', { body: permissionSet('admin') }],
    ['a malformed body', { raw: '{' }],
    ['an array', { raw: '[]' }],
    ['null', { raw: 'null' }],
  ])('cannot send %s', async (_what, sent) => {
    await share(server, owner, member, 'view');
    const { status, body } = await post(between(owner, member), { token: member.token, ...sent });
    expect({ status, body }).toEqual({
      status: 401,
      body: { code: 401, message: 'Unauthorized', reason: 'Unauthorized' },
    });
    expect(await held()).toEqual(permissionSet('view'));
  });

  it('cannot end the share of another member', async () => {
    await share(server, owner, member, 'view');
    await share(server, owner, stranger, 'view', 'upload', 'note', 'follow');
    for (const sent of [{}, { body: {} }, { body: permissionSet('view') }]) {
      expect((await post(between(owner, member), { token: stranger.token, ...sent })).status).toBe(401);
    }
    expect(await held()).toEqual(permissionSet('view'));
  });

  it('sees their own permissions, and nothing of other members', async () => {
    await share(server, owner, member, 'view', 'note');
    await share(server, owner, stranger, 'upload');
    const { token } = member;
    expect((await get(between(owner, member), { token })).body).toEqual(permissionSet('view', 'note'));
    expect((await get(between(owner, stranger), { token })).status).toBe(401);
    expect((await get(`/access/${owner.userId}`, { token })).status).toBe(401);
    expect((await get(`/access/groups/${owner.userId}`, { token })).status).toBe(401);
  });
});

describe('reading shares', () => {
  it('lists members of an account, and accounts shared with it', async () => {
    await share(server, owner, member, 'view', 'upload');
    await share(server, owner, stranger, 'note');
    await share(server, stranger, owner, 'follow');
    for (const token of [owner.token, serverToken]) {
      const given = await get(`/access/${owner.userId}`, { token });
      expect({ status: given.status, body: given.body }).toEqual({
        status: 200,
        body: {
          [owner.userId]: { root: {} },
          [member.userId]: permissionSet('view', 'upload'),
          [stranger.userId]: permissionSet('note'),
        },
      });
      const received = await get(`/access/groups/${owner.userId}`, { token });
      expect({ status: received.status, body: received.body }).toEqual({
        status: 200,
        body: { [owner.userId]: { root: {} }, [stranger.userId]: permissionSet('follow') },
      });
    }
  });

  it('shows that every account owns itself', async () => {
    const { status, body } = await get(between(owner, owner), { token: owner.token });
    expect({ status, body }).toEqual({ status: 200, body: { root: {} } });
  });

  it('returns nothing for accounts without shares', async () => {
    for (const [sharer, token] of [
      [owner, owner.token],
      [owner, member.token],
      [{ userId: randomUUID() }, member.token],
      [{ userId: 'nonsense' }, member.token],
      [{ userId: 'nonsense' }, serverToken],
    ] as const) {
      const { status, body } = await get(between(sharer, member), { token });
      expect(status).toBe(404);
      expect(body).toEqual({ code: 404, message: body.reason, reason: expect.any(String) });
    }
    const nobody = { userId: randomUUID() };
    expect((await get(between(nobody, nobody), { token: serverToken })).status).toBe(404);
  });

  it('lists only the account itself for a trusted server that names no member', async () => {
    for (const userId of [randomUUID(), 'nonsense', owner.email, owner.userId.toUpperCase()]) {
      for (const path of [`/access/${userId}`, `/access/groups/${userId}`]) {
        const { status, body } = await get(path, { token: serverToken });
        expect({ path, status, body }).toEqual({ path, status: 200, body: { [userId]: { root: {} } } });
      }
    }
  });

  it('is refused to strangers, and for another spelling of an id', async () => {
    await share(server, owner, member, 'view');
    const answers = await Promise.all([
      ...[stranger.token, undefined, 'nonsense'].flatMap((token) => [
        get(`/access/${owner.userId}`, { token }),
        get(`/access/groups/${owner.userId}`, { token }),
        get(between(owner, member), { token }),
        post(between(owner, member), { token }),
        post(between(owner, member), { token, raw: '{' }),
        get(`/access/${randomUUID()}`, { token }),
        get(`/access/groups/nonsense`, { token }),
      ]),
      ...[owner.email, owner.userId.toUpperCase(), `${owner.userId}%20`].flatMap((name) => [
        get(`/access/${name}`, { token: owner.token }),
        get(`/access/groups/${name}`, { token: owner.token }),
        post(`/access/${name}/${member.userId}`, { token: owner.token, body: permissionSet('view') }),
      ]),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 401, message: body.reason });
    }
    expect(await held()).toEqual(permissionSet('view'));
  });
});
