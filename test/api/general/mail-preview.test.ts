import { api } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { serverUnderTest } from '../../support/server';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp({ MAIL_PREVIEW: 'true', WEB_URL: 'https://web.example.org' });
});

afterAll(() => own.close());

const address = '/mail-preview';

it('shows every mail as HTML and as text, with the same link', async () => {
  const { get } = api(own.server);
  const list = await get(address);
  expect(list.status).toBe(200);
  const links = [...list.text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
  expect(links.filter((link) => link.endsWith('.html'))).toHaveLength(links.length / 2);
  expect(links.length).toBeGreaterThanOrEqual(30);
  for (const link of links.filter((each) => each.endsWith('.html'))) {
    const [html, text] = [await get(link), await get(link.replace(/html$/, 'txt'))];
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [, leadsTo = ''] = /https:\/\/web\.example\.org(\/\S*)/.exec(text.text) ?? [];
    expect(leadsTo).not.toBe('');
    expect(html.text).toContain(`https://web.example.org${leadsTo.replaceAll('&', '&amp;')}"`);
  }
});

it('escapes user input, only in the HTML', async () => {
  const { get } = api(own.server);
  const [html, text] = [await get(`${address}/invitation.html`), await get(`${address}/invitation.txt`)];
  expect(html.text).not.toContain('<b>');
  expect(text.text).toContain('<b>');
  expect((await get(address)).text).not.toContain('<b>');
});

it('does not load or run anything, and is not cached', async () => {
  for (const path of [address, `${address}/sign-up.html`, `${address}/sign-up.txt`]) {
    const { headers } = await api(own.server).get(path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*frame-ancestors 'none'; sandbox$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('shows no other mail, and does not exist unless enabled', async () => {
  expect((await api(own.server).get(`${address}/nothing.html`)).status).toBe(404);
  for (const path of [address, `${address}/sign-up.html`])
    expect((await api(serverUnderTest()).get(path)).status).toBe(404);
});
