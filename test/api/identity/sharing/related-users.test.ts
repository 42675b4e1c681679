import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, permissionSet, share } from '../../../support/shares';

const server = serverUnderTest();
const { get, put, post, graph, delete: remove } = api(server);

let me: TestAccount;
let giver: TestAccount;
let taker: TestAccount;

const profileOf = (name: string) => ({
  fullName: name,
  clinic: { role: 'parent' },
  patient: { birthday: '1990-02-31', diagnosisDate: '2001-07-09' },
});

async function write({ userId, token }: TestAccount, collection: string, body: object) {
  const { status, text } = await put(`/metadata/${userId}/${collection}`, { token, body });
  if (status !== 200) throw new Error(`The ${collection} was not written: ${text}`);
}

async function list(query = '', { userId, token } = me): Promise<Json[]> {
  const { status, body, text } = await get(`/metadata/users/${userId}/users${query}`, { token });
  if (status !== 200) throw new Error(`There is no list: ${status} ${text}`);
  return body;
}

async function newNamedAccount(name: string): Promise<TestAccount> {
  const created = await newAccount(server);
  await write(created, 'profile', profileOf(name));
  await write(created, 'settings', { units: { bg: 'mg/dL' } });
  await write(created, 'preferences', { displayLanguageCode: 'fr' });
  return created;
}

const byId = (one: { userid: string }, other: { userid: string }) => (one.userid < other.userid ? -1 : 1);

beforeEach(async () => {
  [me, giver, taker] = await Promise.all([
    newAccount(server),
    newNamedAccount('Gwen Giver'),
    newNamedAccount('Theo Taker'),
  ]);
  await share(server, giver, me, 'view', 'follow');
  await share(server, me, taker, 'upload');
});

const account = ({ userId, email }: TestAccount) => ({
  userid: userId,
  username: email,
  emails: [email],
  emailVerified: true,
  roles: ['patient'],
  termsAccepted: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
});

describe('related users of an account', () => {
  it('are all who share with it, in either direction, each with visible fields', async () => {
    const expected = [
      {
        ...account(giver),
        trustorPermissions: permissionSet('view', 'follow'),
        profile: profileOf('Gwen Giver'),
        settings: { units: { bg: 'mg/dL' } },
      },
      {
        ...account(taker),
        trusteePermissions: permissionSet('upload'),
        profile: { fullName: 'Theo Taker', clinic: { role: 'parent' } },
      },
    ].sort(byId);
    expect(await list()).toEqual(expected);
    const token = await newServerToken(server);
    expect(await list('', { ...me, token })).toEqual(
      expected.map((each) => ({ ...each, passwordExists: true })),
    );
  });

  it('are listed once if they share in both directions', async () => {
    await share(server, me, giver, 'note');
    const [both] = await list('?trustorPermissions=any');
    expect(both).toMatchObject({
      trustorPermissions: permissionSet('view', 'follow'),
      trusteePermissions: permissionSet('note'),
    });
    expect(await list()).toHaveLength(2);
  });

  it('are in the order of their ids, whoever shares', async () => {
    const other = await newAccount(server);
    const [first, second] = [giver, taker].sort((one, next) => (one.userId < next.userId ? -1 : 1)) as [
      TestAccount,
      TestAccount,
    ];
    await share(server, second, other, 'view');
    await share(server, other, first, 'view');
    expect((await list('', other)).map(({ userid }) => userid)).toEqual([first.userId, second.userId]);
  });

  it.each([
    ['note', {}],
    ['follow', {}],
    ['view', { settings: true }],
    ['upload', { settings: true }],
    ['custodian', { settings: true, preferences: true }],
  ])('show with %s the fields for it', async (permission, seen: Record<string, boolean>) => {
    await share(server, giver, me, permission);
    const [shown] = await list('?trustorPermissions=any');
    expect({ settings: 'settings' in shown, preferences: 'preferences' in shown }).toEqual({
      settings: false,
      preferences: false,
      ...seen,
    });
    expect(shown.profile).toEqual(profileOf('Gwen Giver'));
  });

  it('omit empty or missing profiles, settings and preferences', async () => {
    const other = await newAccount(server, { verified: false });
    await share(server, other, me, 'custodian');
    await write(other, 'settings', {});
    await write(other, 'preferences', {});
    const shown = (await list()).find(({ userid }) => userid === other.userId);
    expect(shown).toEqual({
      userid: other.userId,
      username: other.email,
      emails: [other.email],
      emailVerified: false,
      roles: ['patient'],
      trustorPermissions: permissionSet('custodian'),
    });
  });

  it('always have emails, even without a known address', async () => {
    const { userid } = await newCustodialAccount(server, taker);
    expect(await list('', taker)).toContainEqual({
      userid,
      emails: [],
      emailVerified: false,
      roles: ['custodial_account', 'patient'],
      trustorPermissions: permissionSet('custodian', 'view', 'upload'),
    });
    expect(await list('', { ...taker, userId: userid })).toMatchObject([
      { userid: taker.userId, trusteePermissions: permissionSet('custodian', 'view', 'upload') },
    ]);
  });

  it('are empty without shares', async () => {
    expect(await list('', await newAccount(server))).toEqual([]);
    const token = await newServerToken(server);
    for (const userId of [randomUUID(), 'nonsense', me.email]) {
      expect(await list('', { ...me, userId, token })).toEqual([]);
    }
  });

  it('disappear with the share', async () => {
    await post(`/access/${giver.userId}/${me.userId}`, { token: me.token });
    expect((await list()).map(({ userid }) => userid)).toEqual([taker.userId]);
  });

  it('disappear immediately when they delete their accounts', async () => {
    const body = { password: giver.password };
    const { status } = await remove(`/auth/user/${giver.userId}`, { token: giver.token, body });
    expect(status).toBe(202);
    expect((await list()).map(({ userid }) => userid)).toEqual([taker.userId]);
  });

  it('are refused to others', async () => {
    const stranger = await newAccount(server);
    for (const token of [giver.token, taker.token, stranger.token, undefined, 'nonsense']) {
      for (const query of ['', '?trustorPermissions=any,view']) {
        const { status, body } = await get(`/metadata/users/${me.userId}/users${query}`, { token });
        expect(status).toBe(401);
        expect(body).toMatchObject({ code: 401, reason: body.message });
      }
    }
    const token = me.token;
    for (const userId of [me.email, me.userId.toUpperCase(), randomUUID()]) {
      expect((await get(`/metadata/users/${userId}/users`, { token })).status).toBe(401);
    }
  });
});

