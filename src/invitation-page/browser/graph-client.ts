import type { LogIn } from '../../explorer/browser/log-in';

interface GraphAnswer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Runs an operation as the logged-in person. Throws a message for them when it fails. */
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
  });
  const { data, errors: [error] = [] } = (await response.json()) as GraphAnswer<Data>;
  if (error?.extensions?.code === 'UNAUTHENTICATED') await logIn.refused(token);
  if (error || !data)
    throw new Error(error?.message ?? `The service answered with status ${response.status}.`);
  return data;
}
