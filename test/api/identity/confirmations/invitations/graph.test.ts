import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../../support/accounts';
import { api, type Json } from '../../../../support/api';
import { serverUnderTest } from '../../../../support/server';
import { newCustodialAccount, permissionSet, share } from '../../../../support/shares';

const server = serverUnderTest();
const { get, graph, put } = api(server);

let inviter: TestAccount;
let friend: TestAccount;

beforeEach(async () => {
  [inviter, friend] = await Promise.all([newAccount(server), newAccount(server)]);
});

const fields = `key status email permissions nickname alertsConfig expired createdTime modifiedTime expiresTime
  creator { userId profile { fullName patient { birthday isOtherPerson } } }`;

const returning: Record<string, string> = {
  sendInvitation: `invitation { ${fields} }`,
  resendInvitation: `invitation { ${fields} }`,
};

const inputTypes: Record<string, string> = {
  acceptInvitation: 'AnswerInvitationInput',
  declineInvitation: 'AnswerInvitationInput',
};

/** Runs a mutation and returns its payload, or the code of its error. */
async function mutate(name: string, token: string | undefined, input: object): Promise<Json> {
  const type = inputTypes[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${returning[name] ?? 'done'} } }`;
  const { body } = await graph(query, { token, variables: { input } });
  return body.errors?.[0].extensions.code ?? body.data[name];
}

const invitationTo = (email: string, ...permissions: string[]) => ({
  userId: inviter.userId,
  email,
  permissions,
});

async function invited(email: string, ...permissions: string[]): Promise<Json> {
  const { invitation } = await mutate('sendInvitation', inviter.token, invitationTo(email, ...permissions));
  return invitation;
}

async function list(edge: 'invitationsSent' | 'invitationsReceived', token: string): Promise<Json[]> {
  const { body } = await graph(`{ me { ${edge} { edges { node { ${fields} } } } } }`, { token });
  return body.data.me[edge].edges.map(({ node }: Json) => node);
}

const answer = (key: string) => ({ userId: friend.userId, inviterId: inviter.userId, key });
const keysOf = (invitations: Json[]): string[] => invitations.map(({ key }) => key);
const held = async () =>
  (await get(`/access/${inviter.userId}/${friend.userId}`, { token: friend.token })).body;

describe('an invitation in the graph', () => {
  it('is sent, found by both sides and accepted', async () => {
    const profile = { fullName: 'Pat', patient: { birthday: '2001-02-03', about: 'secret' } };
    await put(`/metadata/${inviter.userId}/profile`, { token: inviter.token, body: profile });
    const { invitation } = await mutate('sendInvitation', inviter.token, {
      ...invitationTo(friend.email, 'VIEW', 'FOLLOW', 'CUSTODIAN'),
      nickname: 'Grandma',
      alertsConfig: { notLooping: { enabled: true, delay: 30 } },
    });
    expect(invitation).toEqual({
      key: expect.stringMatching(/^[\w-]{32}$/),
      status: 'PENDING',
      email: friend.email,
      permissions: ['VIEW', 'FOLLOW'],
      nickname: 'Grandma',
      alertsConfig: { notLooping: expect.objectContaining({ enabled: true, delay: 30 }) },
      expired: false,
      createdTime: expect.any(String),
      modifiedTime: invitation.createdTime,
      expiresTime: expect.any(String),
      creator: {
        userId: inviter.userId,
        profile: { fullName: 'Pat', patient: { birthday: '2001-02-03', isOtherPerson: false } },
      },
    });
    expect(await list('invitationsSent', inviter.token)).toEqual([invitation]);
    expect(await list('invitationsReceived', friend.token)).toEqual([invitation]);
    expect(await mutate('acceptInvitation', friend.token, answer(invitation.key))).toEqual({ done: true });
    expect(await held()).toEqual(permissionSet('view', 'follow'));
    expect(await list('invitationsReceived', friend.token)).toEqual([]);
    const path = `/v1/users/${inviter.userId}/followers/${friend.userId}/alerts`;
    expect((await get(path, { token: friend.token })).body).toMatchObject({ notLooping: { delay: 30 } });
    expect(await mutate('acceptInvitation', friend.token, answer(invitation.key))).toBe('WRONG_STATE');
  });

  it('is resent, declined, shown as declined, and canceled', async () => {
    const { key, createdTime } = await invited(friend.email, 'VIEW');
    const { invitation } = await mutate('resendInvitation', inviter.token, { key });
    expect(invitation).toMatchObject({ key, status: 'PENDING', modifiedTime: invitation.createdTime });
    expect(invitation.createdTime >= createdTime).toBe(true);
    for (let time = 0; time < 2; time += 1)
      expect(await mutate('declineInvitation', friend.token, answer(key))).toEqual({ done: true });
    expect(await list('invitationsSent', inviter.token)).toMatchObject([{ key, status: 'DECLINED' }]);
    expect(await mutate('resendInvitation', inviter.token, { key })).toBe('WRONG_STATE');
    const off = { userId: inviter.userId, email: friend.email.toUpperCase() };
    expect(await mutate('cancelInvitation', inviter.token, off)).toEqual({ done: true });
    expect(await mutate('cancelInvitation', inviter.token, off)).toBe('NOT_FOUND');
    expect(await list('invitationsSent', inviter.token)).toEqual([]);
  });

  it('is refused if invalid, with the same codes as over REST', async () => {
    const { token } = inviter;
    const send = (input: object) => mutate('sendInvitation', token, input);
    expect(await send(invitationTo('nobody', 'VIEW'))).toBe('BAD_USER_INPUT');
    expect(await send(invitationTo(friend.email))).toBe('BAD_USER_INPUT');
    expect(await send(invitationTo(friend.email, 'CUSTODIAN'))).toBe('BAD_USER_INPUT');
    const alerts = { alertsConfig: { notLooping: {} } };
    expect(await send({ ...invitationTo(friend.email, 'VIEW'), ...alerts })).toBe('BAD_USER_INPUT');
    expect(await send(invitationTo(inviter.email, 'VIEW'))).toBe('CONFLICT');
    await invited(friend.email, 'VIEW');
    expect(await send(invitationTo(friend.email.toUpperCase(), 'NOTE'))).toBe('CONFLICT');
    await share(server, inviter, friend, 'view');
    const other = await newAccount(server);
    await share(server, inviter, other, 'view');
    expect(await send(invitationTo(other.email, 'NOTE'))).toBe('CONFLICT');
  });

  it('is sent by those who manage the account, and answered only by the invited person', async () => {
    const member = await newAccount(server);
    await share(server, inviter, member, 'view', 'upload', 'note', 'follow');
    const { key } = await invited(friend.email, 'VIEW');
    const off = { userId: inviter.userId, email: friend.email };
    for (const [token, code] of [
      [member.token, 'FORBIDDEN'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const) {
      expect(await mutate('sendInvitation', token, invitationTo(newEmail(server), 'VIEW'))).toBe(code);
      expect(await mutate('resendInvitation', token, { key })).toBe(code);
      expect(await mutate('cancelInvitation', token, off)).toBe(code);
      expect(await mutate('acceptInvitation', token, answer(key))).toBe(code);
      expect(await mutate('declineInvitation', token, answer(key))).toBe(code);
    }
    expect(await mutate('acceptInvitation', inviter.token, answer(key))).toBe('FORBIDDEN');
    const own = { ...answer(key), userId: member.userId };
    expect(await mutate('acceptInvitation', member.token, own)).toBe('WRONG_STATE');
    expect(await mutate('acceptInvitation', friend.token, answer('nonsense'))).toBe('NOT_FOUND');
    expect(keysOf(await list('invitationsReceived', friend.token))).toEqual([key]);
    const patient = await newCustodialAccount(server, member);
    const query = 'query ($id: ID!) { user(id: $id) { invitationsReceived { edges { node { key } } } } }';
    const { body } = await graph(query, { token: member.token, variables: { id: patient.userid } });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    const asServer = await newServerToken(server);
    expect(await mutate('acceptInvitation', asServer, answer(key))).toEqual({ done: true });
  });
});
