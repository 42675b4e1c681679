import type { GraphiQLProps } from 'graphiql';
import type { FormattedExecutionResult } from 'graphql';
import type { LogIn } from './log-in';

type Fetcher = GraphiQLProps['fetcher'];

/**
 * Sends what the editor runs to the graph of the host that served the page, as the person who is logged in. An
 * `Authorization` header that was typed into the headers editor goes first.
 */
export function graphFetcher(logIn: LogIn): Fetcher {
  return async (request, options) => {
    const headers = new Headers(options?.headers);
    headers.set('Content-Type', 'application/json');
    headers.set('Accept', 'application/graphql-response+json, application/json;q=0.9');
    const typedIn = headers.has('Authorization');
    const token = typedIn ? undefined : await logIn.accessToken();
    if (token) headers.set('Authorization', `Bearer ${token}`);

    const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(request) });
    const result = await readResult(response);
    if (!typedIn && asksForLogIn(response, result)) await logIn.refused(token);
    return result;
  };
}

async function readResult(response: Response): Promise<FormattedExecutionResult> {
  const text = await response.text();
  try {
    return JSON.parse(text) as FormattedExecutionResult;
  } catch {
    throw new Error(`The server answered with status ${response.status} and no result.`);
  }
}

function asksForLogIn(response: Response, result: FormattedExecutionResult): boolean {
  if (response.status === 401) return true;
  return result.errors?.some((error) => error.extensions?.code === 'UNAUTHENTICATED') ?? false;
}
