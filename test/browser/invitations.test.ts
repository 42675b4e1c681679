import type { Browser, Page } from 'playwright-core';
import { problemsOnAnyScreen } from '../support/accessibility';
import { newAccount, newEmail, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { openBrowser } from '../support/browser';
import { newClinic, newClinician } from '../support/clinics';
import { invitations } from '../support/invitations';
import { waitForMails } from '../support/mails';
import { serverUnderTest } from '../support/server';

const server = serverUnderTest();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The newest link of a kind in mails to an address. */
async function linkInMail(email: string, part: string, count = 1): Promise<string> {
  const mails = await waitForMails(server, email, count);
  const link = mails.map((mail) => /^(http\S+)/m.exec(mail)?.[1] ?? '').find((found) => found.includes(part));
  if (link === undefined) throw new Error(`No mail to ${email} has a link with ${part}.`);
  return link;
}

/** Creates an account on the page of an invitation's link, and confirms its address by mail. */
async function signUp(page: Page, email: string, invitationLink: string): Promise<void> {
  await page.goto(invitationLink);
  expect(await page.inputValue('[name=email]')).toBe(email);
  for (const field of await page.locator('input[type=password]').all()) await field.fill('open-sesame');
  const terms = page.locator('#terms');
  if ((await terms.count()) > 0) await terms.check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('We have sent a mail').waitFor();
  await page.goto(await linkInMail(email, 'signupKey=', 2));
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();
}

/** Follows the link on the page after confirming the address, and logs in. */
async function logInFromConfirmation(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Answer it here' }).click();
  await page.fill('#username', email);
  await page.fill('#password', 'open-sesame');
  await page.click('#kc-login');
}

async function named(fullName: string): Promise<TestAccount> {
  const account = await newAccount(server);
  const { userId, token } = account;
  await api(server).put(`/metadata/${userId}/profile`, { token, body: { fullName } });
  return account;
}

it('lead a person without account from the mail of a care team to its data', async () => {
  const inviter = await named('Ana Ñandú');
  const email = newEmail(server, { verified: false });
  await invitations(server).invited(inviter, email, 'view', 'upload');
  const page = await browser.newPage();
  const link = await linkInMail(email, 'inviteEmail=');
  expect(link).toBe(`${server.url}/signup/personal?inviteEmail=${encodeURIComponent(email)}`);
  await signUp(page, email, link);
  await logInFromConfirmation(page, email);
  await page.getByLabel(/I am 18 or older/).check();
  await page.getByLabel(/I agree/).check();
  await page.getByRole('button', { name: 'Accept' }).click();

  await page.getByText('Ana Ñandú would like to share diabetes data with you.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByText('upload data').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('You have accepted.').waitFor();
  const shares = await api(server).get(`/access/${inviter.userId}`, { token: inviter.token });
  expect(Object.values(shares.body)).toContainEqual({ view: {}, upload: {} });
  await page.close();
});

it('lead a person without account from the mail of a clinic to work there', async () => {
  const { admin, path } = await newClinic(server);
  const email = newEmail(server, { verified: false });
  const sent = await api(server).post(`${path}/invites/clinicians`, {
    token: admin.token,
    body: { email, roles: ['CLINIC_MEMBER'] },
  });
  expect(sent.status).toBe(200);
  const page = await browser.newPage();
  const link = await linkInMail(email, 'inviteEmail=');
  expect(link).toBe(`${server.url}/signup/clinician?inviteEmail=${encodeURIComponent(email)}`);
  await signUp(page, email, link);
  await logInFromConfirmation(page, email);
  await page.getByText('invites you to work there').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('You have accepted').waitFor();
  const { body } = await api(server).get(`${path}/clinicians`, { token: admin.token });
  expect(body).toContainEqual(expect.objectContaining({ email, roles: ['CLINIC_MEMBER'] }));
  await page.close();
});

it('let a person with account decline from the mail', async () => {
  const [inviter, invited] = [await named('Bo Berg'), await newAccount(server)];
  await invitations(server).invited(inviter, invited.email);
  const page = await browser.newPage();
  await page.goto(await linkInMail(invited.email, 'inviteEmail='));
  expect(await page.inputValue('#username')).toBe(invited.email);
  await page.fill('#password', invited.password);
  await page.click('#kc-login');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('You have declined.').waitFor();
  const [{ status } = {}] = await invitations(server).sent(inviter);
  expect(status).toBe('declined');
  await page.close();
});

describe('The page of invitations', () => {
  it('lets a clinic answer a patient', async () => {
    const [{ admin, shareCode }, patient] = [await newClinic(server), await named('Cy Cole')];
    const sent = await api(server).post(`/confirm/send/invite/${patient.userId}/clinic`, {
      token: patient.token,
      body: { shareCode, permissions: { view: {} } },
    });
    expect(sent.status).toBe(200);
    const page = await openPage(admin);
    await page.getByText('Cy Cole would like to be a patient').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Cy Cole is a patient of').waitFor();
    await page.close();
  });

  it('shows the patients of every clinic, however many there are', async () => {
    const [worker, patient] = [await newAccount(server, { roles: ['clinician'] }), await named('Li Lund')];
    const names = Array.from({ length: 21 }, (_, index) => `Clinic ${index + 1}`);
    for (const name of names) {
      const clinic = await newClinic(server, { name });
      await newClinician(server, clinic, ['CLINIC_ADMIN'], worker);
      const body = { shareCode: clinic.shareCode, permissions: { view: {} } };
      await api(server).post(`/confirm/send/invite/${patient.userId}/clinic`, { token: patient.token, body });
    }
    const page = await openPage(worker);
    for (const name of names)
      await page.getByText(`Li Lund would like to be a patient of ${name}.`, { exact: true }).waitFor();
    await page.close();
  });

  it('reports an invitation that has disappeared in the meantime', async () => {
    const [inviter, invited] = [await named('Di Dahl'), await newAccount(server, { roles: ['clinician'] })];
    await invitations(server).invited(inviter, invited.email);
    const page = await openPage(invited);
    await page.getByText('Di Dahl would like').waitFor();
    await invitations(server).cancel(inviter, invited.email);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('This invitation has been answered, or it has ended.').waitFor();
    await page.close();
  });

  it('says that it was answered, although the answer got lost', async () => {
    const [inviter, invited] = [await named('Fi Fox'), await newAccount(server, { roles: ['clinician'] })];
    await invitations(server).invited(inviter, invited.email);
    const page = await openPage(invited);
    await page.getByText('Fi Fox would like').waitFor();
    await page.route('**/graphql', async (route) => {
      if (/acceptInvitation/.test(route.request().postData() ?? '')) await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Accept' }).click();
    const outcome = 'This invitation has been answered, or it has ended.';
    await page.getByText(outcome).waitFor();
    expect(await page.evaluate('document.activeElement?.textContent')).toBe(outcome);
    expect(await invitations(server).sent(inviter)).toEqual([]);
    await page.close();
  });

  it('speaks in sentences that a name cannot reverse', async () => {
    const [inviter, invited] = [
      await named('Gu \u202egnol'),
      await newAccount(server, { roles: ['clinician'] }),
    ];
    await invitations(server).invited(inviter, invited.email);
    const page = await openPage(invited);
    await page.getByText('Gu gnol would like to share diabetes data with you.').waitFor();
    expect(await waitForMails(server, invited.email)).toEqual([expect.not.stringMatching(/[\u202a-\u202e]/)]);
    await page.close();
  });

  it('starts no second log-in after an abandoned one', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/invitations?error=access_denied`);
    await page.getByText('The log-in was canceled.').waitFor();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.close();
  });

  it('is readable and usable on any screen', async () => {
    const [inviter, invited] = [await named('Ed Ek'), await newAccount(server, { roles: ['clinician'] })];
    await invitations(server).invited(inviter, invited.email, 'view', 'note');
    const page = await openPage(invited);
    await page.getByText('Ed Ek would like').waitFor();
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.close();
  });
});

/** Opens the page as a person with an account. */
async function openPage({ email, password }: TestAccount): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${server.url}/invitations`);
  await page.fill('#username', email);
  await page.fill('#password', password);
  await page.click('#kc-login');
  const terms = page.getByLabel(/I agree/);
  await terms.or(page.getByText('You are logged in as')).first().waitFor();
  if ((await terms.count()) > 0) {
    await terms.check();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('You are logged in as').waitFor();
  }
  return page;
}
