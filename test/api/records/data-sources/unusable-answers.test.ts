import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Answer } from '../../../support/api';
import { idTokenWith, startDataProvider, type DataProvider } from '../../../support/data-provider';
import { fewBytes } from '../../../support/endless-answer';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { providerBrowser } from '../../../support/provider-browser';
import { providerClient } from '../../../support/provider-sessions';

let provider: DataProvider;
let own: OwnApp;
let serverToken: string;
let account: TestAccount;

const providers = [
  { name: 'dexcom' },
  { name: 'twiist', issuer: 'http://localhost', externalIdClaim: 'link_id' },
];

beforeAll(async () => {
  provider = await startDataProvider();
  own = await startOwnApp({ PROVIDERS_FILE: provider.file(providers) });
  serverToken = await newServerToken(own.server);
}, 120_000);

afterAll(async () => {
  await own.close();
  await provider.close();
}, 120_000);

beforeEach(async () => {
  provider.answer = { body: { access_token: 'access', token_type: 'Bearer' } };
  account = await newAccount(own.server);
});

/** The owner of the account authorizes access at a provider, and comes back. */
async function connect(name = 'dexcom'): Promise<Answer> {
  const browser = providerBrowser(own.server);
  const { state, cookie } = await browser.sent(account, name);
  return browser.comeBack(name, { code: 'c', state }, cookie.split(';')[0]);
}

/** Expects a page with this status, and that nothing is connected. */
async function expectRefusal({ status, text }: Answer, expected: number): Promise<void> {
  expect([status, text]).toEqual([expected, expect.stringContaining('<button')]);
  const { sessions, sources } = providerClient(own.server, serverToken);
  expect([await sessions(account), await sources(account)]).toEqual([[], []]);
}

describe('an account is not connected', () => {
  it('if the answer of the provider never ends; little of it is taken', async () => {
    provider.answer = { body: 'endless' };
    await expectRefusal(await connect(), 500);
    expect(await provider.sent.at(-1)).toBeLessThan(fewBytes);
  });

  it('if it is disabled while the provider answers', async () => {
    const disable = `mutation { disableUser(input: {userId: "${account.userId}"}) { user { disabledTime } } }`;
    provider.answer.before = async () => {
      const { body } = await api(own.server).graph(disable, { token: serverToken });
      expect(body.data.disableUser.user.disabledTime).not.toBeNull();
    };
    await expectRefusal(await connect(), 401);
  });

  it.each<[string, object | null]>([
    ['comes without an id token', null],
    ['has no id', {}],
    ['has an empty id', { link_id: '' }],
    ['has an id that is no text', { link_id: 7 }],
    ['has an id of more than 100 characters', { link_id: 'x'.repeat(101) }],
    ['has an id with half a character', { link_id: 'x\ud800' }],
  ])('if the answer of a provider with ids %s', async (_what, claims) => {
    if (claims) Object.assign(provider.answer.body, { id_token: idTokenWith(claims) });
    await expectRefusal(await connect('twiist'), 500);
  });

  it.each(['ä', '"\\', 'read\ttab'])('if the answer of the provider has the scope %j', async (scope) => {
    Object.assign(provider.answer.body, { scope: `x ${scope}` });
    await expectRefusal(await connect(), 500);
  });
});

describe('an account is connected', () => {
  const sessions = () => providerClient(own.server, serverToken).sessions(account);

  it('with an id of 100 characters, whatever they are', async () => {
    const externalId = '𝒙'.repeat(100);
    Object.assign(provider.answer.body, { id_token: idTokenWith({ link_id: externalId }) });
    expect((await connect('twiist')).status).toBe(200);
    expect(await sessions()).toMatchObject([{ externalId }]);
  });

  it.each<[string, string[]]>([
    ['', []],
    [' a  b a ', ['a', 'b']],
  ])('with the scopes of %j', async (scope, scopes) => {
    Object.assign(provider.answer.body, { scope });
    expect((await connect()).status).toBe(200);
    expect(await sessions()).toMatchObject([{ oauthToken: { scope: scopes } }]);
  });
});
