import { randomUUID } from 'node:crypto';
import { logIn as logInAtApi, newAccount as signUp, newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import type { PageAnswer } from '../../../support/browser-tab';
import { newExternalPerson } from '../../../support/external-provider';
import { ownedDomain } from '../../../support/identity-providers-file';
import { mailsTo, resetKey, waitForMails } from '../../../support/mails';
import { logInAtProvider } from '../../../support/provider-log-in';
import {
  readAnswer,
  changeAccount,
  decodeClaims,
  clients,
  codeForm,
  newAccount,
  openBrowser,
  tokenRequest,
  readTokens,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';
import { waitFor } from '../../../support/wait-until';

const server = serverUnderTest();

const tokensAfter = async (answer: PageAnswer) =>
  readTokens(await tokenRequest(codeForm(clients.web, readAnswer(answer).get('code') ?? '')));

const knownAddress = 'You already have an account';

const failure = (status: number, text: string | RegExp) => ({
  status,
  headers: expect.anything(),
  location: null,
  text: expect.stringMatching(text),
});

describe('a provider account with the address of an existing account', () => {
  const atProvider = async (email: string, alias = 'signing') => {
    const browser = openBrowser();
    const person = newExternalPerson({ email });
    return { browser, person, alias, page: await logInAtProvider(person, { browser, alias }) };
  };

  it('is linked to it once the owner has entered the password', async () => {
    const account = await newAccount();
    const { browser, page, person } = await atProvider(account.email);
    expect(page.status).toBe(200);
    const wrong = await browser.submit(page, { password: 'a guess of mine' });
    expect(wrong.text).toContain('The password is wrong.');
    const tokens = await tokensAfter(await browser.submit(wrong, { password: account.password }));
    expect(decodeClaims(tokens.access_token)).toMatchObject({
      sub: account.userId,
      identity_provider: 'signing',
    });

    const later = await tokensAfter(await logInAtProvider(person));
    expect(decodeClaims(later.access_token).sub).toBe(account.userId);
    const byPassword = await logInAtApi(server, account.email, account.password);
    expect(byPassword).toMatchObject({ status: 200, body: { roles: ['patient'] } });
  });

  it("accepts no other person's password", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const { browser, page } = await atProvider(account.email);
    const answer = await browser.submit(page, { username: other.email, password: `${other.password}!` });
    expect(answer.text).toContain('The password is wrong.');
  });

  it('is linked to it once the owner has opened the link in a mail, in the same browser', async () => {
    const account = await newAccount();
    const { browser, page } = await atProvider(account.email);
    const form = /action="([^"]*link-account[^"]*)"/.exec(page.text)?.[1] ?? '';
    for (const time of [1, 2]) {
      const sent = await browser.post(form, { step: 'mail' });
      expect({ time, text: sent.text }).toMatchObject({ text: expect.stringContaining('sent you a mail') });
    }
    const mails = await waitForMails(server, account.email);
    const link = /http:\S+link-account\?\S+/.exec(mails[0] ?? '')?.[0] ?? '';
    expect((await openBrowser().get(link)).status).toBe(400);
    const tokens = await tokensAfter(await browser.submit(await browser.get(link), {}));
    expect(decodeClaims(tokens.access_token).sub).toBe(account.userId);
    expect(await mailsTo(server, account.email)).toHaveLength(1);
  });

  it('accepts no other key', async () => {
    const account = await newAccount();
    const { browser, page } = await atProvider(account.email);
    const form = /action="([^"]*link-account[^"]*)"/.exec(page.text)?.[1] ?? '';
    expect((await browser.post(form, { key: 'guess' })).status).toBe(400);
    expect((await browser.post(form, { key: '' })).text).toContain('The password is wrong.');
  });

  it('takes the account over if its address was never confirmed', async () => {
    const account = await newAccount({ setUp: false });
    const { browser, page } = await atProvider(account.email);
    const form = /action="([^"]*link-account[^"]*)"/.exec(page.text)?.[1] ?? '';
    await browser.post(form, { step: 'mail' });
    const mails = await waitForMails(server, account.email);
    const link = /http:\S+link-account\?\S+/.exec(mails.join('\n'))?.[0] ?? '';
    const terms = await browser.submit(await browser.get(link), {});
    const answer = await browser.submit(terms, {
      step: 'accept-terms',
      age: '18-and-over',
      agree: 'on',
      accept: 'on',
    });
    const { access_token: token } = await tokensAfter(answer);
    expect(decodeClaims(token).sub).toBe(account.userId);
    const { body } = await api(server).get('/auth/user', { token });
    expect(body).toMatchObject({ emailVerified: true, roles: ['patient', 'brokered'] });
    expect((await logInAtApi(server, account.email, account.password)).status).toBe(401);
  });

  /** Proves by mail that the account is theirs; returns the page after that. */
  const proveByMail = async ({ browser, page }: Awaited<ReturnType<typeof atProvider>>, email: string) => {
    const form = /action="([^"]*link-account[^"]*)"/.exec(page.text)?.[1] ?? '';
    await browser.post(form, { step: 'mail' });
    const link = await waitFor(
      'the mail',
      async () => /http:\S+link-account\?\S+/.exec((await mailsTo(server, email)).join('\n'))?.[0],
    );
    return browser.submit(await browser.get(link), {});
  };

  it('ends what whoever had signed up without confirming the address has shared', async () => {
    const [stranger, friend] = [await signUp(server, { verified: false }), await signUp(server)];
    await share(server, stranger, friend, 'view');
    const readByFriend = () => api(server).get(`/data/${stranger.userId}`, { token: friend.token });
    expect((await readByFriend()).status).toBe(200);
    await proveByMail(await atProvider(stranger.email), stranger.email);
    await waitFor('the share to end', async () => ((await readByFriend()).status === 403 ? true : undefined));
  });

  it('is unlinked with a new password while nobody has confirmed the address', async () => {
    const stranger = await signUp(server, { verified: false });
    const { browser, page, person } = await atProvider(stranger.email, 'distrusted');
    await browser.submit(page, { password: stranger.password });
    const isKnown = async () =>
      !(await logInAtProvider(person, { alias: 'distrusted' })).text.includes(knownAddress);
    expect(await isKnown()).toBe(true);
    const { post, put } = api(server);
    await post(`/confirm/send/forgot/${encodeURIComponent(stranger.email)}`);
    const mail = await waitFor('the mail', async () =>
      (await mailsTo(server, stranger.email)).find((each) => each.includes('resetKey=')),
    );
    const reset = { key: resetKey(mail), email: stranger.email, password: 'close-sesame' };
    expect((await put('/confirm/accept/forgot', { body: reset })).status).toBe(200);
    expect(await isKnown()).toBe(false);
  });

  it('locks out whoever had opened that account from another provider, without a confirmed address', async () => {
    const stranger = newExternalPerson();
    await logInAtProvider(stranger, { alias: 'distrusted' });
    const owner = await atProvider(stranger.email);
    expect((await proveByMail(owner, stranger.email)).status).toBe(200);
    const again = await logInAtProvider(stranger, { alias: 'distrusted' });
    expect(again.text).toContain(knownAddress);
  });

  it('of the domain of the provider takes it from a provider that only claims the address', async () => {
    const email = `${randomUUID()}@${ownedDomain}`;
    const stranger = newExternalPerson({ email });
    await logInAtProvider(stranger);
    const owner = await atProvider(email, 'owning');
    expect((await proveByMail(owner, email)).status).toBe(200);
    expect((await logInAtProvider(stranger)).text).toContain(knownAddress);
  });

  it('makes it belong to the provider of its domain from then on', async () => {
    const account = await newAccount();
    const email = `${account.userId}@${ownedDomain}`;
    await changeAccount(account.userId, { username: email, emails: [email], emailVerified: true });
    const { browser, page } = await atProvider(email, 'owning');
    const { access_token: token } = await tokensAfter(
      await browser.submit(page, { password: account.password }),
    );
    expect((await api(server).get('/auth/user', { token })).body.roles).toEqual(['patient', 'brokered']);
    expect((await logInAtApi(server, email, account.password)).status).toBe(401);
  });

  it('makes it belong to the provider of its domain alone', async () => {
    const account = await newAccount();
    const linked = await atProvider(account.email);
    await linked.browser.submit(linked.page, { password: account.password });
    const email = `${account.userId}@${ownedDomain}`;
    await changeAccount(account.userId, { username: email, emails: [email], emailVerified: true });
    const { browser, page } = await atProvider(email, 'owning');
    await tokensAfter(await browser.submit(page, { password: account.password }));
    // They get an account of their own.
    expect((await logInAtProvider(linked.person)).text).toContain('Who are you');
  });

  it('is not linked to an account that another person manages', async () => {
    const custodian = await newAccount();
    const { email } = newExternalPerson();
    const token = await newServerToken(server);
    const opened = await api(server).post(`/auth/user/${custodian.userId}/user`, {
      token,
      body: { username: email, emails: [email] },
    });
    expect(opened.status).toBe(201);
    const { browser, page } = await atProvider(email);
    const form = /action="([^"]*link-account[^"]*)"/.exec(page.text)?.[1] ?? '';
    expect(await browser.post(form, { step: 'mail' })).toEqual(failure(400, /opened this account for you/));
  });

  it('stays with the person at the provider who was linked first', async () => {
    const account = await newAccount();
    const first = await atProvider(account.email);
    await first.browser.submit(first.page, { password: account.password });
    const second = await atProvider(account.email);
    const answer = await second.browser.submit(second.page, { password: account.password });
    expect(answer).toEqual(failure(409, /already linked with another one/));
  });
});
