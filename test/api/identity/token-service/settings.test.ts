import { hash } from '@node-rs/argon2';
import { UserEntity } from '../../../../src/identity/accounts/user.entity';
import { logIn as restLogIn, basic, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import type { OwnApp } from '../../../support/own-app';
import { startOwnRealm } from '../../../support/own-realm';
import {
  readAnswer,
  authorizeAddress,
  decodeClaims,
  clients,
  getTokens,
  logIn,
  newAccount,
  openBrowser,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  tokenRequest,
  readTokens,
} from '../../../support/realm';

const settings = {
  REFRESH_TOKENS_ONCE: 'true',
  LONG_TERM_KEY: 'key-of-old-apps',
  // The default without the setting.
  PASSWORD_HASH_MEMORY: undefined,
  ACCESS_TOKEN_TTL: '300',
  SIGN_ON_IDLE_TTL: '1000',
  REMEMBERED_IDLE_TTL: '2000',
  REMEMBERED_TTL: '4000',
  SESSION_TTL: '5000',
  LONG_SESSION_TTL: '6000',
  SERVER_TOKEN_TTL: '7000',
};

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnRealm(settings);
});

afterAll(() => own.close());

const invalid = refused('invalid_grant', 'Invalid refresh token');
const refresh = (token: string) => tokenRequest(refreshForm(clients.web, token));

