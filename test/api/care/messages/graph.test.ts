import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { expectIds, messenger } from '../../../support/messages';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, put } = api(server);

const codesOf = (body: Json): string[] => (body.errors ?? []).map((error: Json) => error.extensions.code);

let owner: TestAccount;
let by: ReturnType<typeof messenger>;

beforeEach(async () => {
  owner = await newAccount(server);
  by = messenger(server, owner);
});

async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Json> {
  const { body } = await graph(query, { token: owner.token, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

describe('messages in the graph', () => {
  it('are sent, replied to, edited and removed', async () => {
    const input = { guid: 'g', timestamp: '2024-05-06T07:08:09+02:00', text: 'Pizza' };
    const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message {
      id guid accountId parentId authorId timestamp time text modifiedTime author { id } authorName } } }`;
    await put(`/metadata/${owner.userId}/profile`, { token: owner.token, body: { fullName: 'Ann' } });
    const { message } = (await ask(send, { input: { userId: owner.userId, ...input } })).sendMessage;
    expect(message).toEqual({
      ...input,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      accountId: owner.userId,
      parentId: null,
      authorId: owner.userId,
      time: '2024-05-06T05:08:09.000Z',
      modifiedTime: null,
      author: { id: owner.userId },
      authorName: 'Ann',
    });
    const reply = (
      await ask(
        'mutation ($input: ReplyToMessageInput!) { replyToMessage(input: $input) { message { id parentId } } }',
        { input: { messageId: message.id, ...input } },
      )
    ).replyToMessage.message;
    expect(reply.parentId).toBe(message.id);
    const edited = await ask(
      'mutation ($input: EditMessageInput!) { editMessage(input: $input) { message { text timestamp } } }',
      { input: { messageId: message.id, text: 'Soup' } },
    );
    expect(edited.editMessage.message).toEqual({ text: 'Soup', timestamp: input.timestamp });
    const thread = `query ($id: ID!) { message(id: $id) {
      thread { edges { node { id } } } replies { edges { node { id } } } } }`;
    const found = (await ask(thread, { id: message.id })).message;
    const ids = (connection: Json) => connection.edges.map(({ node }: Json) => node.id).sort();
    expect(ids(found.thread)).toEqual([message.id, reply.id].sort());
    expect(ids(found.replies)).toEqual([reply.id]);
    await ask('mutation ($input: RemoveMessageInput!) { removeMessage(input: $input) { done } }', {
      input: { messageId: message.id },
    });
    expect((await by.read(message.id)).status).toBe(404);
  });

  it('are paged in the order of the REST list', async () => {
    for (let hour = 10; hour < 14; hour += 1) {
      const id = await by.sent({ timestamp: `2024-05-06T${hour}:00:00Z` });
      await by.replied(id, { timestamp: '2024-05-06T12:00:00Z' });
    }
    const query = `query ($after: String) { me { notes(first: 3, after: $after) {
      edges { node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
    const ids: string[] = [];
    let page: Json;
    do {
      page = (await ask(query, { after: page?.pageInfo.endCursor })).me.notes;
      expect(page.edges.length).toBeLessThanOrEqual(3);
      expect(page.pageInfo.hasPreviousPage).toBe(ids.length > 0);
      ids.push(...page.edges.map(({ node }: Json) => node.id));
    } while (page.pageInfo.hasNextPage);
    expect(ids).toEqual(expectIds(await by.all()));
    const filtered = await ask(`{ me { notes(topLevelOnly: true, from: "2024-05-06T11:00:00Z",
      to: "2024-05-06T13:00:00Z") { edges { node { time parentId } } } } }`);
    expect(filtered.me.notes.edges.map(({ node }: Json) => node)).toEqual([
      { time: '2024-05-06T12:00:00.000Z', parentId: null },
      { time: '2024-05-06T11:00:00.000Z', parentId: null },
    ]);
  });

  it('each have their own replies in a list', async () => {
    const roots = [await by.sent(), await by.sent(), await by.sent()];
    const replies = new Map<string, string>();
    for (const root of roots.slice(1)) replies.set(root, await by.replied(root));
    const { me } = await ask(`{ me { notes(topLevelOnly: true) { edges { node {
      id replies(first: 1) { edges { node { id } } } thread { edges { node { id } } } } } } } }`);
    expect(me.notes.edges).toHaveLength(3);
    for (const { node } of me.notes.edges) {
      const reply = replies.get(node.id);
      expect(node.replies.edges.map((edge: Json) => edge.node.id)).toEqual(reply ? [reply] : []);
      expect(node.thread.edges).toHaveLength(reply ? 2 : 1);
    }
  });

  it('follow the rules of the routes', async () => {
    const id = await by.sent();
    const stranger = await newAccount(server);
    const read = `query ($id: ID!) { message(id: $id) { id } }`;
    const notes = `query ($id: ID!) { user(id: $id) { notes { edges { node { id } } } } }`;
    const input = { userId: owner.userId, guid: 'g', timestamp: '2024-05-06T07:08:09Z', text: 'x' };
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } } }';
    for (const token of [stranger.token, await newServerToken(server)]) {
      expect(codesOf((await graph(read, { token, variables: { id } })).body)).toEqual(['FORBIDDEN']);
      expect(codesOf((await graph(notes, { token, variables: { id: owner.userId } })).body)).toEqual([
        'FORBIDDEN',
      ]);
      expect(codesOf((await graph(send, { token, variables: { input } })).body)).toEqual(['FORBIDDEN']);
    }
    expect(codesOf((await graph(read, { variables: { id } })).body)).toEqual(['UNAUTHENTICATED']);
    const { token } = owner;
    expect(codesOf((await graph(read, { token, variables: { id: 'x' } })).body)).toEqual(['NOT_FOUND']);
    for (const wrong of [{ guid: '' }, { text: '' }, { timestamp: 'soon' }, { guid: 'x'.repeat(256) }]) {
      const { body } = await graph(send, { token, variables: { input: { ...input, ...wrong } } });
      expect(codesOf(body)).toEqual(['BAD_USER_INPUT']);
    }
  });
});
