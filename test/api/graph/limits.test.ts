import { newAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newClinic } from '../../support/clinics';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { get, graph, post } = api(server);

const messagesOf = (body: Json): string => (body.errors ?? []).map((error: Json) => error.message).join('\n');

const json = { 'Content-Type': 'application/json' };

/** A clinic and its first patient’s clinic, recursively: deep, but cheap. */
const deepQuery = (rounds: number): string =>
  `query ($id: ID!) { clinic(id: $id) { ${'patients(first: 1) { edges { node { clinic { '.repeat(rounds)} id ${'} } } }'.repeat(rounds)} } }`;

describe('a query is refused before any of it runs', () => {
  it('if it nests too deep', async () => {
    const { id, admin } = await newClinic(server);
    const ask = (rounds: number) => graph(deepQuery(rounds), { token: admin.token, variables: { id } });
    expect((await ask(6)).body).toEqual({ data: { clinic: { patients: { edges: [] } } } });
    const { status, body } = await ask(8);
    expect(status).toBe(400);
    expect(messagesOf(body)).toBe(
      'The query nests fields deeper than 30 levels. Ask for the inner ones in a query of their own.',
    );
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(body.data).toBeUndefined();
  });

  it('but not for the depth of what admins ask', async () => {
    const { admin } = await newClinic(server);
    const query = `{ me { clinics(first: 5) { edges { node { clinic { patients(first: 20) { edges { node {
      user { summary(type: CGM) { ... on GlucoseSummary { periods { delta { inTarget { percent } } } } } } } } } } } } } } }`;
    const { status, body } = await graph(query, { token: admin.token });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  });

  it('if it nests too deep through fragments', async () => {
    const { token } = await newAccount(server);
    const fragments = Array.from(
      { length: 12 },
      (_, index) => `fragment F${index} on User { sharedByOthers { owner { id ...F${index + 1} } } }`,
    );
    const query = `{ me { ...F0 } } ${fragments.join(' ')} fragment F12 on User { id }`;
    const { status, body } = await graph(query, { token });
    expect({ status, data: body.data }).toEqual({ status: 400, data: undefined });
  });

  it('if fragments are circular', async () => {
    const query = '{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }';
    expect((await graph(query)).status).toBe(400);
  });

  it('if it has too many aliases', async () => {
    const aliases = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}: serverTime`).join(' ');
    expect((await graph(`{ ${aliases(30)} }`)).status).toBe(200);
    const { status, body } = await graph(`{ ${aliases(31)} }`);
    expect(status).toBe(400);
    expect(messagesOf(body)).toMatch(/alias/i);
  });

  it.each([
    ['DateTime', 'yesterday', '"yesterday" is not a time such as 2024-05-06T07:08:09Z.'],
    ['DateTime!', null, 'of non-null type "DateTime!" must not be null'],
    ['DateTime', {}, 'is not a time'],
    ['String', 5, 'String cannot represent'],
    ['DataFilter', { unknown: 1 }, 'is not defined by type "DataFilter"'],
  ])('if a variable is not a valid %s, such as %j', async (type, value, message) => {
    const { token } = await newAccount(server);
    const field = (argument: string) => `data(first: 1, ${argument}: $v) { edges { cursor } }`;
    const argument = type === 'DataFilter' ? 'filter' : 'from';
    const asText =
      type === 'String' ? 'dataSources(first: 1, providerExternalId: $v) { edges { cursor } }' : '';
    const query = `query ($v: ${type}) { me { ${asText || field(argument)} } }`;
    const { status, body } = await graph(query, { token, variables: { v: value } });
    expect(messagesOf(body)).toContain(message);
    expect({ status, extensions: body.errors[0].extensions }).toEqual({
      status: 400,
      extensions: { code: 'BAD_USER_INPUT', status: 400 },
    });
    expect(body.data).toBeUndefined();
  });

  it('if it would cost too much with its variables, however often it is sent', async () => {
    const { token } = await newAccount(server);
    const page = 'data(first: $first) { edges { cursor node { id time type deviceId } } }';
    const pages = Array.from({ length: 29 }, (_, index) => `a${index}: ${page}`).join(' ');
    const query = `query Pages($first: Int!) { me { ${pages} } }`;
    const answers: number[] = [];
    for (const first of [1, 1_000, 1, 1_000, -1, 1_000])
      answers.push((await graph(query, { token, variables: { first } })).status);
    expect(answers).toEqual([200, 400, 200, 400, 200, 400]);
  });

  it('if it would cost too much', async () => {
    const { token } = await newAccount(server);
    const page = (first: number) =>
      `data(first: ${first}) { edges { cursor node { id time type deviceId ... on ContinuousGlucose { trend } } } }`;
    const pages = Array.from({ length: 29 }, (_, index) => `a${index}: ${page(1000)}`).join(' ');
    const { status, body } = await graph(`{ me { ${pages} } }`, { token });
    expect(status).toBe(400);
    expect(messagesOf(body)).toMatch(/would cost \d+/);
    expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    // A negative page size must not reduce the cost.
    const offset = await graph(`{ me { ${page(-1_000_000)} ${pages} } }`, { token });
    expect(offset.status).toBe(400);
    expect(messagesOf(offset.body)).toMatch(/would cost \d+/);
  });

  it('if it would cost too much, whatever else it selects', async () => {
    const { token } = await newAccount(server);
    const page = 'data(first: 1000) { edges { cursor node { id time type deviceId } } }';
    const pages = Array.from({ length: 29 }, (_, index) => `a${index}: ${page}`).join(' ');
    for (const beside of ['__typename', '__schema { queryType { name } }', '__type(name: "User") { name }']) {
      for (const query of [`{ ${beside} me { ${pages} } }`, `{ me { ${pages} } ${beside} }`]) {
        const { status, body } = await graph(query, { token });
        expect({ query, status }).toEqual({ query, status: 400 });
        expect(messagesOf(body)).toMatch(/would cost \d+/);
      }
    }
    const within = await graph(`{ me { __typename ${pages} } }`, { token });
    expect(messagesOf(within.body)).toMatch(/would cost \d+/);
  });

  it('if one of its variables is nested too deep, whatever the others are', async () => {
    const { token } = await newAccount(server);
    const levels = 200_000;
    const nested = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const query =
      'query ($first: Int!, $filter: DataFilter) { me { data(first: $first, filter: $filter) { edges { cursor } } } }';
    const raw = `{"query":${JSON.stringify(query)},"variables":{"first":1,"filter":${nested}}}`;
    const { status, body } = await post('/graphql', { token, raw, headers: json });
    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
  });

  it('if it logs in twice', async () => {
    const { email, password } = await newAccount(server);
    const guess = (alias: string, attempt: string) =>
      `${alias}: logIn(input: { email: "${email}", password: "${attempt}" }) { token }`;
    const queries = [
      `mutation { ${guess('a', 'guess-one')} ${guess('b', password)} }`,
      `mutation { ${guess('a', 'guess-one')} ...More } fragment More on Mutation { ${guess('b', password)} }`,
      `mutation { ${guess('a', 'guess-one')} ... { ${guess('b', password)} } }`,
      `mutation { ${guess('a', 'guess-one')} logInServer(input: { name: "a", secret: "b" }) { token } }`,
    ];
    for (const query of queries) {
      const { status, body, text } = await graph(query);
      expect({ query, status }).toEqual({ query, status: 400 });
      expect(messagesOf(body)).toContain('Only one log-in or sign-up fits into a request.');
      expect(text).not.toContain('token"');
    }
  });

  it('if it spreads one log-in several times', async () => {
    const { email } = await newAccount(server);
    const query = `
      mutation { ...A ...B ...C }
      fragment Guess on Mutation { logIn(input: { email: "${email}", password: "guess-one" }) { token } }
      fragment A on Mutation { ...Guess } fragment B on Mutation { ...Guess } fragment C on Mutation { ...Guess }
    `;
    const { body } = await graph(query);
    expect(body.errors).toHaveLength(1);
  });

  it('if it queries the schema repeatedly', async () => {
    const types = (levels: number): string =>
      levels === 0 ? 'name' : `name fields { name type { ${types(levels - 1)} } }`;
    expect((await graph(`{ __schema { types { ${types(1)} } } }`)).status).toBe(200);
    expect((await graph(`{ __schema { types { ${types(6)} } } }`)).status).toBe(400);
  });
});

describe('a request to the graph', () => {
  it('contains one operation: batches are refused', async () => {
    const { status, body } = await post('/graphql', {
      body: [{ query: '{ serverTime }' }, { query: '{ serverTime }' }],
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/batch/i);
  });

  it.each([
    [{}],
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('is refused if a form of another site could send it: %j', async (headers) => {
    const asked = await get(`/graphql?query=${encodeURIComponent('{ serverTime }')}`, { headers });
    expect({ status: asked.status, data: asked.body?.data }).toEqual({ status: 400, data: undefined });
    const sent = await post('/graphql', { headers, raw: '{"query":"{ serverTime }"}' });
    expect({ status: sent.status, data: sent.body?.data }).toEqual({ status: 400, data: undefined });
  });

  it('may be a GET that no form can send, but then not a mutation', async () => {
    const headers = { 'Apollo-Require-Preflight': 'true' };
    const read = await get(`/graphql?query=${encodeURIComponent('{ metadataCollections serverTime }')}`, {
      headers,
    });
    expect(read.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    const write = await get(`/graphql?query=${encodeURIComponent('mutation { logOut { done } }')}`, {
      headers,
    });
    expect(write.status).toBe(405);
  });

  it.each([
    ['{'],
    ['nonsense'],
    ['"text"'],
    ['[]'],
    ['{}'],
    ['{"query":1}'],
    ['{"query":"{"}'],
    ['{"query":"{ nothing }"}'],
    [''],
  ])('is refused with a JSON body if it is %s', async (raw) => {
    const { status, headers, body } = await post('/graphql', { raw, headers: json });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
    expect(typeof body).toBe('object');
  });

  it('is refused if larger than two megabytes', async () => {
    const { status, body } = await post('/graphql', {
      body: { query: `{ serverTime } # ${'x'.repeat(3_000_000)}` },
    });
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 413 });
  });

  it('gets errors that name invalid variables', async () => {
    const { body } = await graph('query ($id: ID!) { user(id: $id) { id } }', { variables: {} });
    expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    expect(body.errors[0].message).toContain('$id');
  });

  it('reveals nothing about our code when it fails', async () => {
    const { text } = await graph('{ nothing }');
    expect(text).not.toMatch(/stacktrace|node_modules/);
  });
});

describe('the page of the graph', () => {
  it('is an explorer for browsers', async () => {
    const { status, headers, text } = await get('/graphql', { headers: { Accept: 'text/html' } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(text).toMatch(/<!doctype html>/i);
  });
});
