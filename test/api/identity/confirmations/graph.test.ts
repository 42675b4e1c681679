import { logIn, newAccount, newServerToken, sessionToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { signupKey, waitForMails } from '../../../support/mails';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { graph } = api(server);

let account: TestAccount;

beforeEach(async () => {
  account = await newAccount(server, { verified: false });
});

const codeOf = (body: Json): string | undefined => body.errors?.[0].extensions.code;

const fields = 'status email expired createdTime modifiedTime expiresTime creator { userId } clinicId';

async function mutate(query: string, token: string | undefined, input: object): Promise<Json> {
  const { body } = await graph(query, { token, variables: { input } });
  return codeOf(body) ?? Object.values(body.data as object)[0];
}

const send = (token: string | undefined) =>
  mutate(
    'mutation ($input: SendSignupConfirmationInput!) { sendSignupConfirmation(input: $input) { done } }',
    token,
    { userId: account.userId },
  );

const add = (token: string | undefined, more = '') =>
  mutate(
    `mutation ($input: SendSignupConfirmationInput!) {
      addSignupConfirmation(input: $input) { confirmation { ${fields} ${more} } } }`,
    token,
    { userId: account.userId },
  );

async function pending(token: string | undefined, more = ''): Promise<Json> {
  const query = `query ($id: ID!) { user(id: $id) { signupConfirmation { ${fields} ${more} } } }`;
  const { body } = await graph(query, { token, variables: { id: account.userId } });
  return codeOf(body) ?? body.data.user.signupConfirmation;
}

describe('the confirmation of an address in the graph', () => {
  it('is requested by mail, shown, and given', async () => {
    expect(await pending(account.token)).toBeNull();
    expect(await send(account.token)).toEqual({ done: true });
    const shown = await pending(account.token);
    expect(shown).toEqual({
      status: 'PENDING',
      email: account.email,
      expired: false,
      createdTime: expect.any(String),
      modifiedTime: shown.createdTime,
      expiresTime: expect.any(String),
      creator: { userId: null },
      clinicId: null,
    });
    expect(await send(account.token)).toBe('WRONG_STATE');
    expect(await add(account.token)).toBe('WRONG_STATE');
    const [mail = ''] = await waitForMails(server, account.email);
    const confirm = 'mutation ($input: ConfirmSignupInput!) { confirmSignup(input: $input) { done } }';
    expect(await mutate(confirm, undefined, { key: signupKey(mail) })).toEqual({ done: true });
    const own = sessionToken(await logIn(server, account.email, account.password));
    expect(await pending(own)).toBeNull();
  });

  it('is created without a mail, with a key for trusted servers', async () => {
    const { confirmation } = await add(account.token);
    expect(confirmation).toMatchObject({ status: 'PENDING', email: account.email });
    expect(await pending(account.token, 'key')).toBe('FORBIDDEN');
    const { key } = await pending(await newServerToken(server), 'key');
    expect(key).toMatch(/^[\w-]{32}$/);
  });

  it('is for those who manage the account', async () => {
    const member = await newAccount(server);
    await share(server, account, member, 'view', 'upload', 'note', 'follow');
    for (const ask of [send, add, pending]) {
      expect(await ask(member.token)).toBe('FORBIDDEN');
      expect(await ask(undefined)).toBe('UNAUTHENTICATED');
    }
  });
});
