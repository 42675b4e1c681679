import { newAccount, type TestAccount } from '../../../support/accounts';
import { api, type Answer, type Json } from '../../../support/api';
import { messenger, newMessage } from '../../../support/messages';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { post, put } = api(server);

let owner: TestAccount;
let by: ReturnType<typeof messenger>;

beforeAll(async () => {
  owner = await newAccount(server);
  by = messenger(server, owner);
});

const pointersOf = (body: Json): string[] => body.errors.map((error: Json) => error.source.pointer);

describe('a message', () => {
  it('that was sent before is found with any key', async () => {
    const message = newMessage();
    const path = `/message/send/${owner.userId}`;
    const send = (headers = {}) => post(path, { token: owner.token, body: { message }, headers });
    const answers = [
      await send(),
      await send({ 'Idempotency-Key': 'one key' }),
      await send({ 'Idempotency-Key': 'one key' }),
      await send({ 'Idempotency-Key': 'another key' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
      Array(4).fill([201, answers[0]?.body.id]),
    );
  });

  it('is stored as sent, without other fields', async () => {
    const before = Date.now();
    const message = newMessage({
      timestamp: '2024-05-06T23:08:09.5-07:00',
      messagetext: '  Überraschung 🍕\n"x" ',
      id: 'f'.repeat(24),
      userid: 'somebody',
      groupid: 'somewhere',
      parentmessage: 'f'.repeat(24),
      createdtime: '2001-01-01T00:00:00Z',
      modifiedtime: '2001-01-01T00:00:00Z',
      user: { fullName: 'Eve' },
      unknown: 1,
    });
    const sent = await by.send(message);
    expect({ status: sent.status, body: sent.body }).toEqual({
      status: 201,
      body: { id: expect.stringMatching(/^[0-9a-f]{24}$/) },
    });
    const { status, body } = await by.read(sent.body.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: {
        id: sent.body.id,
        guid: message.guid,
        parentmessage: null,
        userid: owner.userId,
        groupid: owner.userId,
        timestamp: '2024-05-06T23:08:09.5-07:00',
        createdtime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        messagetext: '  Überraschung 🍕\n"x" ',
        user: {},
      },
    });
    expect(Date.parse(body.message.createdtime)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.message.createdtime)).toBeLessThanOrEqual(Date.now());
  });

  it('sent again returns the existing one; other content creates another one', async () => {
    const message = newMessage();
    const first = await by.send(message);
    const again = await by.send({ ...message, user: { fullName: 'x' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const change of [
      { messagetext: 'Soup' },
      { timestamp: '2024-05-06T05:08:09Z' },
      { guid: 'another' },
    ]) {
      const other = await by.send({ ...message, ...change });
      expect(other.status).toBe(201);
      expect(other.body.id).not.toBe(first.body.id);
    }
  });

  it('sent many times concurrently is stored once', async () => {
    const { userId, token } = await newAccount(server);
    const one = messenger(server, { userId, token });
    const message = newMessage();
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.send(message)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await one.all()).body.messages).toHaveLength(1);
  });

  it('sent again after it was removed or edited is a new one', async () => {
    const message = newMessage();
    const removed = (await by.send(message)).body.id;
    await by.remove(removed);
    const edited = (await by.send(message)).body.id;
    expect(edited).not.toBe(removed);
    await by.edit(edited, { messagetext: 'Soup' });
    const third = (await by.send(message)).body.id;
    expect([removed, edited]).not.toContain(third);
    expect((await by.edit(third, { messagetext: 'Soup' })).status).toBe(200);
    expect((await by.edit(third, { messagetext: 'Soup' })).status).toBe(200);
  });

  it.each<[string, (id: string) => Promise<Answer>]>([
    ['removed', (id) => by.remove(id)],
    ['edited', (id) => by.edit(id, { messagetext: 'Bread' })],
  ])('sent again is one that an edit made equal to the first, once that is %s', async (_name, change) => {
    const message = newMessage();
    const first = await by.sent(message);
    const equal = await by.sent({ ...message, messagetext: 'Soup' });
    await by.edit(equal, { messagetext: message.messagetext });
    expect((await by.send(message)).body.id).toBe(first);
    await change(first);
    const answers = await Promise.all(Array.from({ length: 4 }, () => by.send(message)));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, equal]));
  });

  it('is another one than a message with a blank more, which an edit added', async () => {
    const message = newMessage();
    const longer = await by.sent({ ...message, messagetext: 'Soup' });
    await by.edit(longer, { messagetext: `${message.messagetext} ` });
    expect(await by.sent(message)).not.toBe(longer);
  });

  it.each([
    ['nothing', {}, ['/message/guid', '/message/timestamp', '/message/messagetext']],
    ['null', newMessage({ guid: null }), ['/message/guid']],
    ['an empty text', newMessage({ messagetext: '' }), ['/message/messagetext']],
    ['a number', newMessage({ messagetext: 5, guid: 5 }), ['/message/guid', '/message/messagetext']],
    ['a long guid', newMessage({ guid: 'x'.repeat(256) }), ['/message/guid']],
    ['a guid of too many emoji', newMessage({ guid: '🍕'.repeat(256) }), ['/message/guid']],
    ['no time', newMessage({ timestamp: 'yesterday' }), ['/message/timestamp']],
    ['the year 0', newMessage({ timestamp: '0000-01-01T00:00:00Z' }), ['/message/timestamp']],
    ['the year 0 of UTC', newMessage({ timestamp: '0001-01-01T00:00:00+01:00' }), ['/message/timestamp']],
    ['the year 10000', newMessage({ timestamp: '9999-12-31T23:59:59.999-12:00' }), ['/message/timestamp']],
    ['a day', newMessage({ timestamp: '2024-05-06' }), ['/message/timestamp']],
    ['a day that does not exist', newMessage({ timestamp: '2024-02-30T00:00:00Z' }), ['/message/timestamp']],
  ])('with %s is refused, with findings for every part', async (_name, message, pointers) => {
    for (const { status, body } of [await by.send(message), await by.reply(await by.sent(), message)]) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, message: expect.any(String) });
      expect(pointersOf(body)).toEqual(pointers);
    }
  });

  it('may have any guid, and any ISO 8601 date-time', async () => {
    const guid = '🍕'.repeat(255);
    const times = [
      '2024-05-06T07:08',
      '2024-05-06T07:08:09',
      '2024-05-06T07:08:09,25+0200',
      '2024-05-06T07:08:09-07',
    ];
    for (const timestamp of times) {
      const id = await by.sent({ guid, timestamp });
      expect((await by.read(id)).body.message).toMatchObject({ guid, timestamp });
    }
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{"message":'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no message', '{}'],
    ['a text for a message', '{"message":"x"}'],
  ])('in a body with %s is refused', async (_name, raw) => {
    const id = await by.sent();
    const { token, userId } = owner;
    for (const { status, body } of [
      await post(`/message/send/${userId}`, { token, raw }),
      await post(`/message/reply/${id}`, { token, raw }),
      await put(`/message/edit/${id}`, { token, raw }),
    ]) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 400, message: expect.any(String) });
    }
  });

  it('of more than 1 MiB is refused', async () => {
    expect((await by.send(newMessage({ messagetext: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
    expect((await by.send(newMessage({ messagetext: 'x'.repeat(1000 * 1000) }))).status).toBe(201);
  });

  it('shows the author’s name in the current profile', async () => {
    const { userId, token } = await newAccount(server);
    const one = messenger(server, { userId, token });
    const id = await one.sent();
    for (const fullName of ['Ann', 'Ann Ba']) {
      await put(`/metadata/${userId}/profile`, { token, body: { fullName } });
      const shown = [
        (await one.read(id)).body.message,
        ...(await one.all()).body.messages,
        ...(await one.notes()).body.messages,
        ...(await one.thread(id)).body.messages,
      ];
      expect(shown.map(({ user }) => user)).toEqual(shown.map(() => ({ fullName })));
      expect(shown).toHaveLength(4);
    }
  });
});

describe('an edit', () => {
  it('changes text, time or both, with the time of the edit', async () => {
    const id = await by.sent();
    const original = (await by.read(id)).body.message;
    expect(original).not.toHaveProperty('modifiedtime');
    const edited = await by.edit(id, { messagetext: 'Soup' });
    expect([edited.status, edited.text]).toEqual([200, '']);
    const first = (await by.read(id)).body.message;
    expect(first).toEqual({ ...original, messagetext: 'Soup', modifiedtime: expect.any(String) });
    await by.edit(id, { timestamp: '2024-05-07T00:00:00-03:00', messagetext: '' });
    expect((await by.read(id)).body.message).toMatchObject({
      messagetext: 'Soup',
      timestamp: '2024-05-07T00:00:00-03:00',
    });
    await by.edit(id, { timestamp: null, messagetext: 'Bread' });
    expect((await by.read(id)).body.message).toMatchObject({
      messagetext: 'Bread',
      timestamp: '2024-05-07T00:00:00-03:00',
    });
  });

  it('if repeated updates the time of the last edit', async () => {
    const id = await by.sent();
    const modified = async () => {
      await by.edit(id, { messagetext: 'Soup' });
      return Date.parse((await by.read(id)).body.message.modifiedtime);
    };
    const first = await modified();
    let last = await modified();
    while (last === first) last = await modified();
    expect(last).toBeGreaterThan(first);
  });

  it('accepts the whole message and applies only editable fields', async () => {
    const id = await by.sent();
    const { message } = (await by.read(id)).body;
    const whole = {
      ...message,
      messagetext: 'Soup',
      guid: 'x',
      userid: 'x',
      groupid: 'x',
      parentmessage: 'x',
      id: 'x',
    };
    expect((await by.edit(id, whole)).status).toBe(200);
    const { modifiedtime, ...rest } = (await by.read(id)).body.message;
    expect(rest).toEqual({ ...message, messagetext: 'Soup' });
    expect(modifiedtime).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
  });

  it.each([
    ['nothing', {}, ['/message/timestamp', '/message/messagetext']],
    ['empty texts', { timestamp: '', messagetext: '' }, ['/message/timestamp', '/message/messagetext']],
    ['nulls', { messagetext: null, timestamp: null }, ['/message/timestamp', '/message/messagetext']],
    ['other kinds', { messagetext: 7, timestamp: {} }, ['/message/timestamp', '/message/messagetext']],
    [
      'a text of another kind',
      { messagetext: 7, timestamp: '2024-05-07T00:00:00Z' },
      ['/message/messagetext'],
    ],
    ['a time of another kind', { messagetext: 'x', timestamp: 7 }, ['/message/timestamp']],
    ['an invalid time', { messagetext: 'x', timestamp: 'soon' }, ['/message/timestamp']],
  ])('with %s is refused', async (_name, message, pointers) => {
    const id = await by.sent();
    const { status, body } = await by.edit(id, message);
    expect(status).toBe(400);
    expect(pointersOf(body)).toEqual(pointers);
    expect((await by.read(id)).body.message).not.toHaveProperty('modifiedtime');
  });
});
