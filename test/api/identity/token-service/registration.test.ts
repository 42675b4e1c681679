import { randomUUID } from 'node:crypto';
import {
  readAnswer,
  authorizeAddress,
  clients,
  endpoint,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';
import { serverUnderTest } from '../../../support/server';

const registrationAddress = (role: string, changes: Record<string, string> = {}): string =>
  authorizeAddress(clients.web, { role, ...changes }).replace(endpoint('auth'), endpoint('registrations'));

const newEmail = (): string => `${randomUUID()}@new.example`;
const password = 'a good password'.replaceAll(' ', '-');

describe('The registration page', () => {
  it('has the form for the role, with the hinted address', async () => {
    const page = await openBrowser().get(registrationAddress('patient', { login_hint: 'ann@example.org' }));
    expect(page.text).toContain('value="ann@example.org"');
    expect(page.text).not.toContain('name="terms"');
    expect((await openBrowser().get(registrationAddress('clinician'))).text).toContain('name="terms"');
  });

  it('asks for the role if there is none', async () => {
    const page = await openBrowser().get(registrationAddress('dentist'));
    expect(page.text).toContain('role=patient');
    expect(page.text).toContain('role=clinician');
  });

  it('creates an account that must be confirmed', async () => {
    const browser = openBrowser();
    const email = newEmail();
    const page = await browser.get(registrationAddress('patient'));
    const done = await browser.submit(page, { email, password, 'password-confirm': password });
    expect(done.text).toContain(email);
    const waiting = await logIn(browser, { userId: '', email, password });
    expect(waiting.text).toContain('Confirm your email address');
  });

  it('continues the log-in if nothing else is required', async () => {
    const browser = openBrowser();
    const email = `${randomUUID()}@${serverUnderTest().verificationSecret}`;
    const page = await browser.get(registrationAddress('clinician'));
    const answer = await browser.submit(page, {
      email,
      password,
      'password-confirm': password,
      terms: 'yes',
    });
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('does not reveal that an address is in use', async () => {
    const { email } = await newAccount();
    const browser = openBrowser();
    const register = async (address: string) => {
      const page = await browser.get(registrationAddress('patient'));
      const { status, text } = await browser.submit(page, {
        email: address,
        password,
        'password-confirm': password,
      });
      return { status, text: text.replaceAll(address, '').replace(/attempt=\w+/g, '') };
    };
    expect(await register(email)).toEqual(await register(newEmail()));
  });

  it.each<[string, Record<string, string>]>([
    ['different passwords', { 'password-confirm': 'another-password' }],
    ['a short password', { password: 'short', 'password-confirm': 'short' }],
    ['no email address', { email: 'nonsense' }],
    ['no agreement of a clinician', { terms: '' }],
  ])('refuses %s', async (_case, changes) => {
    const browser = openBrowser();
    const page = await browser.get(registrationAddress('clinician'));
    const fields = { email: newEmail(), password, 'password-confirm': password, terms: 'yes', ...changes };
    const answer = await browser.submit(page, fields);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('role="alert"');
  });

  it('responds to a signed-on browser like authorize', async () => {
    const browser = openBrowser();
    await logIn(browser, await newAccount());
    expect(readAnswer(await browser.get(registrationAddress('patient'))).has('code')).toBe(true);
  });

  it('refuses unregistered redirect URIs like authorize', async () => {
    const answer = await openBrowser().get(
      registrationAddress('patient', { redirect_uri: 'https://evil.example/' }),
    );
    expect(answer.status).toBe(400);
  });
});
