import { randomUUID } from 'node:crypto';
import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { messenger, newMessage } from '../../../support/messages';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { call } = api(server);

let owner: TestAccount;
let by: ReturnType<typeof messenger>;
let id: string;

beforeAll(async () => {
  owner = await newAccount(server);
  by = messenger(server, owner);
  id = await by.sent();
});

const body = { message: newMessage() };

/** Every route: of an account, and of a message. */
const ofAccount = (userId: string) =>
  [
    ['GET', `/message/all/${userId}`, undefined],
    ['GET', `/message/notes/${userId}`, undefined],
    ['POST', `/message/send/${userId}`, body],
  ] as const;
const ofMessage = (messageId: string) =>
  [
    ['GET', `/message/read/${messageId}`, undefined],
    ['GET', `/message/thread/${messageId}`, undefined],
    ['POST', `/message/reply/${messageId}`, body],
    ['PUT', `/message/edit/${messageId}`, body],
    ['DELETE', `/message/remove/${messageId}`, undefined],
  ] as const;

async function statuses(
  requests: readonly (readonly [string, string, unknown])[],
  token: string | undefined,
): Promise<number[]> {
  const answers = await Promise.all(
    requests.map(([method, path, sent]) => call(method, path, { token, body: sent })),
  );
  for (const answer of answers) {
    const lists = answer.status === 404 ? { messages: [] } : {};
    expect(answer.body).toEqual({ code: answer.status, message: expect.any(String), ...lists });
  }
  return [...new Set(answers.map(({ status }) => status))];
}

const everything = () => [...ofAccount(owner.userId), ...ofMessage(id)];

describe('messages', () => {
  it.each([
    ['no', undefined],
    ['a wrong', 'nonsense'],
  ])('require a token: %s token is refused', async (_name, token) => {
    expect(await statuses(everything(), token)).toEqual([401]);
    expect(await statuses([...ofAccount('nonsense'), ...ofMessage('nonsense')], token)).toEqual([401]);
  });

  it('are inaccessible to strangers and trusted servers', async () => {
    const { token } = await newAccount(server);
    expect(await statuses(everything(), token)).toEqual([403]);
    expect(await statuses(everything(), await newServerToken(server))).toEqual([403]);
    expect((await by.read(id)).status).toBe(200);
  });

  it('do not reveal whether an account exists', async () => {
    expect(await statuses(ofAccount(randomUUID()), owner.token)).toEqual([403]);
    expect(await statuses(ofAccount('0123456789'), owner.token)).toEqual([403]);
  });

  it.each(['nonsense', 'ABCDEF0123', '0'.repeat(9), '%F0%9F%8D%95'])(
    'are not found in an account %s',
    async (userId) => {
      expect(await statuses(ofAccount(userId), owner.token)).toEqual([404]);
    },
  );

  it.each(['nonsense', 'f'.repeat(24), 'F'.repeat(24), 'f'.repeat(23), 'f'.repeat(25), '%F0%9F%8D%95'])(
    'are not found under the id %s',
    async (messageId) => {
      expect(await statuses(ofMessage(messageId), owner.token)).toEqual([404]);
    },
  );

  it('require existence and permission before a body or a time is validated', async () => {
    const { token } = await newAccount(server);
    const wrong = async (method: string, path: string, as: string) =>
      (await call(method, path, { token: as, raw: method === 'GET' ? undefined : 'nonsense' })).status;
    expect(await wrong('POST', `/message/send/${owner.userId}`, token)).toBe(403);
    expect(await wrong('POST', `/message/reply/${id}`, token)).toBe(403);
    expect(await wrong('PUT', `/message/edit/${id}`, token)).toBe(403);
    expect(await wrong('PUT', `/message/edit/${'f'.repeat(24)}`, token)).toBe(404);
    expect(await wrong('GET', `/message/all/${owner.userId}?starttime=soon`, token)).toBe(403);
    expect(await wrong('GET', `/message/all/${owner.userId}?starttime=soon`, owner.token)).toBe(400);
  });
});
