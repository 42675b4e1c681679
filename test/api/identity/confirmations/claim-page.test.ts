import type { BrowserTab, PageAnswer } from '../../../support/browser-tab';
import { logIn, newAccount, newEmail } from '../../../support/accounts';
import { api } from '../../../support/api';
import { waitForMails } from '../../../support/mails';
import { openBrowser } from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';
import { newCustodialAccount } from '../../../support/shares';

const server = serverUnderTest();
const { post, put } = api(server);
const birthday = '2001-02-03';

/** The owner of a custodial account has followed the link in the mail and confirmed the address. */
async function openedClaim(): Promise<{ browser: BrowserTab; form: PageAnswer; email: string }> {
  const email = newEmail(server, { verified: false });
  const { token, ...custodian } = await newAccount(server);
  const { userid } = await newCustodialAccount(server, { token, ...custodian }, { emails: [email] });
  await put(`/metadata/${userid}/profile`, { token, body: { patient: { birthday } } });
  expect((await post(`/confirm/send/signup/${userid}`, { token })).status).toBe(200);
  const [mail = ''] = await waitForMails(server, email);
  const link = /https?:\/\/[^/\s]+(\/login\?signupEmail=[^&\s]+&signupKey=[\w-]+)/.exec(mail)?.[1] ?? '';
  const browser = openBrowser();
  const page = await browser.get(link);
  expect(page.text).toContain(email);
  return { browser, form: await browser.submit(page, {}), email };
}

describe('the page to claim an account', () => {
  it('asks for a password and the birthday, and then the account can log in', async () => {
    const { browser, form, email } = await openedClaim();
    expect(form.text).not.toContain('role="alert"');
    const done = await browser.submit(form, { password: 'open-sesame', birthday });
    expect(done.text).toContain('You can now log in');
    expect((await logIn(server, email, 'open-sesame')).status).toBe(200);
    const again = await browser.submit(form, { password: 'another-sesame', birthday });
    expect(again.status).toBe(200);
    expect((await logIn(server, email, 'another-sesame')).status).toBe(401);
  });

  it.each([
    ['no password', { password: '', birthday }, 'Password is missing'],
    ['a password that is too short', { password: 'short', birthday }, 'Password specified is invalid'],
    ['no birthday', { password: 'open-sesame', birthday: '' }, 'Birthday is missing'],
    ['an invalid date', { password: 'open-sesame', birthday: '2001-02-30' }, 'Birthday specified is invalid'],
    [
      "another person's birthday",
      { password: 'open-sesame', birthday: '1999-01-01' },
      'Birthday specified does not match patient birthday',
    ],
  ])('reports %s, and allows another attempt', async (_what, fields, problem) => {
    const { browser, form, email } = await openedClaim();
    const refused = await browser.submit(form, fields);
    expect(refused.text).toMatch(new RegExp(`role="alert"[^>]*>${problem}\\.`));
    expect(refused.text).toContain(`value="${fields.birthday}"`);
    expect(refused.text).not.toContain('open-sesame');
    expect((await logIn(server, email, 'open-sesame')).status).toBe(401);
    const done = await browser.submit(refused, { password: 'open-sesame', birthday });
    expect(done.text).toContain('You can now log in');
  });

  it('reports too many guesses of the birthday', async () => {
    const { browser, form } = await openedClaim();
    for (let day = 1; day <= 20; day += 1) {
      const guess = { password: 'open-sesame', birthday: `1990-01-${String(day).padStart(2, '0')}` };
      expect((await browser.submit(form, guess)).text).toContain('does not match');
    }
    const refused = await browser.submit(form, { password: 'open-sesame', birthday });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('too many attempts');
  });
});