describe('With REFRESH_TOKENS_ONCE', () => {
  it('each refresh token is valid once, and a second use revokes the tokens of the first', async () => {
    const first = await getTokens(await newAccount());
    const second = await readTokens(await refresh(first.refresh_token));
    const third = await readTokens(await refresh(second.refresh_token));
    expect(await statusAtApi(third.access_token)).toBe(200);
    expect(await readRefusal(await refresh(first.refresh_token))).toEqual(invalid);
    expect(await readRefusal(await refresh(third.refresh_token))).toEqual(invalid);
    expect(await statusAtApi(third.access_token)).toBe(401);
  });

  it('only one of two concurrent uses succeeds', async () => {
    const { refresh_token: token } = await getTokens(await newAccount());
    const answers = await Promise.all([refresh(token), refresh(token), refresh(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});

describe('Lifetimes', () => {
  it('are as configured', async () => {
    const account = await newAccount();
    const tokens = await getTokens(account);
    expect(tokens.expires_in).toBe(300);
    expect(tokens.refresh_expires_in).toBe(1000);
    const remembered = openBrowser();
    const answer = await logIn(remembered, account, clients.web, {}, { rememberMe: 'on' });
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=4000');
    expect((await getTokens(account, { browser: remembered })).refresh_expires_in).toBe(2000);
  });

  const lifetimeOf = (token: string | null): number => {
    const { exp, iat } = decodeClaims(token ?? '');
    return Number(exp) - Number(iat);
  };

  it('of session tokens are longer with the long-term key; a wrong one is ignored', async () => {
    const { email, password } = await newAccount();
    const headers = { Authorization: basic(email, password), 'User-Agent': 'a browser' };
    const tokenAt = async (path: string) => {
      const answer = await api(own.server).post(path, { headers });
      expect(answer.status).toBe(200);
      return answer.headers.get('x-tidepool-session-token');
    };
    expect(lifetimeOf(await tokenAt('/auth/login'))).toBe(5000);
    expect(lifetimeOf(await tokenAt('/auth/login/not-the-key'))).toBe(5000);
    const long = await tokenAt('/auth/login/key-of-old-apps');
    expect(lifetimeOf(long)).toBeGreaterThan(5990);
    const renewed = await api(own.server).get('/auth/login', { token: long ?? '' });
    expect(lifetimeOf(renewed.headers.get('x-tidepool-session-token'))).toBeGreaterThan(5900);
  });

  it.each(['Tidepool/2', 'axios/0.2', 'okhttp/4', 'Loop/3'])(
    'of session tokens are longer for %s, which never renews them',
    async (agent) => {
      const { email, password } = await newAccount();
      const headers = { Authorization: basic(email, password), 'User-Agent': agent };
      const answer = await api(own.server).post('/auth/login', { headers });
      expect(lifetimeOf(answer.headers.get('x-tidepool-session-token'))).toBeGreaterThan(5990);
    },
  );

  it('of server tokens are longer than those of people', async () => {
    expect(lifetimeOf(await newServerToken(own.server))).toBeGreaterThan(6990);
  });
});

describe('A password that was hashed with other parameters', () => {
  it('is rehashed when its owner logs in, and nothing else changes', async () => {
    const { userId, email, password } = await newAccount();
    const tokens = await getTokens({ userId, email, password });
    const weak = await hash(password, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await own.database.transaction((manager) =>
      manager.update(UserEntity, { id: userId }, { passwordHash: weak }),
    );
    const stored = async () =>
      (await own.database.reader.findOneByOrFail(UserEntity, { id: userId })).passwordHash;
    expect((await restLogIn(own.server, email, 'not the right one')).status).toBe(401);
    expect(await stored()).toBe(weak);
    expect((await restLogIn(own.server, email, password)).status).toBe(200);
    const upgraded = await stored();
    expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await restLogIn(own.server, email, password)).status).toBe(200);
    expect(await stored()).toBe(upgraded);
    expect(await statusAtApi(tokens.access_token)).toBe(200);
  });
});

describe('A disabled account', () => {
  const change = async (name: 'disableUser' | 'enableUser', userId: string, token?: string) =>
    api(own.server).graph(
      `mutation ($id: ID!) { ${name}(input: { userId: $id }) { user { id disabledTime } } }`,
      { token: token ?? (await newServerToken(own.server)), variables: { id: userId } },
    );

  it('is refused everywhere, and its tokens become invalid at once', async () => {
    const account = await newAccount();
    const browser = openBrowser();
    const tokens = await getTokens(account, { browser });
    const session = (await restLogIn(own.server, account.email, account.password)).headers.get(
      'x-tidepool-session-token',
    );
    const { body } = await change('disableUser', account.userId);
    expect(body.data.disableUser.user).toMatchObject({
      id: account.userId,
      disabledTime: expect.any(String),
    });

    for (const token of [tokens.access_token, session ?? '']) expect(await statusAtApi(token)).toBe(401);
    const disabled = refused('invalid_grant', 'Account disabled');
    expect(await readRefusal(await refresh(tokens.refresh_token))).toEqual(disabled);
    const grant = (password: string) =>
      tokenRequest({ grant_type: 'password', client_id: 'web-app', username: account.email, password });
    expect(await readRefusal(await grant(account.password))).toEqual(disabled);
    expect(await readRefusal(await grant('not the right one'))).toEqual(
      refused('invalid_grant', 'Invalid user credentials'),
    );
    const rest = await restLogIn(own.server, account.email, account.password);
    expect(rest).toMatchObject({ status: 401, body: { reason: 'No user matched the given details' } });
    const page = await logIn(openBrowser(), account);
    expect(page.status).toBe(200);
    expect(page.text).toContain('role="alert"');
    const silent = await browser.get(authorizeAddress(clients.web, { prompt: 'none' }));
    expect(readAnswer(silent).get('error')).toBe('login_required');
  });

  it('that is enabled again has to log in again', async () => {
    const account = await newAccount();
    const tokens = await getTokens(account);
    await change('disableUser', account.userId);
    const { body } = await change('enableUser', account.userId);
    expect(body.data.enableUser.user.disabledTime).toBeNull();
    expect(await statusAtApi(tokens.access_token)).toBe(401);
    expect(await readRefusal(await refresh(tokens.refresh_token))).toEqual(
      refused('invalid_grant', 'Session not active'),
    );
    expect(await statusAtApi((await getTokens(account)).access_token)).toBe(200);
  });

  it('is controlled by trusted servers', async () => {
    const account = await newAccount();
    const { access_token: token } = await getTokens(account);
    const { body } = await change('disableUser', account.userId, token);
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await statusAtApi(token)).toBe(200);
  });
});