describe('a filter', () => {
  /** Names of the accounts in a query's result: g for those who give a permission, t for those who hold one. */
  const found = async (query: string): Promise<string> => {
    const ids = (await list(`?${query}`)).map(({ userid }) => userid);
    return [giver, taker].map(({ userId }, index) => (ids.includes(userId) ? 'gt'[index] : '')).join('');
  };

  it.each([
    ['trustorPermissions=', 'gt'],
    ['trustorPermissions=%20,%20,', 'gt'],
    ['trustorPermissions=view', 'g'],
    ['trustorPermissions=view,follow', 'g'],
    ['trustorPermissions=%20view%20,,follow', 'g'],
    ['trustorPermissions=view,upload', ''],
    ['trustorPermissions=any', 'g'],
    ['trustorPermissions=none', 't'],
    ['trustorPermissions=admin', ''],
    ['trustorPermissions=View', ''],
    ['trustorPermissions=view,admin', ''],
    ['trustorPermissions=root', ''],
    ['trusteePermissions=admin', ''],
    ['trusteePermissions=upload', 't'],
    ['trusteePermissions=view', ''],
    ['trusteePermissions=any', 't'],
    ['trusteePermissions=none', 'g'],
    ['trustorPermissions=any&trusteePermissions=any', ''],
    ['trustorPermissions=any&trusteePermissions=none', 'g'],
    ['emailVerified=true', 'gt'],
    ['emailVerified=YES', 'gt'],
    ['emailVerified=y', 'gt'],
    ['emailVerified=1', 'gt'],
    ['emailVerified=', 'gt'],
    ['emailVerified=%20', 'gt'],
    ['emailVerified=false', ''],
    ['emailVerified=anything', ''],
    ['termsAccepted=+00:00', 'gt'],
    ['termsAccepted=t', 'gt'],
    ['termsAccepted=1999-01', ''],
    ['termsAccepted=.', ''],
    ['name=gwen', 'g'],
    ['name=GIVER', 'g'],
    ['name=n%20G', 'g'],
    ['name=e', 'gt'],
    ['name=.*', ''],
    ['name=undefined', ''],
    ['name=', 'gt'],
    ['name=%20%20', 'gt'],
    ['name=e&email=@EXAMPLE.org', 'gt'],
    ['birthday=1990-02', 'g'],
    ['birthday=1991', ''],
    ['diagnosisDate=07-09', 'g'],
    ['birthday=1990&diagnosisDate=2002', ''],
    ['unknown=parameter', 'gt'],
  ])('%s finds "%s"', async (query, who) => {
    expect(await found(query)).toBe(who);
  });

  it('finds people by a part of their address, including plus signs', async () => {
    expect(await found(`email=${giver.email.toUpperCase()}`)).toBe('g');
    expect(await found(`email=${encodeURIComponent(taker.email.slice(3, 30))}`)).toBe('t');
    expect(await found('email=.%2B@')).toBe('');
  });

  it('never matches missing values', async () => {
    const nameless = await newAccount(server, { verified: false });
    await share(server, nameless, me, 'view');
    await write(nameless, 'profile', { fullName: 5, patient: [] });
    const { userid } = await newCustodialAccount(server, me);
    for (const query of [
      ...['email=undefined', 'email=null', 'name=5', 'termsAccepted=n', 'termsAccepted=1970', 'birthday=u'],
    ]) {
      expect((await list(`?${query}`)).map((each) => each.userid)).not.toContain(nameless.userId);
      expect((await list(`?${query}`)).map((each) => each.userid)).not.toContain(userid);
    }
    expect((await list('?emailVerified=no')).map((each) => each.userid).sort()).toEqual(
      [nameless.userId, userid].sort(),
    );
  });

  it.each([['any,view'], ['none,any'], ['view,none'], ['any,admin']])('cannot be %s', async (names) => {
    for (const parameter of ['trustorPermissions', 'trusteePermissions']) {
      const path = `/metadata/users/${me.userId}/users?${parameter}=${names}`;
      const { status, body } = await get(path, { token: me.token });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, reason: body.message, errors: [{ source: { parameter } }] });
    }
  });
});

