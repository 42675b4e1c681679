import { newAccount, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { newCustodialAccount, share } from '../../support/shares';
import { closeStreams, overWebSocket, transports, withToken, type Answers } from '../../support/streams';

const server = serverUnderTest();
const { delete: remove, graph } = api(server);

afterEach(closeStreams);

const people = 'ownerId memberId permissions owner { id } member { id }';

/** A person who shares, the person who receives the share, and the results of each. */
async function listeningPair(connect: typeof overWebSocket, selection = people) {
  const [owner, friend] = await Promise.all([newAccount(server), newAccount(server)]);
  const query = `subscription { sharesChanged { ${selection} } }`;
  const [ownersAnswers, friendsAnswers] = await Promise.all(
    [owner, friend].map(({ token }) => connect(server, withToken(token)).subscribe(query)),
  );
  const both = [ownersAnswers, friendsAnswers] as [Answers, Answers];
  return { owner, friend, both, told: () => Promise.all(both.map((answers) => answers.next())) };
}

const changed = (owner: TestAccount, friend: TestAccount, permissions: Json) => ({
  data: {
    sharesChanged: {
      ownerId: owner.userId,
      memberId: friend.userId,
      permissions,
      owner: { id: owner.userId },
      member: { id: friend.userId },
    },
  },
});

describe.each(transports)('shares over %s', (_name, connect) => {
  it('are published to both people when they begin, change and end, with the people', async () => {
    const { owner, friend, told } = await listeningPair(connect);
    for (const [names, permissions] of [
      [['view', 'note'], expect.arrayContaining(['VIEW', 'NOTE'])],
      [['view'], ['VIEW']],
      [[], []],
      [['note'], ['NOTE']],
    ] as [string[], Json][]) {
      await share(server, owner, friend, ...names);
      expect(await told()).toEqual(Array(2).fill(changed(owner, friend, permissions)));
    }
  });

  it('show only the id of a person who no longer shares, and the event still arrives', async () => {
    const selection = 'permissions owner { id profile { fullName } username } member { id }';
    const { owner, friend, both } = await listeningPair(connect, selection);
    await share(server, owner, friend, 'view');
    await share(server, owner, friend);
    await both[1].next();
    const { data, errors } = await both[1].next();
    expect(data.sharesChanged).toEqual({
      permissions: [],
      owner: { id: owner.userId, profile: null, username: null },
      member: { id: friend.userId },
    });
    expect(errors.map(({ path, extensions }: Json) => `${path.join('.')} ${extensions.code}`).sort()).toEqual(
      ['sharesChanged.owner.profile FORBIDDEN', 'sharesChanged.owner.username FORBIDDEN'],
    );
    await share(server, owner, friend, 'note');
    expect((await both[1].next()).data.sharesChanged.permissions).toEqual(['NOTE']);
  });

  it('publish their end even if the sharing account is deleted', async () => {
    const { owner, friend, both } = await listeningPair(connect);
    await share(server, owner, friend, 'view');
    await both[1].next();
    const { password, token, userId } = owner;
    expect((await remove(`/auth/user/${userId}`, { token, body: { password } })).status).toBeLessThan(300);
    const { data, errors } = await both[1].next();
    expect({ errors, data }).toEqual({
      errors: undefined,
      data: { sharesChanged: { ...changed(owner, friend, []).data.sharesChanged, owner: null } },
    });
  });
});

it('account managers see its shares, even with unrelated people', async () => {
  const [custodian, friend] = await Promise.all([newAccount(server), newAccount(server)]);
  const { userid } = await newCustodialAccount(server, custodian);
  const set = `mutation ($input: SetPermissionsInput!) { setPermissions(input: $input) { permissions } }`;
  const input = { ownerId: userid, memberId: friend.userId, permissions: ['VIEW'] };
  const { token } = custodian;
  expect((await graph(set, { token, variables: { input } })).body.errors).toBeUndefined();
  const query = 'query ($id: ID!) { user(id: $id) { sharedWith { memberId member { id } } } }';
  const { body } = await graph(query, { token, variables: { id: userid } });
  expect(body.data.user.sharedWith).toEqual(
    expect.arrayContaining([
      { memberId: custodian.userId, member: { id: custodian.userId } },
      { memberId: friend.userId, member: null },
    ]),
  );
  expect(body.errors.map(({ extensions }: Json) => extensions.code)).toEqual(['FORBIDDEN']);
});

it('the end of a share logs no refusal for the other person', async () => {
  const { owner, friend, told } = await listeningPair(overWebSocket);
  await share(server, owner, friend, 'view');
  await told();
  await share(server, owner, friend);
  await told();
  const query = '{ me { accessLog(first: 100) { edges { node { kind fields } } } } }';
  const { body } = await graph(query, { token: owner.token });
  const kinds = body.data.me.accessLog.edges.map(({ node }: Json) => node.kind);
  expect(kinds).not.toContain('REFUSED');
});
