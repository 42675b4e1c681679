import type { LogIn } from '../../explorer/browser/log-in';

interface GraphAnswer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/**
 * Runs an operation as the logged-in person. Throws a message for them when it fails.
 *
 * The typed client of `client/` is not used here: it is a package on top of the service, so the pages of the service would have
 * to be built after it, and its retries, subscriptions and log-in are more code than this page has, which reads once,
 * answers, and has the log-in of the explorer. Its operations are checked against the schema with the list of allowed documents.
 */
export async function ask<Data>(
  logIn: LogIn,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const token = await logIn.accessToken();
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json;q=0.9',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  }).catch((error: unknown) => {
    throw new Error('The service cannot be reached. Check your connection, and try again.', { cause: error });
  });
  const answered = response.json() as Promise<GraphAnswer<Data>>;
  const { data, errors: [error] = [] } = await answered.catch((cause: unknown) => {
    // A proxy has answered in place of the service, or the answer broke off.
    throw new Error('The service does not answer at the moment. Try again later.', { cause });
  });
  if (error?.extensions?.code === 'UNAUTHENTICATED') await logIn.refused(token);
  if (error || !data)
    throw new Error(error?.message ?? `The service answered with status ${response.status}.`);
  return data;
}
