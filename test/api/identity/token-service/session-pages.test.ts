import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { readAnswer, endpoint, logIn, newAccount, openBrowser } from '../../../support/realm';
import type { PageAnswer } from '../../../support/browser-tab';

const scriptOf = (page: PageAnswer): string => /<script[^>]*>([\s\S]*)<\/script>/.exec(page.text)?.[1] ?? '';

function expectFrameable(page: PageAnswer): void {
  expect(page.status).toBe(200);
  expect(page.headers.get('x-frame-options')).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-store');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('frame-ancestors');
  const digest = createHash('sha256').update(scriptOf(page)).digest('base64');
  expect(policy).toContain(`script-src 'sha256-${digest}'`);
}

/** Runs the script of the status page like a browser, and sends it a message. */
function openStatusFrame(script: string, cookie: string, allowed = true) {
  let listen: (event: object) => Promise<void> = () => Promise.resolve();
  const asked: string[] = [];
  runInNewContext(script, {
    addEventListener: (_name: string, listener: typeof listen) => (listen = listener),
    document: { cookie },
    location: { pathname: '/frame.html' },
    fetch: async (address: string) => {
      asked.push(address);
      return { status: allowed ? 204 : 403 };
    },
    crypto: globalThis.crypto,
    URLSearchParams,
    TextEncoder,
    Uint8Array,
    btoa,
  });
  const ask = async (data: unknown, origin = 'http://localhost:3000'): Promise<string[]> => {
    const answers: string[] = [];
    const source = {
      postMessage: (result: string, target: string) => answers.push(`${result} to ${target}`),
    };
    await listen({ data, origin, source });
    return answers;
  };
  return { ask, asked };
}

const to = (result: string) => [`${result} to http://localhost:3000`];

describe('The status frame', () => {
  const address = endpoint('login-status-iframe.html');

  it('can be framed by any site', async () => {
    expectFrameable(await openBrowser().get(address));
  });

  it("recognizes the browser's session", async () => {
    const browser = openBrowser();
    const script = scriptOf(await browser.get(address));
    const sessionId = readAnswer(await logIn(browser, await newAccount())).get('session_state') ?? '';
    const frame = openStatusFrame(script, `other=1; sso_status=${browser.cookie('sso_status')}`);
    expect(await frame.ask(`blip ${sessionId}`)).toEqual(to('unchanged'));
    expect(await frame.ask('blip another')).toEqual(to('changed'));
    expect(await frame.ask('blip ')).toEqual(to('changed'));
    expect(frame.asked).toEqual(['/frame.html/init?client_id=blip&origin=http%3A%2F%2Flocalhost%3A3000']);
  });

  it('reports that there is no session', async () => {
    const frame = openStatusFrame(scriptOf(await openBrowser().get(address)), '');
    expect(await frame.ask('blip ')).toEqual(to('unchanged'));
    expect(await frame.ask('blip abc')).toEqual(to('changed'));
  });

  it('responds error to strangers, and to a later other client or origin', async () => {
    const script = scriptOf(await openBrowser().get(address));
    expect(await openStatusFrame(script, '', false).ask('blip ')).toEqual(to('error'));
    const frame = openStatusFrame(script, '');
    await frame.ask('blip ');
    expect(await frame.ask('web-app ')).toEqual(to('error'));
    expect(await frame.ask('blip ', 'https://evil.example')).toEqual(['error to https://evil.example']);
  });

  it('does not respond to invalid messages', async () => {
    const frame = openStatusFrame(scriptOf(await openBrowser().get(address)), '');
    for (const data of [{}, 7, null, 'blip', 'blip a b']) expect(await frame.ask(data)).toEqual([]);
  });

  it.each([
    ['blip', 'http://localhost:3000', 204],
    ['tidepool-uploader', 'file://', 204],
    ['blip', 'https://evil.example', 403],
    ['blip', '', 403],
    ['nobody', 'http://localhost:3000', 403],
  ])('answers whether pages of %s are allowed at %s: %i', async (clientId, origin, status) => {
    const query = new URLSearchParams({ client_id: clientId, origin }).toString();
    expect((await openBrowser().get(`${address}/init?${query}`)).status).toBe(status);
  });
});

describe('The cookie probe', () => {
  const step = (number: number) => endpoint(`3p-cookies/step${number}.html`);

  it('reports cookies as supported if they come back', async () => {
    const browser = openBrowser();
    const first = await browser.get(step(1));
    expectFrameable(first);
    expect(scriptOf(first)).toContain('step2.html');
    const second = await browser.get(step(2));
    expectFrameable(second);
    expect(reportOf(second)).toEqual(['supported to *']);
  });

  it('reports them as unsupported otherwise', async () => {
    expect(reportOf(await openBrowser().get(step(2)))).toEqual(['unsupported to *']);
  });

  function reportOf(page: PageAnswer): string[] {
    const messages: string[] = [];
    const cookies = /data-cookies="(\w+)"/.exec(page.text)?.[1];
    runInNewContext(scriptOf(page), {
      document: { currentScript: { dataset: { cookies } } },
      parent: { postMessage: (text: string, target: string) => messages.push(`${text} to ${target}`) },
    });
    return messages;
  }
});
