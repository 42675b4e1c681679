import { randomUUID } from 'node:crypto';
import { newAccount, newEmail, newServerToken, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { graph, put } = api(server);

const codesOf = (body: Json): string[] => (body.errors ?? []).map((error: Json) => error.extensions.code);

let me: TestAccount;
let victim: TestAccount;

beforeAll(async () => {
  [me, victim] = await Promise.all([newAccount(server), newAccount(server)]);
  for (const { userId, token } of [me, victim]) {
    await put(`/metadata/${userId}/profile`, { token, body: { fullName: `secret ${userId}` } });
  }
});

/** Queries as `me`, and checks that the response contains nothing of the victim except its id. */
async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Json> {
  const { status, body, text } = await graph(query, {
    token: me.token,
    variables: { me: me.userId, victim: victim.userId, ...variables },
  });
  expect(status).toBe(200);
  expect(text).not.toContain(`secret ${victim.userId}`);
  expect(text).not.toContain(victim.email);
  expect(codesOf(body)).toContain('FORBIDDEN');
  return body.data;
}

const own = () => ({ id: me.userId, emails: [me.email], profile: { fullName: `secret ${me.userId}` } });
const fields = 'id emails profile { fullName }';

describe("the account of another person is refused, although the caller's own is allowed next to it:", () => {
  it('by aliases', async () => {
    const data = await ask(
      `query ($me: ID!, $victim: ID!) { a: user(id: $me) { ${fields} } b: user(id: $victim) { ${fields} } }`,
    );
    expect(data).toEqual({ a: own(), b: null });
  });

  it('by aliases in reverse order', async () => {
    const data = await ask(
      `query ($me: ID!, $victim: ID!) { a: user(id: $victim) { ${fields} } b: user(id: $me) { ${fields} } }`,
    );
    expect(data).toEqual({ a: null, b: own() });
  });

  it('by many aliases in any order', async () => {
    const names = ['me', 'victim', 'victim', 'me', 'victim', 'me', 'me', 'victim'];
    const aliases = names.map((name, index) => `a${index}: user(id: $${name}) { ${fields} }`).join(' ');
    const data = await ask(`query ($me: ID!, $victim: ID!) { ${aliases} }`);
    expect(Object.values(data)).toEqual(names.map((name) => (name === 'me' ? own() : null)));
  });

  it('as a literal in the query', async () => {
    const data = await ask(
      `{ a: user(id: "${me.userId}") { ${fields} } b: user(id: "${victim.userId}") { ${fields} } }`,
    );
    expect(data).toEqual({ a: own(), b: null });
  });

  it('by email address, next to the id', async () => {
    const query = `query ($email: String!) { a: user(id: "${me.userId}") { ${fields} } b: user(email: $email) { ${fields} } }`;
    const { body, text } = await graph(query, { token: me.token, variables: { email: victim.email } });
    expect(body.data).toEqual({ a: own(), b: null });
    expect(text).not.toContain('secret ' + victim.userId);
  });

  it('by an id and an address of different people', async () => {
    const query = `query ($id: ID, $email: String) { user(id: $id, email: $email) { ${fields} } }`;
    const other = await graph(query, { token: me.token, variables: { id: victim.userId, email: me.email } });
    expect({ data: other.body.data, codes: codesOf(other.body) }).toEqual({
      data: { user: null },
      codes: ['FORBIDDEN'],
    });
    const ownId = await graph(query, { token: me.token, variables: { id: me.userId, email: victim.email } });
    expect(ownId.body.data.user).toEqual(own());
    const nullId = await graph(query, { token: me.token, variables: { id: null, email: victim.email } });
    expect({ data: nullId.body.data, codes: codesOf(nullId.body) }).toEqual({
      data: { user: null },
      codes: ['FORBIDDEN'],
    });
  });

  it('within inline fragments', async () => {
    const data = await ask(`query ($me: ID!, $victim: ID!) {
      ... { a: user(id: $me) { ... on User { ${fields} } } }
      ... on Query { b: user(id: $victim) { ... { ... on User { ${fields} } } } }
    }`);
    expect(data).toEqual({ a: own(), b: null });
  });

  it('within nested named fragments', async () => {
    const data = await ask(`
      query ($me: ID!, $victim: ID!) { ...Own ...Other }
      fragment Own on Query { a: user(id: $me) { ...Person } }
      fragment Other on Query { ...Deeper }
      fragment Deeper on Query { b: user(id: $victim) { ...Person } }
      fragment Person on User { ...Facts profile { ...Name } }
      fragment Facts on User { id emails }
      fragment Name on Profile { fullName }
    `);
    expect(data).toEqual({ a: own(), b: null });
  });

  it('with directives', async () => {
    const query = `query ($me: ID!, $victim: ID!, $yes: Boolean!, $no: Boolean!) {
      a: user(id: $me) @skip(if: $no) { ${fields} }
      b: user(id: $victim) @include(if: $yes) { ... @include(if: $yes) { ${fields} } }
      c: user(id: $victim) @include(if: $no) { ${fields} }
    }`;
    expect(await ask(query, { yes: true, no: false })).toEqual({ a: own(), b: null });
  });

  it('as the default of a variable', async () => {
    const query = `query ($id: ID! = "${victim.userId}") { a: me { ${fields} } b: user(id: $id) { ${fields} } }`;
    const { body } = await graph(query, { token: me.token });
    expect({ data: body.data, codes: codesOf(body) }).toEqual({
      data: { a: own(), b: null },
      codes: ['FORBIDDEN'],
    });
  });

  it('in metadata', async () => {
    const query = `query ($id: ID!) { metadata(userId: $id, collection: "profile") }`;
    const other = await graph(query, { token: me.token, variables: { id: victim.userId } });
    expect(codesOf(other.body)).toEqual(['FORBIDDEN']);
    expect(other.body.data).toEqual({ metadata: null });
  });

  it('in consecutive mutations', async () => {
    const query = `mutation ($me: ID!, $victim: ID!, $patch: JSONObject!) {
      a: updateMetadata(input: { userId: $me, collection: "settings", patch: $patch }) { collection }
      b: updateMetadata(input: { userId: $victim, collection: "settings", patch: $patch }) { collection }
    }`;
    const variables = { me: me.userId, victim: victim.userId, patch: { a: 1 } };
    const { body } = await graph(query, { token: me.token, variables });
    expect(codesOf(body)).toEqual(['FORBIDDEN']);
    const path = `/metadata/${victim.userId}/settings`;
    expect((await api(server).get(path, { token: victim.token })).status).toBe(404);
  });
});

describe('the graph', () => {
  it('tells anonymous callers to log in', async () => {
    const { userId } = victim;
    const queries = [
      '{ me { id } }',
      `{ user(id: "${userId}") { id } }`,
      '{ tokenInfo { userId } }',
      '{ metadataCollections }',
      `{ metadata(userId: "${userId}", collection: "profile") }`,
      'mutation { renewSession { token } }',
      'mutation { updateMe(input: { username: "a@example.org" }) { user { id } } }',
      `mutation { updateUser(input: { userId: "${userId}", username: "a@example.org" }) { user { id } } }`,
      `mutation { sendSignupConfirmation(input: { userId: "${userId}" }) { done } }`,
      `mutation { updateMetadata(input: { userId: "${userId}", collection: "profile", patch: {} }) { collection } }`,
    ];
    for (const query of queries) {
      for (const token of [undefined, 'nonsense']) {
        const { status, body } = await graph(query, { token });
        expect({ query, status, codes: codesOf(body) }).toEqual({
          query,
          status: 200,
          codes: ['UNAUTHENTICATED'],
        });
        expect(body.errors[0].extensions.status).toBe(401);
      }
    }
  });

  it('responds the same for unknown accounts', async () => {
    const query = 'query ($id: ID, $email: String) { user(id: $id, email: $email) { id } }';
    const answers = [
      await graph(query, { token: me.token, variables: { id: victim.userId } }),
      await graph(query, { token: me.token, variables: { id: randomUUID() } }),
      await graph(query, { token: me.token, variables: { email: newEmail(server) } }),
      await graph(query, { token: me.token }),
    ];
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first?.body);
  });

  it('refuses fields and mutations for trusted servers', async () => {
    const seen = await graph('{ me { id passwordExists createdTime } }', { token: me.token });
    expect(codesOf(seen.body)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(seen.body.data.me).toEqual({ id: me.userId, passwordExists: null, createdTime: null });
    const change = `mutation { updateUser(input: { userId: "${me.userId}", roles: ["clinic"] }) { user { id } } }`;
    const done = await graph(change, { token: me.token });
    expect(codesOf(done.body)).toEqual(['FORBIDDEN']);
    const query = 'query ($id: ID!) { user(id: $id) { passwordExists } }';
    const { body } = await graph(query, {
      token: await newServerToken(server),
      variables: { id: me.userId },
    });
    expect(body).toEqual({ data: { user: { passwordExists: true } } });
  });

  it('responds to a wrong password, and continues', async () => {
    const query = `mutation ($input: LogInInput!) { logIn(input: $input) { token user { id emails } } }`;
    const wrong = await graph(query, { variables: { input: { email: me.email, password: 'wrong' } } });
    expect(codesOf(wrong.body)).toEqual(['UNAUTHENTICATED']);
    const right = await graph(query, { variables: { input: { email: me.email, password: me.password } } });
    expect(right.body.data.logIn.user).toEqual({ id: me.userId, emails: [me.email] });
    const { body } = await graph('{ me { id } }', { token: right.body.data.logIn.token });
    expect(body).toEqual({ data: { me: { id: me.userId } } });
  });

  it('signs up like the REST route', async () => {
    const email = newEmail(server);
    const query =
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { token user { emails roles } } }';
    const input = { username: email, emails: [email], password: 'open-sesame' };
    const { body } = await graph(query, { variables: { input } });
    expect(body.data.createUser.user).toEqual({ emails: [email], roles: ['PATIENT'] });
    const again = await graph(query, { variables: { input } });
    expect(codesOf(again.body)).toEqual(['CONFLICT']);
    expect(again.body.errors[0].extensions.status).toBe(409);
    const invalid = await graph(query, { variables: { input: { ...input, password: 'short' } } });
    expect(codesOf(invalid.body)).toEqual(['BAD_USER_INPUT']);
  });
});
