import { api, type Json } from './api';
import type { ServerUnderTest } from './server';
import { waitFor } from './wait-until';

const query = `query Watch($id: ID!, $first: Int, $after: String, $from: DateTime, $to: DateTime) {
  user(id: $id) {
    accessLog(first: $first, after: $after, from: $from, to: $to) {
      edges { cursor node { id time kind reason permissions actorId client operation fields
        share { memberId clinicId before after } consents { type version status contentDigest } } }
      pageInfo { hasNextPage }
    }
  }
}`;

/** The access log of an account as `token` sees it, newest first; without entries about reading the log itself. */
export async function accessLog(
  server: ServerUnderTest,
  id: string,
  token: string,
  variables: object = {},
): Promise<Json[]> {
  const { body } = await api(server).graph(query, { token, variables: { id, first: 100, ...variables } });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const entries = body.data.user.accessLog.edges.map(({ node }: Json) => node);
  return entries.filter(({ operation }: Json) => operation !== 'query Watch');
}

/** The newest matching entry, once it is logged. */
export const onRecord = (
  server: ServerUnderTest,
  id: string,
  token: string,
  wanted: Record<string, unknown>,
): Promise<Json> =>
  waitFor(`the entry ${JSON.stringify(wanted)}`, async () => {
    const entries = await accessLog(server, id, token);
    return entries.find((entry) => Object.entries(wanted).every(([key, value]) => entry[key] === value));
  });
