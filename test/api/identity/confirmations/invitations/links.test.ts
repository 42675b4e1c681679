import { api } from '../../../../support/api';
import { BrowserTab } from '../../../../support/browser-tab';
import { startOwnApp } from '../../../../support/own-app';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();
const email = "ann+o'neil@example.org";

/** Follows the link in a mail like a browser without scripts. */
async function follow(path: string) {
  const browser = new BrowserTab(server.url);
  const { status, location, headers } = await browser.get(path);
  expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
  return { address: new URL(location ?? ''), page: await browser.get(location ?? '') };
}

describe('The links of invitation mails', () => {
  it.each([
    ['personal', 'Create a personal account'],
    ['clinician', 'Create a clinic account'],
  ])('lead to the form for a new %s account, with the address filled in', async (kind, title) => {
    const { page } = await follow(`/signup/${kind}?inviteEmail=${encodeURIComponent(email)}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain('value="ann+o&#39;neil@example.org"');
  });

  it('lead people with an account to the log-in, with the address filled in', async () => {
    const { page } = await follow(`/login?inviteEmail=${encodeURIComponent(email)}`);
    expect(page.text).toContain('<h1>Log in</h1>');
    expect(page.text).toContain('value="ann+o&#39;neil@example.org"');
  });

  it('return to the page of invitations, with a code that is useless to others', async () => {
    const addresses = [
      (await follow('/signup/personal')).address,
      (await follow('/signup/personal')).address,
    ];
    const [first, second] = addresses.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(first).toMatchObject({
      client_id: 'glycograph-invitations',
      redirect_uri: `${server.url}/invitations`,
      code_challenge_method: 'S256',
      role: 'patient',
    });
    expect(first?.code_challenge).not.toBe(second?.code_challenge);
  });

  it('work without an address, and with an invalid one', async () => {
    for (const query of ['', '?inviteEmail=', '?inviteEmail=%ZZ', '?inviteEmail=a&inviteEmail=b'])
      expect((await follow(`/signup/clinician${query}`)).page.status).toBe(200);
  });
});

it('The link for people without an account asks for its purpose', async () => {
  expect((await follow('/signup')).page.text).toContain('Who is the account for?');
});

it('The log-in page of mails leads to the invitations and to the explorer', async () => {
  const { status, text } = await api(server).get('/login');
  expect(status).toBe(200);
  for (const path of ['/invitations', '/explorer']) expect(text).toContain(`href="${path}"`);
});

it('A service whose mails link to a web application serves none of these pages', async () => {
  const own = await startOwnApp({ WEB_URL: 'https://web.example.org' });
  for (const path of ['/signup/personal', '/signup/clinician', '/signup', '/login', '/invitations'])
    expect([path, (await api(own.server).get(path)).status]).toEqual([path, 404]);
  await own.close();
});
