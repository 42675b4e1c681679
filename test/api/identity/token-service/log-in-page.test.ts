import {
  readAnswer,
  authorizeAddress,
  clients,
  issuer,
  logIn,
  newAccount,
  openBrowser,
} from '../../../support/realm';

const attemptOf = (text: string): string => /authenticate\?attempt=([0-9a-f]+)/.exec(text)?.[1] ?? '';

describe('The log-in page', () => {
  it('has the field names that scripted log-ins look for, and the hinted email address', async () => {
    const page = await openBrowser().get(authorizeAddress(clients.web, { login_hint: '"ann"@example.org' }));
    expect(page.text).toMatch(/<form[^>]*id="kc-form-login"/);
    for (const name of ['username', 'password', 'rememberMe']) expect(page.text).toContain(`name="${name}"`);
    expect(page.text).toContain('id="kc-login"');
    expect(page.text).toContain('value="&quot;ann&quot;@example.org"');
    expect(page.text).toContain('/login-actions/registration?');
  });

  it('loads no third-party content, is not cached and cannot be framed', async () => {
    const { headers } = await openBrowser().get(authorizeAddress(clients.web));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:3000");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('loads its style sheet from the realm', async () => {
    const page = await openBrowser().get(authorizeAddress(clients.web));
    const address = /rel="stylesheet" href="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const styles = await openBrowser().get(address);
    expect(styles.status).toBe(200);
    expect(styles.headers.get('content-type')).toContain('text/css');
  });

  it('responds the same to a wrong password and an unknown address, and keeps the address', async () => {
    const account = await newAccount();
    const wrong = await logIn(openBrowser(), { ...account, password: 'not the right one' });
    const unknown = await logIn(openBrowser(), { ...account, email: `x${account.email}` });
    expect([wrong.status, unknown.status]).toEqual([200, 200]);
    const message = (text: string) => /role="alert"[^>]*>([^<]*)</.exec(text)?.[1];
    expect(message(wrong.text)).toMatch(/\w/);
    expect(message(unknown.text)).toBe(message(wrong.text));
    expect(wrong.text).toContain(`value="${account.email}"`);
    expect(wrong.text).not.toContain('not the right one');
  });

  it('accepts the address in any case', async () => {
    const account = await newAccount();
    const answer = await logIn(openBrowser(), { ...account, email: account.email.toUpperCase() });
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('can be submitted again after a wrong password, and reloaded', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await logIn(browser, { ...account, password: 'not the right one' });
    const reloaded = await browser.get(
      `${issuer()}/login-actions/authenticate?attempt=${attemptOf(page.text)}`,
    );
    const answer = await browser.submit(reloaded, { username: account.email, password: account.password });
    expect(readAnswer(answer).has('code')).toBe(true);
  });

  it('refuses requests from another browser', async () => {
    const account = await newAccount();
    const page = await openBrowser().get(authorizeAddress(clients.web));
    const fields = { username: account.email, password: account.password };
    const stranger = openBrowser();
    expect((await stranger.submit(page, fields)).status).toBe(400);
    await stranger.get(authorizeAddress(clients.web));
    const answer = await stranger.submit(page, fields);
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
    expect(stranger.cookie('sso_session')).toBeUndefined();
  });

  it('refuses unknown attempts, and those of another realm', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const page = await browser.get(authorizeAddress(clients.web));
    const fields = { username: account.email, password: account.password };
    for (const address of [
      `${issuer()}/login-actions/authenticate?attempt=${'0'.repeat(32)}`,
      `${issuer()}/login-actions/authenticate`,
      `${issuer()}/login-actions/authenticate?attempt=%C3%A9%00'`,
      `${issuer('qa2')}/login-actions/authenticate?attempt=${attemptOf(page.text)}`,
    ]) {
      const cookie = `sso_browser=${browser.cookie('sso_browser')}`;
      expect((await browser.post(address, fields, { cookie })).status).toBe(400);
    }
  });

  it('allows several concurrent log-ins in one browser', async () => {
    const browser = openBrowser();
    const account = await newAccount();
    const one = await browser.get(authorizeAddress(clients.web));
    const two = await browser.get(authorizeAddress(clients.otherWeb));
    const fields = { username: account.email, password: account.password };
    const answers = [
      readAnswer(await browser.submit(one, fields)),
      readAnswer(await browser.submit(two, fields)),
    ];
    expect(answers.every((answer) => answer.has('code'))).toBe(true);
  });

  it('refuses a body that is not a form', async () => {
    const browser = openBrowser();
    const page = await browser.get(authorizeAddress(clients.web));
    const response = await fetch(`${issuer()}/login-actions/authenticate?attempt=${attemptOf(page.text)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `sso_browser=${browser.cookie('sso_browser')}` },
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/html');
  });
});
