import { addressSegment } from '../../../platform/address-segment';
import { fetchLimited } from '../../../platform/http/fetch-limited';
import { isObject, textIn, type Json } from '../json-fields';

/** Reads orders from Xealth. */
export interface XealthOrderSource {
  /** The complete order. Throws when it cannot be read. */
  read(deployment: string, orderId: string): Promise<Json>;
}

interface XealthAddress {
  /** Base URL of the partner API. */
  url: string;
  /** URL of its token endpoint. */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Timeout in milliseconds. */
const timeout = 10_000;

/** Milliseconds before its expiration at which a token is replaced. */
const margin = 30_000;

/** Default lifetime of a token in milliseconds, if the response has none. */
const usualLifetime = 60_000;

/** Reads orders over HTTP, with tokens of the client credentials grant (RFC 6749, section 4.4). */
export class HttpXealthOrderSource implements XealthOrderSource {
  private token: { value: string; endsAt: number } | null = null;

  constructor(
    private readonly address: XealthAddress,
    private readonly now: () => number,
  ) {}

  async read(deployment: string, orderId: string): Promise<Json> {
    const path = [deployment, orderId].map(addressSegment).join('/');
    const answer = await this.ask(`${this.address.url}/partner/read/order/${path}`, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${await this.accessToken()}` },
    });
    if (answer.status === 401) this.token = null;
    return readJson(answer, 'The order');
  }

  private async accessToken(): Promise<string> {
    if (this.token && this.now() < this.token.endsAt - margin) return this.token.value;
    const { tokenUrl, clientId, clientSecret } = this.address;
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const answer = await this.ask(tokenUrl, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const issued = await readJson(answer, 'The token');
    const value = textIn(issued, 'access_token');
    if (value === null) throw new Error('The response from Xealth has no token.');
    const { expires_in: seconds } = issued;
    const lifetime = typeof seconds === 'number' ? seconds * 1000 : usualLifetime + margin;
    this.token = { value, endsAt: this.now() + lifetime };
    return value;
  }

  private ask(url: string, request: RequestInit): Promise<Response> {
    return fetchLimited(url, { ...request, signal: AbortSignal.timeout(timeout), redirect: 'manual' });
  }
}

async function readJson(answer: Response, what: string): Promise<Json> {
  if (!answer.ok) throw new Error(`${what} is unavailable: Xealth answered ${answer.status}.`);
  const body: unknown = await answer.json().catch(() => null);
  if (!isObject(body)) throw new Error(`${what} is unavailable: Xealth did not answer with a JSON object.`);
  return body;
}
