import { newAccount } from '../../../support/accounts';
import { expectIds, messenger } from '../../../support/messages';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const newMessenger = async () => messenger(server, await newAccount(server));

describe('the messages in an account', () => {
  it('are an empty list at first', async () => {
    const by = await newMessenger();
    for (const answer of [await by.all(), await by.notes()]) {
      expect([answer.status, answer.body]).toEqual([200, { messages: [] }]);
    }
  });

  it('are plain objects, newest event first in any zone; notes exclude replies', async () => {
    const by = await newMessenger();
    const noon = await by.sent({ timestamp: '2024-05-06T12:00:00Z' });
    const eleven = await by.sent({ timestamp: '2024-05-06T20:00:00+09:00' });
    const one = await by.sent({ timestamp: '2024-05-06T06:00:00-07:00' });
    const reply = await by.replied(eleven, { timestamp: '2024-05-06T12:30:00Z' });
    expect(expectIds(await by.all())).toEqual([one, reply, noon, eleven]);
    expect(expectIds(await by.notes())).toEqual([one, noon, eleven]);
    const { body } = await by.all();
    expect(body.messages[1]).toEqual((await by.read(reply)).body.message);
  });

  it('at the same instant are listed newest first', async () => {
    const by = await newMessenger();
    const ids = [await by.sent({ timestamp: '2024-05-06T12:00:00Z' })];
    for (const timestamp of ['2024-05-06T14:00:00+02:00', '2024-05-06T05:00:00-07:00']) {
      const earlier = (await by.read(ids.at(-1) ?? '')).body.message.createdtime;
      // Within one millisecond, the order is that of the ids.
      while (new Date().toISOString() <= earlier) await new Promise(setImmediate);
      ids.push(await by.sent({ timestamp }));
    }
    expect(expectIds(await by.all())).toEqual(ids.reverse());
  });

  it('are complete and in order when they are many and some are long', async () => {
    const by = await newMessenger();
    const first = await by.sent({ timestamp: '2024-05-06T12:00:00Z' });
    const ids = [first];
    for (let minute = 1; minute < 65; minute += 1) {
      const timestamp = new Date(Date.parse('2024-05-06T12:00:00Z') + minute * 60_000).toISOString();
      const messagetext = minute % 30 === 0 ? 'long '.repeat(10_000) : 'short';
      ids.push(await by.replied(first, { timestamp, messagetext }));
    }
    expect(expectIds(await by.all())).toEqual(ids.toReversed());
    expect(expectIds(await by.thread(first))).toEqual(ids.toReversed());
    expect(expectIds(await by.notes())).toEqual([first]);
  });

  it('exclude messages of other accounts', async () => {
    await (await newMessenger()).sent();
    expect(expectIds(await (await newMessenger()).all())).toEqual([]);
  });
});

describe('a range of time', () => {
  let by: Awaited<ReturnType<typeof newMessenger>>;
  let early: string;
  let late: string;

  beforeAll(async () => {
    by = await newMessenger();
    early = await by.sent({ timestamp: '2024-05-06T00:00:00Z' });
    late = await by.sent({ timestamp: '2024-05-07T09:00:00+09:00' });
  });

  it.each([
    ['', ['late', 'early']],
    ['starttime=&endtime=', ['late', 'early']],
    ['starttime=2024-05-06&endtime=', ['late', 'early']],
    ['starttime=2024-05-06&endtime=2024-05-07', ['early']],
    ['starttime=2024-05-06T00:00:00.001Z', ['late']],
    ['endtime=2024-05-07T00:00:00.001Z', ['late', 'early']],
    ['endtime=2024-05-07T00:00:00Z', ['early']],
    ['starttime=2024-05-07T00:00:00', ['late']],
    ['starttime=2024-05-07T02:00:00%2B02:00', ['late']],
    ['starttime=2024-05-07T02:00:00+02:00', ['late']],
    ['starttime=2024-05-07T02:00:00%2002:00', ['late']],
    ['starttime=2024-05-07T02:00:00.001%2002:00', []],
    ['starttime=2024-05-06T17:00:00-07:00', ['late']],
    ['starttime=2024-05-07&endtime=2024-05-06', []],
    ['starttime=2024-05-06&endtime=2024-05-06', []],
    ['startDate=2025-01-01&endDate=2025-02-01', ['late', 'early']],
  ])('%s accepts %j', async (query, expected) => {
    const ids = expected.map((name) => (name === 'early' ? early : late));
    expect(expectIds(await by.all(query))).toEqual(ids);
    expect(expectIds(await by.notes(query))).toEqual(ids);
  });

  it.each(['soon', '2024-13-01', '2024-05-06T25:00:00Z', '20240506', '5', '2024-05-06%2000:00:00'])(
    '%s is refused',
    async (value) => {
      for (const name of ['starttime', 'endtime']) {
        for (const answer of [await by.all(`${name}=${value}`), await by.notes(`${name}=${value}`)]) {
          expect(answer.status).toBe(400);
          expect(answer.body.errors[0].source).toEqual({ parameter: name });
        }
      }
    },
  );
});

describe('a thread', () => {
  it('is the same for each of its messages', async () => {
    const by = await newMessenger();
    const root = await by.sent({ timestamp: '2024-05-06T12:00:00Z' });
    const reply = await by.replied(root, { timestamp: '2024-05-06T13:00:00Z' });
    const deep = await by.replied(reply, { timestamp: '2024-05-06T14:00:00Z' });
    const second = await by.replied(root, { timestamp: '2024-05-06T15:00:00Z' });
    await by.sent();
    for (const id of [root, reply, deep, second]) {
      expect(expectIds(await by.thread(id))).toEqual([second, deep, reply, root]);
    }
    const { body } = await by.read(deep);
    expect(body.message.parentmessage).toBe(reply);
  });

  it('contains a reply that is sent again only once', async () => {
    const by = await newMessenger();
    const root = await by.sent();
    const message = { guid: 'g', timestamp: '2024-05-06T12:00:00Z', messagetext: 'x' };
    const first = await by.reply(root, message);
    const again = await by.reply(root, message);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await by.reply(first.body.id, message)).body.id).not.toBe(first.body.id);
    expect((await by.send(message)).body.id).not.toBe(first.body.id);
  });
});

describe('a removed message', () => {
  it('disappears everywhere, and its replies stay', async () => {
    const by = await newMessenger();
    const root = await by.sent({ timestamp: '2024-05-06T12:00:00Z' });
    const reply = await by.replied(root, { timestamp: '2024-05-06T13:00:00Z' });
    const other = await by.replied(root, { timestamp: '2024-05-06T14:00:00Z' });
    const removed = await by.remove(root);
    expect([removed.status, removed.text]).toEqual([202, '']);
    expect(expectIds(await by.all())).toEqual([other, reply]);
    expect(expectIds(await by.notes())).toEqual([]);
    expect(expectIds(await by.thread(reply))).toEqual([other, reply]);
    const message = { guid: 'g', timestamp: '2024-05-06T12:00:00Z', messagetext: 'x' };
    for (const answer of [
      await by.read(root),
      await by.thread(root),
      await by.reply(root, message),
      await by.edit(root, message),
      await by.remove(root),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ code: 404, message: expect.any(String), messages: [] });
    }
  });
});
