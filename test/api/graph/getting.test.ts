import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { createHash } from 'node:crypto';
import { newAccount, type TestAccount } from '../../support/accounts';
import { api, tokenHeader, type CallOptions } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get, post } = api(server);

const query = 'query Me { me { id } }';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The headers of `@urql/core` for a GET request: a list of media types, and those of `fetchOptions`. */
const urqlAccepts =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

let me: TestAccount;
beforeAll(async () => {
  me = await newAccount(server);
});

const getting = (parameters: Record<string, string>, options: CallOptions = {}) =>
  get(`/graphql?${new URLSearchParams(parameters).toString()}`, options);

/** Apollo Client as its documentation sets it up, and the requests that it sends. */
function apolloClient(link: (http: HttpLink) => HttpLink | PersistedQueryLink) {
  const sent: string[] = [];
  const http = new HttpLink({
    uri: `${server.url}/graphql`,
    headers: { authorization: `Bearer ${me.token}`, [tokenHeader]: me.token },
    useGETForQueries: true,
    fetch: (address, init) => {
      const asked = new Request(address).url;
      sent.push(`${init?.method} ${asked.includes('query=') ? 'text' : 'hash'}`);
      return fetch(address, init);
    },
  });
  return { client: new ApolloClient({ link: link(http), cache: new InMemoryCache() }), sent };
}

describe('queries in the address', () => {
  it('work with urql, whose requests carry a token and no content type', async () => {
    const { status, body } = await getting(
      { operationName: 'Me', query, variables: '{}' },
      { token: me.token, headers: { Accept: urqlAccepts } },
    );
    expect({ status, body }).toEqual({ status: 200, body: { data: { me: { id: me.userId } } } });
  });

  it('work with Apollo Client', async () => {
    const { client, sent } = apolloClient((http) => http);
    const { data } = await client.query({ query: gql(query) });
    expect(data).toMatchObject({ me: { id: me.userId } });
    expect(sent).toEqual(['GET text']);
  });

  it('work without a token if a header shows that no link or form has sent them', async () => {
    const time = { query: '{ serverTime }' };
    expect((await getting(time)).status).toBe(400);
    for (const name of ['Apollo-Require-Preflight', 'X-Apollo-Operation-Name'])
      expect((await getting(time, { headers: { [name]: 'true' } })).status).toBe(200);
    const urql = await getting(time, { headers: { Accept: urqlAccepts } });
    expect(urql.status).toBe(400);
    expect(urql.body.errors[0].message).toContain('Apollo-Require-Preflight');
  });

  it('are never mutations', async () => {
    const { status, headers } = await getting({ query: 'mutation { __typename }' }, { token: me.token });
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });
});

describe('automatic persisted queries', () => {
  const byHash = (text: string, more: object = {}) => ({
    ...more,
    extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } },
  });

  it('are found by hash once their text was sent', async () => {
    const text = `query Mine${me.userId.replaceAll('-', '')} { me { id } }`;
    const { token } = me;
    const unknown = await post('/graphql', { token, body: byHash(text) });
    expect(unknown.body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    const sent = await post('/graphql', { token, body: byHash(text, { query: text }) });
    expect(sent.body.data.me.id).toBe(me.userId);
    const known = await post('/graphql', { token, body: byHash(text) });
    expect(known.body.data.me.id).toBe(me.userId);
    const extensions = JSON.stringify(byHash(text).extensions);
    expect((await getting({ extensions }, { token })).body.data.me.id).toBe(me.userId);
  });

  it('are refused if the text does not match its hash', async () => {
    const body = byHash('{ serverTime }', { query });
    expect((await post('/graphql', { token: me.token, body })).status).toBe(400);
  });

  it('work with Apollo Client', async () => {
    const link = (http: HttpLink) =>
      new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(http);
    const { client, sent } = apolloClient(link);
    const own = gql(`query Own${me.userId.replaceAll('-', '')} { me { id } }`);
    const options = { query: own, fetchPolicy: 'network-only' } as const;
    await client.query(options);
    const { data } = await client.query(options);
    expect(data).toMatchObject({ me: { id: me.userId } });
    expect(sent).toEqual(['GET hash', 'GET text', 'GET hash']);
  });
});
