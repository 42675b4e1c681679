import { createHash } from 'node:crypto';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import { newWebPushBrowser as newBrowser } from '../../../support/web-push-browser';

const server = serverUnderTest();
const { get, post, delete: remove, graph } = api(server);

const pathOf = ({ userId }: { userId: string }) => `/v1/users/${userId}/web_push_subscriptions`;
const endpointsOf = async (account: { userId: string; token: string }): Promise<string[]> =>
  (await get(pathOf(account), { token: account.token })).body.map(({ endpoint }: Json) => endpoint);

describe("a browser's push subscription", () => {
  it('is stored once, however often it is sent, and visible to its owner and trusted servers', async () => {
    const [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
    await share(server, owner, other, 'view', 'upload', 'note', 'follow', 'custodian');
    const browser = newBrowser();
    const tell = () => post(pathOf(owner), { token: owner.token, body: browser });
    const id = createHash('sha256').update(browser.endpoint).digest('hex');
    const answers = [await tell(), ...(await Promise.all([tell(), tell()]))];
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { id } });
    for (const token of [owner.token, await newServerToken(server)]) {
      const { status, body } = await get(pathOf(owner), { token });
      const found = { id, endpoint: browser.endpoint, modifiedTime: expect.stringMatching(/Z$/) };
      expect({ status, body }).toEqual({ status: 200, body: [found] });
    }
    for (const [token, status] of [
      [other.token, 403],
      [undefined, 401],
    ] as const) {
      expect((await get(pathOf(owner), { token })).status).toBe(status);
      expect((await post(pathOf(owner), { token, body: browser })).status).toBe(status);
      expect((await remove(`${pathOf(owner)}/${id}`, { token })).status).toBe(status);
    }
    const trusted = await newServerToken(server);
    expect((await post(pathOf(owner), { token: trusted, body: browser })).status).toBe(403);
    expect(await endpointsOf(owner)).toEqual([browser.endpoint]);
  });

  it('is one, however its address is written', async () => {
    const owner = await newAccount(server);
    const browser = newBrowser();
    const { host, pathname } = new URL(browser.endpoint);
    const written = [
      `https://${host}.${pathname}`,
      `https://${host}:443${pathname}#part`,
      `${browser.endpoint}#`,
    ];
    const ids = new Set<string>();
    for (const address of [browser.endpoint, ...written]) {
      const told = { ...browser, endpoint: address };
      ids.add((await post(pathOf(owner), { token: owner.token, body: told })).body.id);
    }
    expect([...ids]).toEqual([createHash('sha256').update(browser.endpoint).digest('hex')]);
    expect(await endpointsOf(owner)).toEqual([browser.endpoint]);
  });

  it('receives nothing for its previous user', async () => {
    const [before, after] = await Promise.all([newAccount(server), newAccount(server)]);
    const browser = newBrowser();
    await post(pathOf(before), { token: before.token, body: browser });
    // Knowing the endpoint is not enough to take it over.
    const guessed = { ...newBrowser(), endpoint: browser.endpoint };
    await post(pathOf(after), { token: after.token, body: guessed });
    expect(await endpointsOf(before)).toEqual([browser.endpoint]);
    const otherAuth = Buffer.alloc(16, 8).toString('base64url');
    const withoutAuth = { ...browser, keys: { ...browser.keys, auth: otherAuth } };
    await post(pathOf(after), { token: after.token, body: withoutAuth });
    expect(await endpointsOf(before)).toEqual([browser.endpoint]);
    await post(pathOf(after), { token: after.token, body: browser });
    expect([await endpointsOf(before), await endpointsOf(after)]).toEqual([[], [browser.endpoint]]);
  });

  it('is one of at most twenty: the oldest one is dropped, of that account only', async () => {
    const [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
    const browsers = Array.from({ length: 22 }, newBrowser);
    const tell = (index: number) => post(pathOf(owner), { token: owner.token, body: browsers[index] });
    const kept = async (...indexes: number[]) =>
      expect([...(await endpointsOf(owner))].sort()).toEqual(
        indexes.map((index) => browsers[index]?.endpoint).sort(),
      );
    const of = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const others = newBrowser();
    await post(pathOf(other), { token: other.token, body: others });
    for (const index of of(0, 19)) await tell(index);
    await kept(...of(0, 19));
    await tell(0);
    await tell(20);
    await kept(0, ...of(2, 20));
    await tell(21);
    await kept(0, ...of(3, 21));
    expect(await endpointsOf(other)).toEqual([others.endpoint]);
  });

  it('can be deleted, even twice', async () => {
    const owner = await newAccount(server);
    const { body } = await post(pathOf(owner), { token: owner.token, body: newBrowser() });
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await remove(`${pathOf(owner)}/${body.id}`, { token: owner.token });
      expect({ status, text }).toEqual({ status: 200, text: '' });
    }
    expect(await endpointsOf(owner)).toEqual([]);
  });

  const { endpoint, keys } = newBrowser();
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url');

  const refused: [what: string, body: unknown, pointer?: string][] = [
    ['no body', undefined],
    ['an array', []],
    ['no keys', { endpoint }],
    ['no endpoint', { keys }],
    ['keys that are text', { endpoint, keys: 'x' }],
    ['no auth', { endpoint, keys: { p256dh: keys.p256dh } }],
    ['an endpoint that is a number', { endpoint: 7, keys }],
    ['an endpoint without TLS', { endpoint: 'http://push.example.org/x', keys }, '/endpoint'],
    ['an endpoint in the network of the service', { endpoint: 'https://127.0.0.1/x', keys }, '/endpoint'],
    ['an endpoint of a private name', { endpoint: 'https://localhost/x', keys }, '/endpoint'],
    ['an endpoint with a password', { endpoint: 'https://a:b@push.example.org/x', keys }, '/endpoint'],
    ['an endpoint that is too long', { endpoint: `${endpoint}${'x'.repeat(2048)}`, keys }, '/endpoint'],
    ['a key that is too short', { endpoint, keys: { ...keys, p256dh: 'AAAA' } }, '/keys/p256dh'],
    ['a key off the curve', { endpoint, keys: { ...keys, p256dh: offCurve } }, '/keys/p256dh'],
    ['an auth that is too short', { endpoint, keys: { ...keys, auth: 'AAAA' } }, '/keys/auth'],
    ['an auth that is no base64url', { endpoint, keys: { ...keys, auth: '!'.repeat(22) } }, '/keys/auth'],
  ];

  it('is refused if invalid, with a reason', async () => {
    const owner = await newAccount(server);
    for (const [what, body, pointer] of refused) {
      const { status, body: answer } = await post(pathOf(owner), { token: owner.token, body });
      const found = { what, status, code: answer.code, source: answer.errors?.[0]?.source };
      expect(found).toMatchObject({ what, status: 400, code: 400, ...(pointer && { source: { pointer } }) });
    }
    expect(await endpointsOf(owner)).toEqual([]);
  });

  it('can be created, read and deleted in the graph too', async () => {
    const owner = await newAccount(server);
    const { endpoint: address, keys: told } = newBrowser();
    const run = async (query: string, variables: Record<string, unknown>) =>
      (await graph(query, { token: owner.token, variables })).body;
    const registered = await run(
      'mutation ($input: RegisterWebPushInput!) { registerWebPush(input: $input) { subscription { id endpoint } } }',
      { input: { userId: owner.userId, endpoint: address, keys: told } },
    );
    const { id } = registered.data.registerWebPush.subscription;
    const seen = 'query ($id: ID!) { webPushKey user(id: $id) { webPushSubscriptions { id endpoint } } }';
    expect((await run(seen, { id: owner.userId })).data).toEqual({
      webPushKey: null,
      user: { webPushSubscriptions: [{ id, endpoint: address }] },
    });
    const removal = 'mutation ($input: RemoveWebPushInput!) { removeWebPush(input: $input) { done } }';
    expect((await run(removal, { input: { userId: owner.userId, id } })).data.removeWebPush.done).toBe(true);
    expect(await endpointsOf(owner)).toEqual([]);
  });
});

describe('the key that browsers subscribe with', () => {
  it('does not exist if push messages are off', async () => {
    const { token } = await newAccount(server);
    expect((await get('/v1/web_push/key', { token })).status).toBe(404);
    expect((await get('/v1/web_push/key')).status).toBe(401);
  });
});
