import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount, share } from '../../../support/shares';

const server = serverUnderTest();
const { graph, put } = api(server);

let owner: TestAccount;
let member: TestAccount;
let stranger: TestAccount;

beforeEach(async () => {
  const accounts = await Promise.all([newAccount(server), newAccount(server), newAccount(server)]);
  [owner, member, stranger] = accounts;
});

const codeOf = (body: Json): string | undefined => body.errors?.[0].extensions.code;

/** Runs a mutation and returns the resulting permissions, or the code of its error. */
async function mutate(name: string, token: string | undefined, input: object): Promise<Json> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { permissions } }`;
  const { body } = await graph(query, { token, variables: { input } });
  return codeOf(body) ?? body.data[name].permissions;
}

/** The permissions of `member` on the data of `owner`, as a caller sees them. */
async function permissions(token: string | undefined, ends = {}): Promise<Json> {
  const query = 'query ($owner: ID!, $member: ID!) { permissions(owner: $owner, member: $member) }';
  const variables = { owner: owner.userId, member: member.userId, ...ends };
  const { body } = await graph(query, { token, variables });
  return codeOf(body) ?? body.data.permissions;
}

const ends = () => ({ ownerId: owner.userId, memberId: member.userId });

describe('setting permissions', () => {
  it('is for those who manage the account', async () => {
    const input = { ...ends(), permissions: ['CUSTODIAN', 'VIEW', 'NOTE'] };
    expect(await mutate('setPermissions', stranger.token, input)).toBe('FORBIDDEN');
    expect(await mutate('setPermissions', member.token, input)).toBe('FORBIDDEN');
    expect(await mutate('setPermissions', undefined, input)).toBe('UNAUTHENTICATED');
    expect(await mutate('setPermissions', owner.token, input)).toEqual(['VIEW', 'NOTE']);
    expect(await permissions(owner.token)).toEqual(['VIEW', 'NOTE']);
  });

  it('to nothing ends the share', async () => {
    await share(server, owner, member, 'view');
    const input = { ...ends(), permissions: [] };
    expect(await mutate('setPermissions', stranger.token, input)).toBe('FORBIDDEN');
    expect(await permissions(owner.token)).toEqual(['VIEW']);
    expect(await mutate('setPermissions', member.token, input)).toEqual([]);
    expect(await permissions(owner.token)).toEqual([]);
  });

  it('cannot make anyone the owner, with an error that says so', async () => {
    await share(server, owner, member, 'view');
    for (const wanted of [['OWNER'], ['OWNER', 'VIEW', 'NOTE']]) {
      const input = { ...ends(), permissions: wanted };
      expect(await mutate('setPermissions', stranger.token, input)).toBe('FORBIDDEN');
      expect(await mutate('setPermissions', owner.token, input)).toBe('BAD_USER_INPUT');
      expect(await permissions(owner.token)).toEqual(['VIEW']);
    }
  });

  it('refuses unknown permissions and members', async () => {
    const set = (changes: object) =>
      mutate('setPermissions', owner.token, { ...ends(), permissions: ['VIEW'], ...changes });
    expect(await set({ permissions: ['ADMIN'] })).toBe('BAD_USER_INPUT');
    expect(await set({ memberId: randomUUID() })).toBe('NOT_FOUND');
    expect(await set({ memberId: owner.userId })).toEqual(['OWNER']);
  });
});

describe('ending a share', () => {
  it('is for its owner', async () => {
    await share(server, owner, member, 'view');
    expect(await mutate('revokeShare', member.token, ends())).toBe('FORBIDDEN');
    expect(await mutate('revokeShare', stranger.token, ends())).toBe('FORBIDDEN');
    expect(await mutate('revokeShare', undefined, ends())).toBe('UNAUTHENTICATED');
    expect(await permissions(owner.token)).toEqual(['VIEW']);
    expect(await mutate('revokeShare', owner.token, ends())).toEqual([]);
    expect(await mutate('revokeShare', owner.token, ends())).toEqual([]);
    expect(await permissions(owner.token)).toEqual([]);
  });

  it('is for its member, who can only leave', async () => {
    await share(server, owner, member, 'view');
    const input = { ownerId: owner.userId };
    expect(await mutate('leaveShare', stranger.token, input)).toEqual([]);
    expect(await mutate('leaveShare', undefined, input)).toBe('UNAUTHENTICATED');
    expect(await mutate('leaveShare', await newServerToken(server), input)).toBe('FORBIDDEN');
    expect(await permissions(owner.token)).toEqual(['VIEW']);
    expect(await mutate('leaveShare', member.token, input)).toEqual([]);
    expect(await permissions(owner.token)).toEqual([]);
  });
});

describe('permissions', () => {
  it('are shown to both sides, to custodians and to trusted servers', async () => {
    await share(server, owner, member, 'view', 'follow');
    for (const token of [owner.token, member.token, await newServerToken(server)]) {
      expect(await permissions(token)).toEqual(['VIEW', 'FOLLOW']);
    }
    expect(await permissions(stranger.token)).toBe('FORBIDDEN');
    expect(await permissions(undefined)).toBe('UNAUTHENTICATED');
    await share(server, owner, stranger, 'view');
    expect(await permissions(stranger.token)).toBe('FORBIDDEN');
    await share(server, owner, stranger, 'custodian');
    expect(await permissions(stranger.token)).toEqual(['VIEW', 'FOLLOW']);
  });

  it('name the owner, and reveal nothing about unknown accounts', async () => {
    expect(await permissions(owner.token, { member: owner.userId })).toEqual(['OWNER']);
    expect(await permissions(member.token, { owner: randomUUID() })).toEqual([]);
  });
});

describe('shares', () => {
  const fields = `{ id sharedWith { ownerId memberId permissions member { id emails profile { raw } } }
    sharedByOthers { ownerId permissions owner { id profile { fullName patient { birthday } } } } }`;

  beforeEach(async () => {
    const profile = { fullName: 'Ann', patient: { birthday: '1990-01-02' } };
    for (const { userId, token } of [owner, member]) {
      await put(`/metadata/${userId}/profile`, { token, body: profile });
    }
    await share(server, owner, member, 'view');
  });

  it('show the sharer only the name of the member', async () => {
    const { body } = await graph(`{ me ${fields} }`, { token: owner.token });
    expect(body.data.me.sharedWith).toEqual([
      {
        ownerId: owner.userId,
        memberId: member.userId,
        permissions: ['VIEW'],
        member: { id: member.userId, emails: null, profile: { raw: { fullName: 'Ann' } } },
      },
    ]);
    expect(codeOf(body)).toBe('FORBIDDEN');
    expect(JSON.stringify(body)).not.toContain(member.email);
  });

  it('show the member the whole profile of the sharer', async () => {
    const query =
      '{ me { sharedByOthers { permissions owner { profile { fullName patient { birthday } } } } } }';
    const { body } = await graph(query, { token: member.token });
    expect(body.data.me.sharedByOthers).toEqual([
      { permissions: ['VIEW'], owner: { profile: { fullName: 'Ann', patient: { birthday: '1990-01-02' } } } },
    ]);
  });

  it('of an account are for those who manage it', async () => {
    const query = 'query ($id: ID!) { user(id: $id) { sharedWith { memberId } } }';
    const other = await graph(query, { token: member.token, variables: { id: owner.userId } });
    expect(codeOf(other.body)).toBe('FORBIDDEN');
    const patient = await newCustodialAccount(server, stranger);
    const own = await graph(query, { token: stranger.token, variables: { id: patient.userid } });
    expect(own.body).toEqual({ data: { user: { sharedWith: [{ memberId: stranger.userId }] } } });
  });

  it('of several accounts in one query are kept apart', async () => {
    await share(server, stranger, owner, 'note');
    const query = `query ($one: ID!, $other: ID!) {
      one: user(id: $one) { ...Ends } other: user(id: $other) { ...Ends }
    } fragment Ends on User { sharedWith { ownerId memberId } sharedByOthers { ownerId memberId } }`;
    const variables = { one: owner.userId, other: stranger.userId };
    const { body } = await graph(query, { token: await newServerToken(server), variables });
    const given = { ownerId: owner.userId, memberId: member.userId };
    const received = { ownerId: stranger.userId, memberId: owner.userId };
    expect(body.data).toEqual({
      one: { sharedWith: [given], sharedByOthers: [received] },
      other: { sharedWith: [received], sharedByOthers: [] },
    });
  });

  it('do not lead a custodian to unrelated people', async () => {
    const { userid } = await newCustodialAccount(server, stranger);
    await share(server, { ...stranger, userId: userid }, member, 'view');
    const query = 'query ($id: ID!) { user(id: $id) { sharedWith { memberId member { id } } } }';
    const { body } = await graph(query, { token: stranger.token, variables: { id: userid } });
    expect(codeOf(body)).toBe('FORBIDDEN');
  });
});
