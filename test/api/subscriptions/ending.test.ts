import { newAccount, type TestAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { messenger } from '../../support/messages';
import { serverUnderTest } from '../../support/server';
import { permissionSet, share } from '../../support/shares';
import {
  closeStreams,
  overServerSentEvents,
  overWebSocket,
  transports,
  withToken,
} from '../../support/streams';

const server = serverUnderTest();
const { post } = api(server);

const added = 'subscription ($id: ID!) { messageAdded(userId: $id) { text } }';
const after = (skipped: string) =>
  added.replace('messageAdded', `${skipped} @skip(if: true) { __typename } messageAdded`);

afterEach(closeStreams);

/** An owner, a friend who may read the messages, and the friend's results. */
async function listeningFriend(connect: typeof overWebSocket, query = added) {
  const [owner, friend] = await Promise.all([newAccount(server), newAccount(server)]);
  await share(server, owner, friend, 'note');
  const client = connect(server, withToken(friend.token));
  return { owner, friend, client, answers: await client.subscribe(query, { id: owner.userId }) };
}

const stopSharing = (owner: TestAccount, friend: TestAccount) =>
  post(`/access/${owner.userId}/${friend.userId}`, { token: owner.token, body: permissionSet() });

describe.each(transports)('a subscription over %s', (_name, connect) => {
  it('ends when its share is revoked, before anything else is written', async () => {
    const { owner, friend, answers } = await listeningFriend(connect);
    await messenger(server, owner).sent({ messagetext: 'for you' });
    expect((await answers.next()).data.messageAdded.text).toBe('for you');
    await stopSharing(owner, friend);
    const rest = await answers.rest();
    expect(rest.map(({ errors }) => errors[0].extensions.code)).toEqual(['FORBIDDEN']);
  });

  it.each(['mySessionEnded', 'taskChanged'])(
    'ends when its share is revoked, and not before, if it skips %s',
    async (skipped) => {
      const { owner, friend, answers } = await listeningFriend(connect, after(skipped));
      await messenger(server, owner).sent({ messagetext: 'for you' });
      expect((await answers.next()).data).toEqual({ messageAdded: { text: 'for you' } });
      await stopSharing(owner, friend);
      const rest = await answers.rest();
      expect(rest.map(({ errors }) => errors[0].extensions.code)).toEqual(['FORBIDDEN']);
    },
  );

  it('continues when another share of the account is revoked', async () => {
    const { owner, answers } = await listeningFriend(connect);
    const other = await newAccount(server);
    await share(server, owner, other, 'note');
    await stopSharing(owner, other);
    await messenger(server, owner).sent({ messagetext: 'still here' });
    expect((await answers.next()).data.messageAdded.text).toBe('still here');
  });

  it('ends when its client ends it, and others of the account continue', async () => {
    const me = await newAccount(server);
    const client = connect(server, withToken(me.token));
    const ended = await client.subscribe(added, { id: me.userId });
    const other = await client.subscribe(added, { id: me.userId });
    await ended.end();
    await messenger(server, me).sent({ messagetext: 'one' });
    expect((await other.next()).data.messageAdded.text).toBe('one');
  });
});

it('a subscription over server-sent events that selects nothing is refused', async () => {
  const { token } = await newAccount(server);
  const query = 'subscription { mySessionEnded @skip(if: true) { current } }';
  const headers = { Accept: 'text/event-stream' };
  expect(await post('/graphql/stream', { token, headers, body: { query } })).toMatchObject({
    status: 400,
    body: { errors: [{ extensions: { code: 'BAD_USER_INPUT', status: 400 } }] },
  });
});

it('a subscription over server-sent events ends with its session', async () => {
  const { friend, answers } = await listeningFriend(overServerSentEvents);
  await post('/auth/logout', { token: friend.token });
  const rest = await answers.rest();
  expect(rest.map(({ errors }) => errors[0].extensions)).toEqual([{ code: 'UNAUTHENTICATED', status: 401 }]);
});

it('a connection over WebSocket is closed when its session ends', async () => {
  const { friend, client } = await listeningFriend(overWebSocket);
  await post('/auth/logout', { token: friend.token });
  expect(await client.closed).toMatchObject({ code: 4403, reason: 'Forbidden' });
});
