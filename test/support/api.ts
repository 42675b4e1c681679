import type { ServerUnderTest } from './server';

/** JSON from the wire. */
export type Json = ReturnType<typeof JSON.parse>;

/** A response of a server. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined if it is empty or not JSON. */
  body: Json;
  /** The raw body. */
  text: string;
}

export interface CallOptions {
  /** Sent in the session-token header. */
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, without a Content-Type, instead of `body`. */
  raw?: string | Buffer;
}

export interface GraphOptions extends CallOptions {
  variables?: Record<string, unknown>;
}

/** The session-token header of tests, unless they are about its other name. */
export const tokenHeader = 'X-Tidepool-Session-Token';

/**
 * Calls a server over HTTP.
 *
 *     const { status, body } = await api(server).get('/auth/user', { token });
 *     const { body } = await api(server).graph('{ me { id } }', { token });
 */
export function api({ url }: Pick<ServerUnderTest, 'url'>) {
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { token, headers, body, raw } = options;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { [tokenHeader]: token }),
        ...headers,
      },
      body: body === undefined ? toBytes(raw) : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  };
  const calling = (method: string) => (path: string, options?: CallOptions) => call(method, path, options);
  return {
    call,
    get: calling('GET'),
    post: calling('POST'),
    put: calling('PUT'),
    patch: calling('PATCH'),
    delete: calling('DELETE'),
    /** Sends an operation to the graph. */
    graph: (query: string, { variables, ...options }: GraphOptions = {}) =>
      call('POST', '/graphql', { ...options, body: { query, variables } }),
  };
}

/** `fetch` would add a Content-Type to a string. */
const toBytes = (raw: string | Buffer | undefined) =>
  raw === undefined ? undefined : new Uint8Array(Buffer.from(raw));

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
