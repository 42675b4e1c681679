/** A response as a browser without scripts sees it, without following redirects. */
export interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Target of the redirect. */
  location: string | null;
}

const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescape(value);
};

/** A browser without scripts: it keeps cookies by path and submits the forms of pages. */
export class BrowserTab {
  readonly cookies = new Map<string, { path: string; value: string; text: string }>();

  constructor(private readonly baseUrl: string) {}

  get(address: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send(address, { headers });
  }

  post(
    address: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    return this.send(address, { method: 'POST', body: new URLSearchParams(form), headers });
  }

  /** Submits the form of a page: hidden fields and given values. */
  submit(page: PageAnswer, fields: Record<string, string>): Promise<PageAnswer> {
    const form = /<form[^>]*>/.exec(page.text)?.[0] ?? '';
    const action = attribute(form, 'action');
    if (action === undefined) throw new Error(`The page has no form:\n${page.text}`);
    const hidden = [...page.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name') ?? '',
      attribute(tag, 'value') ?? '',
    ]);
    return this.post(action, { ...Object.fromEntries(hidden), ...fields });
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  private async send(
    address: string,
    init: RequestInit & { headers: Record<string, string> },
  ): Promise<PageAnswer> {
    const url = new URL(address, this.baseUrl);
    const sent = [...this.cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    const headers = { ...init.headers, ...(sent.length > 0 && { cookie: sent.join('; ') }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    response.headers.getSetCookie().forEach((cookie) => this.keep(cookie));
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  }

  private keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0(;|$)/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, { value, path: /path=([^;]*)/i.exec(cookie)?.[1] ?? '/', text: cookie });
  }
}
