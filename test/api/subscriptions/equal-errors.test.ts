import { newAccount, type TestAccount } from '../../support/accounts';
import { api, tokenHeader, type Json } from '../../support/api';
import { openAcknowledged } from '../../support/raw-web-socket';
import { serverUnderTest } from '../../support/server';

const server = serverUnderTest();
const { call } = api(server);

let me: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  [me, other] = await Promise.all([newAccount(server), newAccount(server)]);
});

/** An operation as a client sends it. */
interface Sent {
  query: string;
  operationName?: string;
  variables?: Record<string, unknown>;
}

const overHttp = async (body: Sent): Promise<Json> =>
  (await call('POST', '/graphql', { token: me.token, body })).body;

/** A refused operation is answered with JSON, a failed one with an event. */
async function overServerSentEvents(body: Sent): Promise<Json> {
  const headers = { Accept: 'text/event-stream' };
  const { text } = await call('POST', '/graphql/stream', { token: me.token, body, headers });
  return JSON.parse(text.startsWith('{') ? text : (/^event: next\ndata: (.*)$/m.exec(text)?.[1] ?? 'null'));
}

/** A refused operation is answered with `error`, a failed one with `next`. */
async function overWebSocket(payload: Sent): Promise<Json> {
  const socket = await openAcknowledged(server, { [tokenHeader]: me.token });
  socket.send({ type: 'subscribe', id: 'one', payload });
  const message = await socket.next();
  socket.close();
  return message.type === 'error' ? { errors: message.payload } : message.payload;
}

const deep = (levels: number): string =>
  levels === 0
    ? '{ pageInfo { endCursor } }'
    : `{ edges { node { owner { dataSets ${deep(levels - 1)} } } } }`;

const notes = (argument: string): string => `{ me { notes(${argument}) { edges { cursor } } } }`;

const faults: Record<string, () => Sent> = {
  'a document that ends too early': () => ({ query: '{ me' }),
  'a document with too many words': () => ({ query: `{ ${'serverTime '.repeat(20_000)} }` }),
  'an unknown field': () => ({ query: '{ everything }' }),
  'an unknown value of an enumeration': () => ({
    query: '{ me { data(types: [NOTHING]) { edges { cursor } } } }',
  }),
  'an operation that there is not': () => ({ query: 'query A { serverTime }', operationName: 'B' }),
  'one of two operations': () => ({ query: 'query A { serverTime } query B { serverTime }' }),
  'a missing variable': () => ({ query: 'query ($id: ID!) { node(id: $id) { id } }' }),
  'a variable of another type': () => ({
    query: 'query ($first: Int) { me { notes(first: $first) { edges { cursor } } } }',
    variables: { first: 'many' },
  }),
  'a variable with an unknown key': () => ({
    query: 'query ($filter: DataFilter) { me { data(filter: $filter) { edges { cursor } } } }',
    variables: { filter: { everything: true } },
  }),
  'a variable that is no time': () => ({
    query: 'query ($from: DateTime) { me { data(from: $from) { edges { cursor } } } }',
    variables: { from: 'yesterday' },
  }),
  'a time that is none': () => ({ query: '{ me { data(from: "yesterday") { edges { cursor } } } }' }),
  'a text with half a character': () => ({
    query: 'query ($code: String!) { clinicByShareCode(code: $code) { id } }',
    variables: { code: '\ud800' },
  }),
  'an argument out of range': () => ({ query: notes('first: -1') }),
  'a filter with a finding': () => ({
    query: '{ me { relatedPeople(filter: { given: ["VIEW"] }) { edges { cursor } } } }',
  }),
  'a cursor of another list': () => ({ query: notes('after: "nonsense"') }),
  'somebody else’s data': () => ({
    query: `{ user(id: "${other.userId}") { username data { edges { cursor } } } }`,
  }),
  'what there is not': () => ({ query: '{ message(id: "nothing") { id } }' }),
  'what is for others': () => ({ query: '{ tasks { edges { cursor } } }' }),
  'too deep a document': () => ({ query: `{ me { dataSets ${deep(12)} } }` }),
  'too many names for one field': () => ({
    query: `{ ${Array.from({ length: 2_000 }, (_, index) => `a${index}: serverTime`).join(' ')} }`,
  }),
  'too much work': () => ({
    query:
      '{ me { clinics(first: 1000) { edges { node { clinic { patients(first: 1000, period: DAYS_14) { edges { node { id } } } } } } } } }',
  }),
  'a change with errors of the user': () => ({
    query:
      'mutation { sendInvitation(input: { userId: "x", email: "nonsense", permissions: [VIEW] }) { invitation { id } } }',
  }),
  'a change with a variable of another type': () => ({
    query: 'mutation ($input: CreateBlobInput!) { createBlob(input: $input) { blob { id } } }',
    variables: { input: { userId: 'x' } },
  }),
};

const anError = expect.objectContaining({
  message: expect.any(String),
  extensions: expect.objectContaining({ code: expect.any(String), status: expect.any(Number) }),
});

it.each(Object.keys(faults))('%s is refused in the same way over each transport', async (name) => {
  const sent = (faults[name] as () => Sent)();
  const { errors } = await overHttp(sent);
  expect(errors).toEqual([anError]);
  expect((await overServerSentEvents(sent)).errors).toEqual(errors);
  expect((await overWebSocket(sent)).errors).toEqual(errors);
});

const added = (argument: string, variables = ''): string =>
  `subscription${variables} { dataAdded(${argument}) { userId } }`;

const refusedSubscriptions: Record<string, () => Sent> = {
  'a missing variable': () => ({ query: added('userId: $id', '($id: ID!)') }),
  'a cursor of something else': () => ({ query: added(`userId: "${me.userId}", since: "nonsense"`) }),
  'somebody else’s data': () => ({ query: added(`userId: "${other.userId}"`) }),
};

it.each(Object.keys(refusedSubscriptions))('a subscription with %s is refused alike', async (name) => {
  const sent = (refusedSubscriptions[name] as () => Sent)();
  const { errors } = await overServerSentEvents(sent);
  expect(errors).toEqual([anError]);
  expect((await overWebSocket(sent)).errors).toEqual(errors);
});

const mutation = encodeURIComponent('mutation { endSession(input: { id: "one" }) { done } }');

it.each<[what: string, method: string, address: string, body: unknown]>([
  ['without a document', 'POST', '', {}],
  ['with an empty document', 'POST', '', { query: '' }],
  ['with a number for a name', 'POST', '', { query: '{ serverTime }', operationName: 5 }],
  ['with a number for a document', 'POST', '', { query: 5 }],
  ['with a text for variables', 'POST', '', { query: '{ serverTime }', variables: 'x' }],
  ['with several operations', 'POST', '', [{ query: '{ serverTime }' }]],
  ['with variables that cannot be read', 'GET', '?query={serverTime}&variables=x', undefined],
  ['that changes something with GET', 'GET', `?query=${mutation}`, undefined],
])(
  'a request %s has the same code over HTTP and server-sent events',
  async (_what, method, address, body) => {
    const refused = async (path: string, headers: Record<string, string>) => {
      const answer = await call(method, path + address, { token: me.token, body, headers });
      return { status: answer.status, extensions: answer.body.errors[0].extensions };
    };
    const expected = await refused('/graphql', {});
    const { status } = expected;
    expect(expected).toEqual({ status, extensions: { code: 'BAD_REQUEST', status } });
    expect(await refused('/graphql/stream', { Accept: 'text/event-stream' })).toEqual(expected);
  },
);
