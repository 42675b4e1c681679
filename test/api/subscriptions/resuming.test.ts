import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { newAccount, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { messenger } from '../../support/messages';
import { serverUnderTest } from '../../support/server';
import { permissionSet, share } from '../../support/shares';
import { closeStreams, overWebSocket, transports, withToken, type Answers } from '../../support/streams';
import { waitFor } from '../../support/wait-until';

const server = serverUnderTest();
const { graph } = api(server);

const added = 'subscription ($id: ID!, $since: String) { messageAdded(userId: $id, since: $since) { text } }';
const shares =
  'subscription ($since: String) { sharesChanged(since: $since) { ownerId memberId permissions } }';

afterEach(closeStreams);

const cursorNow = async ({ token }: Pick<TestAccount, 'token'>): Promise<string> =>
  (await graph('{ eventCursor }', { token })).body.data.eventCursor;

const textOf = ({ data }: Json): string => data.messageAdded.text;
const codesOf = ({ errors }: Json) => errors.map(({ extensions }: Json) => extensions.code);

async function nextTexts(answers: Answers, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push(textOf(await answers.next()));
  return texts;
}

async function write(me: TestAccount, texts: readonly string[]): Promise<void> {
  for (const messagetext of texts) await messenger(server, me).sent({ messagetext });
}

const namesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

describe.each(transports)('a subscription over %s resumes', (_name, connect) => {
  const listen = (me: Pick<TestAccount, 'token'>, id: string, since?: string) =>
    connect(server, withToken(me.token)).subscribe(added, { id, since });

  it('after its last result, with every later event, each once', async () => {
    const me = await newAccount(server);
    const first = await listen(me, me.userId);
    await write(me, ['heard']);
    expect(await nextTexts(first, 1)).toEqual(['heard']);
    await first.end();
    await write(me, ['one', 'two', 'three']);
    const again = await listen(me, me.userId, first.cursor());
    await write(me, ['four']);
    expect(await nextTexts(again, 4)).toEqual(['one', 'two', 'three', 'four']);
    await again.end();
    const once = await listen(me, me.userId, again.cursor());
    await write(me, ['five']);
    expect(await nextTexts(once, 1)).toEqual(['five']);
  });

  it('after a given cursor, before any result', async () => {
    const me = await newAccount(server);
    await write(me, ['before']);
    const since = await cursorNow(me);
    await write(me, ['one']);
    const answers = await listen(me, me.userId, since);
    await write(me, ['two']);
    expect(await nextTexts(answers, 2)).toEqual(['one', 'two']);
  });

  it('through hundreds of events, while more and more happen', async () => {
    const me = await newAccount(server);
    const since = await cursorNow(me);
    const past = namesOf('past', 230);
    const meanwhile = namesOf('meanwhile', 60);
    for (let start = 0; start < past.length; start += 10)
      await Promise.all(past.slice(start, start + 10).map((text) => write(me, [text])));
    const writing = write(me, meanwhile);
    const texts = await nextTexts(await listen(me, me.userId, since), past.length + meanwhile.length);
    await writing;
    expect([...texts].sort()).toEqual([...past, ...meanwhile].sort());
    expect(texts.filter((text) => text.startsWith('meanwhile'))).toEqual(meanwhile);
    // Resuming from there again gives the same results in the same order.
    const again = await nextTexts(await listen(me, me.userId, since), texts.length);
    expect(again).toEqual(texts);
  });

  it('with an error if its cursor is unknown, and then with new events', async () => {
    const me = await newAccount(server);
    for (const since of ['', 'nonsense', Buffer.from('1.1').toString('base64url'), '\u0000']) {
      const answers = await listen(me, me.userId, since);
      const missing = await answers.next();
      expect([missing.data, codesOf(missing)]).toEqual([null, ['RESYNC_REQUIRED']]);
      const cursor = answers.cursor();
      await write(me, ['after']);
      expect(await nextTexts(answers, 1)).toEqual(['after']);
      await answers.end();
      expect(await nextTexts(await listen(me, me.userId, cursor), 1)).toEqual(['after']);
    }
  });

  it('without earlier events for callers who have lost permission', async () => {
    const [owner, friend] = await Promise.all([newAccount(server), newAccount(server)]);
    await share(server, owner, friend, 'note');
    const first = await listen(friend, owner.userId);
    await write(owner, ['heard']);
    expect(await nextTexts(first, 1)).toEqual(['heard']);
    await first.end();
    await write(owner, ['secret']);
    await api(server).post(`/access/${owner.userId}/${friend.userId}`, {
      token: owner.token,
      body: permissionSet(),
    });
    await write(owner, ['more of it']);
    const refused = await connect(server, withToken(friend.token)).ask(added, {
      id: owner.userId,
      since: first.cursor(),
    });
    expect([refused.data ?? null, codesOf(refused)]).toEqual([null, ['FORBIDDEN']]);
  });

  it('without events of other channels', async () => {
    const [me, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const since = await cursorNow(me);
    await write(other, ['not mine']);
    await write(me, ['mine']);
    expect(await nextTexts(await listen(me, me.userId, since), 1)).toEqual(['mine']);
  });
});

it('after a deletion, resuming shows that an event is missing', async () => {
  const [me, gone] = await Promise.all([newAccount(server), newAccount(server)]);
  const since = await cursorNow(me);
  await share(server, me, gone, 'view');
  const { token, userId, password } = gone;
  expect((await api(server).delete(`/auth/user/${userId}`, { token, body: { password } })).status).toBe(202);
  const client = overWebSocket(server, withToken(me.token));
  await waitFor('the events of the account to be gone', async () => {
    const answers = await client.subscribe(shares, { since });
    const { errors } = await answers.next();
    await answers.end();
    return errors?.some(({ extensions }: Json) => extensions.code === 'RESYNC_REQUIRED') || undefined;
  });
});

it('every subscription can resume after a cursor', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(15);
  const without = fields.filter(
    ({ args }) => !args.some((arg) => arg.name === 'since' && String(arg.type) === 'String'),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
