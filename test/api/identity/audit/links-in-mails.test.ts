import { accessLog } from '../../../support/access-log';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { accepted } from '../../../support/clinics';
import { resetKey, signupKey, waitForMails } from '../../../support/mails';
import { openBrowser } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount } from '../../../support/shares';

const server = serverUnderTest();
const { post, put, graph } = api(server);

const password = 'another-sesame';

/** Changes that were made with the links of mails, as a trusted server sees them. */
async function changesBy(operation: string, userId: string): Promise<Json[]> {
  const entries = await accessLog(server, userId, await newServerToken(server));
  return entries.filter((entry: Json) => entry.kind === 'CHANGE' && entry.operation === operation);
}

const byNobody = expect.objectContaining({ actorId: null, client: null, reason: null });

async function newResetKey({ email }: TestAccount): Promise<string> {
  await post(`/confirm/send/forgot/${encodeURIComponent(email)}`);
  const [mail = ''] = await waitForMails(server, email);
  return resetKey(mail);
}

describe('a new password that is set with the link in a mail', () => {
  const document =
    'mutation Forgot($input: ResetPasswordInput!) { resetPassword(input: $input) { __typename } }';

  it.each<[string, string, (input: { key: string; email: string; password: string }) => Promise<unknown>]>([
    ['REST', 'PUT /confirm/accept/forgot', (body) => put('/confirm/accept/forgot', { body })],
    ['the graph', 'mutation Forgot', (input) => graph(document, { variables: { input } })],
    [
      'the page',
      'password-reset',
      async ({ key, email }) => {
        const browser = openBrowser();
        const form = await browser.get(`/confirm-password-reset?resetKey=${key}`);
        return browser.submit(form, { email, password, 'password-confirm': password });
      },
    ],
  ])('is logged, over %s', async (_way, operation, reset) => {
    const account = await newAccount(server);
    const key = await newResetKey(account);
    await reset({ key, email: newEmail(server), password });
    expect(await changesBy(operation, account.userId)).toEqual([]);
    await reset({ key, email: account.email, password });
    expect(await changesBy(operation, account.userId)).toEqual([byNobody]);
  });
});

describe('the confirmation of an address', () => {
  const operation = 'PUT /confirm/accept/signup/{key}';

  it('is logged once', async () => {
    const { userId, email, token } = await newAccount(server, { verified: false });
    await post(`/confirm/send/signup/${userId}`, { token });
    const [mail = ''] = await waitForMails(server, email);
    const key = signupKey(mail);
    for (const _time of [1, 2]) expect((await put(`/confirm/accept/signup/${key}`)).status).toBe(200);
    expect(await changesBy(operation, userId)).toEqual([byNobody]);
  });

  it('with which an account is claimed is logged with the end of its custody', async () => {
    const [custodian, email] = [await newAccount(server), newEmail(server, { verified: false })];
    const { userid: userId } = await newCustodialAccount(server, custodian, { emails: [email] });
    const { token } = custodian;
    const birthday = '2009-02-28';
    accepted(await put(`/metadata/${userId}/profile`, { token, body: { patient: { birthday } } }));
    await post(`/confirm/send/signup/${userId}`, { token });
    const [mail = ''] = await waitForMails(server, email);
    await put(`/confirm/accept/signup/${signupKey(mail)}`, { body: { password, birthday } });
    const before = ['CUSTODIAN', 'VIEW', 'UPLOAD'];
    const share = { memberId: custodian.userId, clinicId: null, before, after: ['VIEW', 'UPLOAD'] };
    expect(await changesBy(operation, userId)).toEqual([expect.objectContaining({ actorId: null, share })]);
  });
});
