import {
  changeAccount,
  decodeClaims,
  clients,
  newAccount,
  refreshForm,
  readRefusal,
  refused,
  statusAtApi,
  tokenRequest,
  readTokens,
  type Account,
} from '../../../support/realm';

const { id, secret } = clients.partner;

const ask = ({ email, password }: Account, extra: Record<string, string> = {}) =>
  tokenRequest({
    grant_type: 'password',
    client_id: id,
    client_secret: secret,
    username: email,
    password,
    ...extra,
  });

const wrong = refused('invalid_grant', 'Invalid user credentials');
const notSetUp = refused('invalid_grant', 'Account is not fully set up');

describe('The password grant', () => {
  it('returns tokens to clients that may use it; an id token only with openid', async () => {
    const account = await newAccount();
    const tokens = await readTokens(await ask(account));
    expect(tokens.scope).toBe('email profile');
    expect(tokens.id_token).toBeUndefined();
    expect(await statusAtApi(tokens.access_token)).toBe(200);
    const withIdentity = await readTokens(await ask(account, { scope: 'openid' }));
    expect(decodeClaims(withIdentity.id_token)).toMatchObject({ sub: account.userId });
    await readTokens(await tokenRequest(refreshForm(clients.partner, tokens.refresh_token)));
  });

  it('accepts the email address in any case', async () => {
    const account = await newAccount();
    await readTokens(await ask({ ...account, email: account.email.toUpperCase() }));
  });

  it('uses the lifetime of the client', async () => {
    const { email, password } = await newAccount();
    const form = { grant_type: 'password', client_id: 'short-lived-app', username: email, password };
    expect((await readTokens(await tokenRequest(form))).expires_in).toBe(120);
  });

  it('refuses a wrong password and an unknown address with the same response', async () => {
    const account = await newAccount();
    expect(await readRefusal(await ask({ ...account, password: 'not the right one' }))).toEqual(wrong);
    expect(await readRefusal(await ask({ ...account, email: `x${account.email}` }))).toEqual(wrong);
  });

  it('refuses a missing user name', async () => {
    const refusal = await readRefusal(await ask({ userId: '', email: '', password: 'x' }));
    expect(refusal).toEqual(refused('invalid_request', 'Missing form parameter: username'));
  });

  it('refuses accounts that are not fully set up, if the password is correct', async () => {
    const unconfirmed = await newAccount({ setUp: false });
    expect(await readRefusal(await ask(unconfirmed))).toEqual(notSetUp);
    expect(await readRefusal(await ask({ ...unconfirmed, password: 'not the right one' }))).toEqual(wrong);
    const withoutTerms = await newAccount({ setUp: false });
    await changeAccount(withoutTerms.userId, { emailVerified: true });
    expect(await readRefusal(await ask(withoutTerms))).toEqual(notSetUp);
    const withoutRole = await newAccount();
    await changeAccount(withoutRole.userId, { roles: ['migrated_clinic'] });
    expect(await readRefusal(await ask(withoutRole))).toEqual(notSetUp);
  });
});
