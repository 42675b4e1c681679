import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { logEntry, sendBlob, sendLog } from '../../../support/content';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

/** The caller. `nobody` sends no token. */
const callers = ['owner', 'view', 'upload', 'custodian', 'note', 'stranger', 'server', 'nobody'] as const;
type Caller = (typeof callers)[number];

const server = serverUnderTest();
const granted = ['view', 'upload', 'custodian', 'note'] as const;

let owner: TestAccount;
const tokens: Partial<Record<Caller, string>> = {};

beforeAll(async () => {
  owner = await newAccount(server);
  tokens.owner = owner.token;
  tokens.server = await newServerToken(server);
  tokens.stranger = (await newAccount(server)).token;
  for (const permission of granted) {
    const account = await newAccount(server);
    tokens[permission] = account.token;
    await share(server, owner, account, permission);
  }
});

const newBlob = async (raw?: string): Promise<string> =>
  (await sendBlob(server, owner.userId, { token: owner.token, raw })).body.id;
const newLog = async (): Promise<string> => (await sendLog(server, owner.userId, owner.token)).body.id;
const csv = { headers: { 'Content-Type': 'text/csv' }, raw: '1;2' };
const day = 'startAtTime=2024-05-06T00:00:00Z&endAtTime=2024-05-08T00:00:00Z';

/** Results by caller; others are refused. `nobody` always gets 401. */
interface Case {
  what: string;
  call: (token: string | undefined) => Promise<{ status: number }>;
  success: number;
  allowed: readonly Caller[];
  refusal?: number;
}

const cases: Case[] = [
  {
    what: 'listing blobs',
    call: (token) => api(server).get(`/v1/users/${owner.userId}/blobs`, { token }),
    success: 200,
    allowed: ['owner', 'view', 'upload', 'custodian', 'server'],
  },
  {
    what: 'reading what is known of a blob',
    call: async (token) => api(server).get(`/v1/blobs/${await newBlob('x')}`, { token }),
    success: 200,
    allowed: ['owner', 'view', 'upload', 'custodian', 'server'],
  },
  {
    what: 'reading the content of a blob',
    call: async (token) => api(server).get(`/v1/blobs/${await newBlob('x')}/content`, { token }),
    success: 200,
    allowed: ['owner', 'view', 'upload', 'custodian', 'server'],
  },
  {
    what: 'creating a blob',
    call: (token) => sendBlob(server, owner.userId, { token, raw: 'x' }),
    success: 201,
    allowed: ['owner', 'upload', 'server'],
  },
  {
    what: 'adding content to a blob',
    call: async (token) => api(server).put(`/v1/blobs/${await newBlob()}/content`, { token, ...csv }),
    success: 200,
    allowed: ['owner', 'upload', 'server'],
  },
  {
    what: 'deleting a blob',
    call: async (token) => api(server).delete(`/v1/blobs/${await newBlob('x')}`, { token }),
    success: 204,
    allowed: ['owner', 'upload', 'custodian', 'server'],
  },
  {
    what: 'deleting all blobs',
    call: (token) => api(server).delete(`/v1/users/${owner.userId}/blobs`, { token }),
    success: 204,
    allowed: ['owner', 'custodian', 'server'],
  },
  {
    what: 'sending a device log',
    call: (token) => sendLog(server, owner.userId, token, [logEntry()]),
    success: 201,
    allowed: ['owner', 'upload', 'custodian', 'server'],
  },
  {
    what: 'listing device logs',
    call: (token) => api(server).get(`/v1/users/${owner.userId}/device_logs?${day}`, { token }),
    success: 200,
    allowed: ['owner', 'view', 'upload', 'custodian', 'note', 'server'],
  },
  {
    what: 'reading what is known of a device log',
    call: async (token) => api(server).get(`/v1/device_logs/${await newLog()}`, { token }),
    success: 200,
    allowed: ['owner', 'view', 'upload', 'custodian', 'note', 'server'],
  },
  {
    what: 'reading the content of a device log',
    call: async (token) => api(server).get(`/v1/device_logs/${await newLog()}/content`, { token }),
    success: 200,
    allowed: ['owner', 'view', 'upload', 'custodian', 'note', 'server'],
    refusal: 404,
  },
];

it.each(cases)('$what', async ({ call, success, allowed, refusal = 403 }) => {
  for (const caller of callers) {
    const expected = caller === 'nobody' ? 401 : allowed.includes(caller) ? success : refusal;
    const { status } = await call(tokens[caller]);
    expect([caller, status]).toEqual([caller, expected]);
  }
});

it('a refusal comes before validation of the request', async () => {
  const token = tokens.stranger;
  expect((await api(server).post(`/v1/users/${owner.userId}/blobs`, { token, raw: 'x' })).status).toBe(403);
  expect((await api(server).get(`/v1/users/${owner.userId}/blobs?x=1`, { token })).status).toBe(403);
  expect((await api(server).get(`/v1/users/${owner.userId}/device_logs`, { token })).status).toBe(403);
});

const fieldsOfGraph: [string, readonly Caller[]][] = [
  ['user(id: $user) { blobs { edges { node { id } } } }', ['owner', 'view', 'upload', 'custodian', 'server']],
  ['blob(id: $blob) { id }', ['owner', 'view', 'upload', 'custodian', 'server']],
  ['blob(id: $blob) { uploadUrl }', ['owner', 'upload', 'server']],
  [
    'user(id: $user) { deviceLogs { edges { node { id } } } }',
    ['owner', 'view', 'upload', 'custodian', 'note', 'server'],
  ],
  ['deviceLog(id: $log) { id }', ['owner', 'view', 'upload', 'custodian', 'note', 'server']],
];

it.each(fieldsOfGraph)('the graph guards %s', async (field, allowed) => {
  const variables = { user: owner.userId, blob: await newBlob(), log: await newLog() };
  const used = Object.keys(variables).filter((name) => field.includes(`$${name}`));
  const query = `query (${used.map((name) => `$${name}: ID!`).join(', ')}) { ${field} }`;
  for (const caller of callers) {
    const { body } = await api(server).graph(query, { token: tokens[caller], variables });
    const codes = (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
    const expected =
      caller === 'nobody' ? ['UNAUTHENTICATED'] : allowed.includes(caller) ? [] : ['FORBIDDEN'];
    expect([caller, codes]).toEqual([caller, expected]);
  }
});

it.each([
  ['createBlob', 'CreateBlobInput', () => ({ userId: owner.userId, mediaType: 'a/b' })],
  ['deleteBlob', 'DeleteBlobInput', async () => ({ blobId: await newBlob() })],
  ['deleteBlobs', 'DeleteBlobsInput', () => ({ userId: owner.userId })],
  [
    'createDeviceLog',
    'CreateDeviceLogInput',
    () => ({
      userId: owner.userId,
      startAtTime: '2024-05-06T00:00:00Z',
      endAtTime: '2024-05-06T00:00:00Z',
      entries: [],
    }),
  ],
])('the graph refuses anonymous callers %s', async (field, type, makeInput) => {
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`;
  const { body } = await api(server).graph(query, {
    token: tokens.stranger,
    variables: { input: await makeInput() },
  });
  expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
});
