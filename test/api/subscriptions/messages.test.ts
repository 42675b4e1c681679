import { newAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { messenger } from '../../support/messages';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { closeStreams, transports, withToken } from '../../support/streams';

const server = serverUnderTest();

const added = 'subscription ($id: ID!) { messageAdded(userId: $id) { id text author { id } } }';
const changed = 'subscription ($id: ID!) { messageChanged(userId: $id) { kind messageId message { text } } }';

afterEach(closeStreams);

describe.each(transports)('messages over %s', (_name, connect) => {
  it('are published to the owner of the account as they are written', async () => {
    const me = await newAccount(server);
    const answers = await connect(server, withToken(me.token)).subscribe(added, { id: me.userId });
    const first = await messenger(server, me).sent({ messagetext: 'Pizza' });
    const second = await messenger(server, me).replied(first, { messagetext: 'With cheese' });
    const author = { id: me.userId };
    expect(await answers.next()).toEqual({ data: { messageAdded: { id: first, text: 'Pizza', author } } });
    expect(await answers.next()).toEqual({
      data: { messageAdded: { id: second, text: 'With cheese', author } },
    });
  });

  it('are published once although they are sent again', async () => {
    const me = await newAccount(server);
    const answers = await connect(server, withToken(me.token)).subscribe(added, { id: me.userId });
    const message = { guid: 'one', messagetext: 'Pizza' };
    const id = await messenger(server, me).sent(message);
    expect(await messenger(server, me).sent(message)).toBe(id);
    const other = await messenger(server, me).sent({ messagetext: 'Salad' });
    const ids = [await answers.next(), await answers.next()].map(({ data }) => data.messageAdded.id);
    expect(ids).toEqual([id, other]);
  });

  it('show later changes', async () => {
    const me = await newAccount(server);
    const answers = await connect(server, withToken(me.token)).subscribe(changed, { id: me.userId });
    const { sent, edit, remove } = messenger(server, me);
    const messageId = await sent({ messagetext: 'Pizza' });
    expect(await answers.next()).toEqual({
      data: { messageChanged: { kind: 'ADDED', messageId, message: { text: 'Pizza' } } },
    });
    await edit(messageId, { messagetext: 'Two pizzas' });
    expect(await answers.next()).toEqual({
      data: { messageChanged: { kind: 'EDITED', messageId, message: { text: 'Two pizzas' } } },
    });
    await remove(messageId);
    expect(await answers.next()).toEqual({
      data: { messageChanged: { kind: 'REMOVED', messageId, message: null } },
    });
  });

  it('show when the account of their author is deleted', async () => {
    const [gone, friend] = await Promise.all([newAccount(server), newAccount(server)]);
    await share(server, friend, gone, 'note');
    const kept = await messenger(server, gone).sent({ messagetext: 'Yours' }, friend.userId);
    const here = await connect(server, withToken(friend.token)).subscribe(changed, { id: friend.userId });
    await api(server).delete(`/auth/user/${gone.userId}`, {
      token: gone.token,
      body: { password: gone.password },
    });
    expect((await here.next()).data.messageChanged).toEqual({
      kind: 'EDITED',
      messageId: kept,
      message: { text: 'Yours' },
    });
  });

  it('are published to readers, and to no one else', async () => {
    const [owner, friend, viewer] = await Promise.all([
      newAccount(server),
      newAccount(server),
      newAccount(server),
    ]);
    await share(server, owner, friend, 'note');
    await share(server, owner, viewer, 'view', 'upload');
    const answers = await connect(server, withToken(friend.token)).subscribe(added, { id: owner.userId });
    const refused = await connect(server, withToken(viewer.token)).ask(added, { id: owner.userId });
    expect(refused.data ?? null).toBeNull();
    expect(refused.errors[0].extensions).toEqual({ code: 'FORBIDDEN', status: 403 });
    const id = await messenger(server, owner).sent();
    expect((await answers.next()).data.messageAdded).toMatchObject({ id, author: { id: owner.userId } });
  });
});
