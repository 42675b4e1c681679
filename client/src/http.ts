import type { Auth } from './auth.js';
import { ConnectionError, type GraphErrorEntry } from './errors.js';
import { pause } from './pause.js';
import type { GraphRequest, GraphResult } from './request.js';

/** Settings of a request. */
export interface RequestOptions {
  signal?: AbortSignal;
  /**
   * Key of a mutation that creates something. It allows to send the mutation again if no answer arrived, without
   * creating it twice. Other mutations refuse a key.
   */
  idempotencyKey?: string;
}

interface HttpSettings {
  /** Address of the graph. */
  url: string;
  auth?: Auth;
  fetch: typeof fetch;
  /** How often a request that may be repeated is sent again. */
  retries: number;
  /** Longest pause before that, in milliseconds. */
  longestPause: number;
}

const hasCode = (result: GraphResult, ...codes: string[]): GraphErrorEntry | undefined =>
  result.errors?.find(({ extensions }) => codes.includes(extensions?.code ?? ''));

/** Nothing of an operation was carried out if it has no data. */
const isUntouched = ({ data }: GraphResult): boolean =>
  data == null || Object.values(data).every((field) => field == null);

/**
 * Sends operations over HTTP. It renews the token when it is refused. Queries and mutations with a key are repeated after
 * failures of the network, and when the service is busy.
 */
export class HttpSender {
  constructor(private readonly settings: HttpSettings) {}

  /**
   * The answer. Rejects with `ConnectionError` if there is none.
   *
   * @param repeatable whether nothing happens twice if the request is sent twice
   */
  async send(request: GraphRequest, repeatable: boolean, options: RequestOptions = {}): Promise<GraphResult> {
    const { longestPause } = this.settings;
    const retries = repeatable ? this.settings.retries : 0;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      try {
        const result = await this.authenticated(request, options);
        const busy = isUntouched(result) && hasCode(result, 'RATE_LIMITED', 'UNAVAILABLE');
        if (!busy || isLast) return result;
        const wait = (busy.extensions?.retryAfter ?? 2 ** attempt) * 1000;
        if (wait > longestPause) return result;
        await pause(wait, options.signal);
      } catch (error) {
        if (!(error instanceof ConnectionError) || isLast) throw error;
        await pause(2 ** attempt * 500, options.signal);
      }
    }
  }

  private async authenticated(request: GraphRequest, options: RequestOptions): Promise<GraphResult> {
    const { auth } = this.settings;
    const headers = (await auth?.headers()) ?? {};
    const result = await this.post(request, headers, options);
    if (!auth || !hasCode(result, 'UNAUTHENTICATED') || !isUntouched(result)) return result;
    if (!(await auth.refused(headers))) return result;
    return this.post(request, await auth.headers(), options);
  }

  private async post(
    request: GraphRequest,
    headers: Readonly<Record<string, string>>,
    { signal, idempotencyKey }: RequestOptions,
  ): Promise<GraphResult> {
    try {
      const response = await this.settings.fetch(this.settings.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/graphql-response+json, application/json;q=0.9',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
          ...headers,
        },
        body: JSON.stringify(request),
        signal,
      });
      const result = (await response.json()) as GraphResult;
      if (result.data === undefined && !result.errors) throw new Error(`status ${response.status}`);
      return result;
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ConnectionError(`${this.settings.url} gave no answer of the graph.`, { cause: error });
    }
  }
}