describe('in the graph', () => {
  const query = `query ($id: ID!, $filter: RelatedUserFilter) {
    user(id: $id) {
      relatedUsers(filter: $filter) {
        id emails emailVerified roles received given settings preferences
        profile { fullName patient { birthday } }
      }
    }
  }`;

  it('users are the same, with types', async () => {
    const variables = { id: me.userId, filter: { received: ['view'], name: 'gwen', given: null } };
    const { body } = await graph(query, { token: me.token, variables });
    expect(body).toEqual({
      data: {
        user: {
          relatedUsers: [
            {
              id: giver.userId,
              emails: [giver.email],
              emailVerified: true,
              roles: ['PATIENT'],
              received: ['VIEW', 'FOLLOW'],
              given: null,
              settings: { units: { bg: 'mg/dL' } },
              preferences: null,
              // There is no such day.
              profile: { fullName: 'Gwen Giver', patient: { birthday: null } },
            },
          ],
        },
      },
    });
  });

  it('users are refused to callers who do not manage the account', async () => {
    const { body } = await graph(query, { token: giver.token, variables: { id: me.userId } });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    const secret = await graph('{ me { relatedUsers { id passwordExists } } }', { token: me.token });
    expect(secret.body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('an invalid filter is refused', async () => {
    const variables = { id: me.userId, filter: { given: ['any', 'view'] } };
    const { body } = await graph(query, { token: me.token, variables });
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each(['given', 'received'])('a permission that does not exist is refused in "%s"', async (field) => {
    for (const list of [
      'relatedPeople(filter: $filter) { edges { cursor } }',
      'relatedUsers(filter: $filter) { id }',
    ]) {
      const asked = `query ($filter: RelatedUserFilter) { me { ${list} } }`;
      const variables = { filter: { [field]: ['view', 'VIEW'] } };
      const { body } = await graph(asked, { token: me.token, variables });
      expect(body.errors).toMatchObject([
        {
          message: `"VIEW" in "${field}" is no permission. It takes custodian, view, upload, note, follow, or any or none alone.`,
          extensions: {
            code: 'BAD_USER_INPUT',
            errors: [{ code: 'value-not-allowed', source: { pointer: `/filter/${field}` } }],
          },
        },
      ]);
    }
  });
});
