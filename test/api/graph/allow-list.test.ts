import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAccount, type TestAccount } from '../../support/accounts';
import { api } from '../../support/api';
import { startOwnApp, type OwnApp } from '../../support/own-app';
import { closeStreams, overServerSentEvents, overWebSocket, withToken } from '../../support/streams';
import { invitationOperations } from '../../../src/invitation-page/operations';

const listed = 'query Me {\n  me { id }\n}\n';
const subscribed = 'subscription { mySessionEnded { current } }';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'glycograph-allowed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** As Relay and graphql-codegen write it, and as Apollo does. */
const forms: [form: string, file: string][] = [
  ['texts by id', fileWith('texts.json', { 'id-of-me': listed, [sha256(subscribed)]: subscribed })],
  [
    'a manifest',
    fileWith('manifest.json', {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [
        { id: 'id-of-me', name: 'Me', type: 'query', body: listed },
        { id: sha256(subscribed), name: '', type: 'subscription', body: subscribed },
      ],
    }),
  ],
];

const refusal = { code: 'QUERY_NOT_IN_SAFELIST', status: 403 };

describe.each(forms)('a service with a list of allowed documents, as %s,', (_form, file) => {
  let own: OwnApp;
  let me: TestAccount;
  beforeAll(async () => {
    own = await startOwnApp({ GRAPH_ALLOW_LIST_FILE: file });
    me = await newAccount(own.server);
  });
  afterEach(closeStreams);
  afterAll(() => own.close());

  const byId = (id: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } });
  const send = (body: object) => api(own.server).post('/graphql', { token: me.token, body });

  it('runs them by text, however it is laid out, by hash and by id', async () => {
    const bodies = [
      { query: listed },
      { query: 'query Me{me{id}} # the same' },
      { query: listed, ...byId(sha256(listed)) },
      byId(sha256(listed)),
      byId('id-of-me'),
    ];
    for (const body of bodies) expect((await send(body)).body).toEqual({ data: { me: { id: me.userId } } });
    const extensions = encodeURIComponent(JSON.stringify(byId('id-of-me').extensions));
    const got = await api(own.server).get(`/graphql?extensions=${extensions}`, { token: me.token });
    expect(got.body.data.me.id).toBe(me.userId);
  });

  it.each<[string, object]>([
    ['another document', { query: '{ me { id emails } }' }],
    ['a document that has no sense', { query: '{ me { ' }],
    ['another document with the hash of a listed one', { query: '{ me { emails } }', ...byId('id-of-me') }],
    ['an unknown hash', byId(sha256('{ me { id emails } }'))],
    ['introspection', { query: '{ __schema { types { name } } }' }],
    [
      'a listed document next to another',
      { query: `${listed} query Other { me { emails } }`, operationName: 'Me' },
    ],
  ])('refuses %s', async (_what, body) => {
    const { status, body: answer } = await send(body);
    expect({ status, extensions: answer.errors[0].extensions, data: answer.data }).toEqual({
      status: 403,
      extensions: refusal,
      data: undefined,
    });
  });

  it('refuses others over WebSocket and server-sent events', async () => {
    const socket = overWebSocket(own.server, withToken(me.token));
    expect(await socket.ask(listed)).toEqual({ data: { me: { id: me.userId } } });
    await expect(socket.ask('{ me { emails } }')).rejects.toMatchObject([{ extensions: refusal }]);
    await overServerSentEvents(own.server, withToken(me.token)).subscribe(subscribed);
    const { status, body } = await api(own.server).post('/graphql/stream', {
      token: me.token,
      headers: { Accept: 'text/event-stream' },
      body: { query: '{ me { emails } }' },
    });
    expect({ status, extensions: body.errors[0].extensions }).toEqual({ status: 403, extensions: refusal });
  });

  it('serves REST and its own pages', async () => {
    const { get, graph } = api(own.server);
    expect((await get(`/auth/user/${me.userId}`, { token: me.token })).status).toBe(200);
    const [invitations = ''] = invitationOperations;
    expect((await graph(invitations, { token: me.token })).body.errors).toBeUndefined();
  });
});

it.each<[string, unknown, RegExp]>([
  ['a document of another schema', { old: '{ me { gone } }' }, /old: Cannot query field "gone"/],
  ['a document that cannot be parsed', { odd: '{ me ' }, /odd: Syntax Error/],
  [
    'something else',
    { format: 'unknown', operations: [] },
    /The documents in .* are invalid:\n {2}must be an object with the text/,
  ],
])('a service does not start with a list that contains %s', async (what, content, message) => {
  const file = fileWith(`${what}.json`, content);
  await expect(startOwnApp({ GRAPH_ALLOW_LIST_FILE: file })).rejects.toThrow(message);
});
