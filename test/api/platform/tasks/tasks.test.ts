import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { providerClient } from '../../../support/provider-sessions';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { get, post, put, delete: remove } = api(server);
const nobody = 'f'.repeat(32);

let token: string;
/** A type of tasks that no process runs. */
let type: string;

beforeAll(async () => {
  token = await newServerToken(server);
});

beforeEach(async () => {
  type = `type of ${(await newAccount(server)).userId}`;
});

const create = (body: unknown) => post('/v1/tasks', { token, body });

async function created(fields: object = {}): Promise<Json> {
  const answer = await create({ type, ...fields });
  if (answer.status !== 201) throw new Error(`No task was made: ${answer.status} ${answer.text}`);
  return answer.body;
}

const idsOf = async (query: string): Promise<string[]> =>
  (await get(`/v1/tasks?type=${encodeURIComponent(type)}${query}`, { token })).body.map(({ id }: Json) => id);

describe('a task', () => {
  it('requires a type, and waits', async () => {
    const task = await created();
    expect(task).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      type,
      priority: 0,
      state: 'pending',
      createdTime: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect((await get(`/v1/tasks/${task.id}`, { token })).body).toEqual(task);
  });

  it('accepts all other properties', async () => {
    const fields = {
      name: `name of ${type}`,
      priority: 7,
      data: { a: { b: [1] }, empty: {} },
      availableTime: '2020-01-01T00:00:00.000Z',
      expirationTime: '2999-01-01T00:00:00.000Z',
    };
    expect(await created(fields)).toMatchObject(fields);
    const same = { availableTime: '2999-01-01T00:00:00Z', expirationTime: '2999-01-01T00:00:00Z', data: {} };
    expect(await created({ ...same, name: null })).toMatchObject({ data: {} });
    const nothing = { priority: null, data: null, availableTime: null, expirationTime: null };
    const { id } = await created(nothing);
    const task = (await get(`/v1/tasks/${id}`, { token })).body;
    for (const absent of ['name', 'data', 'availableTime', 'expirationTime', 'error', 'modifiedTime'])
      expect(task).not.toHaveProperty(absent);
  });

  it.each<[string, object, string[]]>([
    ['no type', { type: null }, ['value-not-exists /type']],
    ['an empty type', { type: '' }, ['value-empty /type']],
    ['an empty name', { name: '' }, ['value-empty /name']],
    ['a negative priority', { priority: -1 }, ['value-out-of-range /priority']],
    ['a fraction of a priority', { priority: 1.5 }, ['type-not-int /priority']],
    ['data that are no object', { data: [] }, ['type-not-object /data']],
    [
      'a time without a zone',
      { availableTime: '2024-01-01T00:00:00' },
      ['value-not-parsable /availableTime'],
    ],
    ['an end in the past', { expirationTime: '2024-01-01T00:00:00Z' }, ['value-not-after /expirationTime']],
    [
      'an end before its beginning',
      { availableTime: '2999-01-02T00:00:00Z', expirationTime: '2999-01-01T00:00:00Z' },
      ['value-not-after /expirationTime'],
    ],
    [
      'what the server says itself',
      { state: 'failed', error: 'x' },
      ['not-parsed /state', 'not-parsed /error'],
    ],
  ])('is refused with %s', async (_what, fields, findings) => {
    const answer = await create({ type, ...fields });
    expect(answer.status).toBe(400);
    expect(formatFindings(answer)).toEqual(findings);
    expect(await idsOf('')).toEqual([]);
  });

  it.each(['purge.sessions', 'summary.update.cgm', 'carepartner', 'ehr.reconcile', 'export', 'ehr.order'])(
    'is refused with the type %s, which the service queues itself',
    async (own) => {
      const ownType = `org.tidepool.${own}`;
      const answer = await create({ type: ownType, name: `a second one of ${type}` });
      expect(answer.status).toBe(400);
      expect(formatFindings(answer)).toEqual(['value-not-allowed /type']);
      expect(answer.body.message).toContain(ownType);
      const name = encodeURIComponent(`a second one of ${type}`);
      expect((await get(`/v1/tasks?name=${name}`, { token })).body).toEqual([]);
    },
  );

  it('may have expired a moment ago, because clocks differ, but not earlier', async () => {
    const end = (ago: number) => create({ type, expirationTime: new Date(Date.now() - ago).toISOString() });
    expect((await end(10_000)).status).toBe(400);
    expect((await end(0)).status).toBe(201);
  });

  it('may be large, up to 4 MiB', async () => {
    const text = 'x'.repeat(1024 * 1024);
    expect((await create({ type, data: { a: text, b: text, c: text } })).status).toBe(201);
    expect((await create({ type, data: { a: text, b: text, c: text, d: text } })).status).toBe(413);
  });

  it('is refused if it is not an object', async () => {
    for (const raw of ['', 'null', '[]', '{'])
      expect((await post('/v1/tasks', { token, raw })).status).toBe(400);
  });

  it('has a unique name, even for concurrent requests', async () => {
    const name = `name of ${type}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ type, name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    await created();
    await created();
  });

  it('is changed in the given properties', async () => {
    const { id } = await created({ data: { a: 1, b: 2 }, priority: 1 });
    const path = `/v1/tasks/${id}`;
    const changed = await put(path, { token, body: { data: { c: 3 } } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ data: { c: 3 }, priority: 1, state: 'pending' });
    expect(changed.body).toHaveProperty('modifiedTime');
    const untouched = await put(path, { token, body: {} });
    expect(untouched.body).toMatchObject({ data: { c: 3 }, priority: 1 });
    expect((await put(path, { token, body: { priority: 5 } })).body.priority).toBe(5);
    const past = { availableTime: '2020-01-01T00:00:00.000Z' };
    expect((await put(path, { token, body: { ...past, data: null } })).body).toMatchObject({
      ...past,
      data: { c: 3 },
    });
    const wrong = [
      { name: 'x' },
      { type: 'x' },
      { state: 'failed' },
      { priority: 'x' },
      { priority: -1 },
      { data: 1 },
    ];
    for (const body of [...wrong, { expirationTime: past.availableTime }, { availableTime: 5 }, []])
      expect((await put(path, { token, body })).status).toBe(400);
  });

  it('cannot be postponed beyond its expiration, nor expire before it is available', async () => {
    const [early, late, latest] = ['2100-01-01', '2100-01-02', '2100-01-03'].map(
      (day) => `${day}T00:00:00.000Z`,
    );
    const { id } = await created({ availableTime: early, expirationTime: late });
    const path = `/v1/tasks/${id}`;
    const putOff = await put(path, { token, body: { availableTime: latest } });
    expect(putOff.status).toBe(400);
    expect(putOff.body.errors).toMatchObject([
      { code: 'value-not-before', source: { pointer: '/availableTime' } },
    ]);
    expect((await put(path, { token, body: { availableTime: late } })).status).toBe(200);
    const ended = await put(path, { token, body: { expirationTime: early } });
    expect(ended.status).toBe(400);
    expect(ended.body.errors).toMatchObject([
      { code: 'value-not-after', source: { pointer: '/expirationTime' } },
    ]);
    expect((await get(path, { token })).body).toMatchObject({ availableTime: late, expirationTime: late });
    const both = { availableTime: latest, expirationTime: latest };
    expect((await put(path, { token, body: both })).body).toMatchObject(both);
    expect((await put(path, { token, body: { priority: 2 } })).status).toBe(200);
  });

  it('is deleted, and deleting it again is not an error', async () => {
    const { id } = await created();
    for (let time = 0; time < 2; time += 1) {
      const answer = await remove(`/v1/tasks/${id}`, { token });
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
    expect((await get(`/v1/tasks/${id}`, { token })).status).toBe(404);
  });

  it('is not found if it does not exist, whatever the body', async () => {
    for (const id of [nobody, 'x', 'a%20b']) {
      expect((await get(`/v1/tasks/${id}`, { token })).status).toBe(404);
      expect((await put(`/v1/tasks/${id}`, { token, raw: '{' })).status).toBe(404);
    }
  });
});

describe('the list of tasks', () => {
  it('shows the newest first, with filters', async () => {
    const first = await created({ name: `first of ${type}` });
    const second = await created();
    const third = await created();
    expect(await idsOf('')).toEqual([third.id, second.id, first.id]);
    expect(await idsOf('&size=2')).toEqual([third.id, second.id]);
    expect(await idsOf('&size=2&page=1')).toEqual([first.id]);
    expect(await idsOf('&page=9')).toEqual([]);
    expect(await idsOf('&state=pending')).toHaveLength(3);
    expect(await idsOf('&state=failed')).toEqual([]);
    expect(await idsOf(`&name=${encodeURIComponent(`first of ${type}`)}`)).toEqual([first.id]);
  });

  it('distinguishes names and types that differ in a trailing space', async () => {
    const name = `name of ${type}`;
    const { id } = await created({ name });
    expect(await idsOf(`&name=${encodeURIComponent(name)}`)).toEqual([id]);
    expect(await idsOf(`&name=${encodeURIComponent(`${name} `)}`)).toEqual([]);
    expect((await get(`/v1/tasks?type=${encodeURIComponent(`${type} `)}`, { token })).body).toEqual([]);
  });

  it.each([
    '?x=1',
    '?name=',
    '?type=',
    '?state=x',
    '?state=',
    '?page=-1',
    '?page=a',
    '?size=0',
    '?size=1001',
    '?type=a&type=b',
    '?state=PENDING',
    '?page=',
    '?size=',
    '?size=1.5',
    '?size=1&size=2',
    '?Name=a',
  ])('refuses %s', async (query) => {
    expect((await get(`/v1/tasks${query}`, { token })).status).toBe(400);
  });
});

describe('tasks', () => {
  it('are for trusted servers only', async () => {
    const { id } = await created();
    const user = await newAccount(server);
    const statusesOf = async (options: { token?: string }): Promise<number[]> =>
      (
        await Promise.all([
          get('/v1/tasks?x=1', options),
          post('/v1/tasks', { ...options, body: {} }),
          get(`/v1/tasks/${id}`, options),
          get(`/v1/tasks/${nobody}`, options),
          put(`/v1/tasks/${id}`, { ...options, body: { x: 1 } }),
          put(`/v1/tasks/${nobody}`, { ...options, body: {} }),
          remove(`/v1/tasks/${id}`, options),
        ])
      ).map(({ status }) => status);
    expect(await statusesOf({})).toEqual(Array(7).fill(401));
    expect(await statusesOf({ token: user.token })).toEqual(Array(7).fill(403));
  });

  it('fetch the data of a connected provider, until it is disconnected', async () => {
    const client = providerClient(server, token);
    const user = await newAccount(server);
    const session = await client.session(user, 'dexcom');
    const [source] = await client.sources(user);
    const name = `org.tidepool.oauth.dexcom.fetch:${session.id}`;
    const find = async () => (await get(`/v1/tasks?name=${name}`, { token })).body;
    expect(await find()).toMatchObject([
      {
        type: 'org.tidepool.oauth.dexcom.fetch',
        state: 'pending',
        data: { providerSessionId: session.id, dataSourceId: source?.id },
      },
    ]);
    await client.endSession(session.id);
    expect(await find()).toEqual([]);
    const own = await client.session(user, 'twiist');
    const none = await get(`/v1/tasks?name=org.tidepool.oauth.twiist.fetch:${own.id}`, { token });
    expect(none.body).toEqual([]);
  });

  it('are queued, changed and deleted in the graph', async () => {
    const run = async (query: string, variables: object): Promise<Json> =>
      (await api(server).graph(query, { token, variables: { ...variables } })).body.data;
    const make = 'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id state } } }';
    const { task } = (await run(make, { input: { task: { type } } })).createTask;
    expect(task.state).toBe('PENDING');
    const change = 'mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { priority } } }';
    const input = { id: task.id, changes: { priority: 3 } };
    expect((await run(change, { input })).updateTask.task).toEqual({ priority: 3 });
    const list = 'query ($type: String) { tasks(type: $type) { edges { node { id } } } }';
    expect((await run(list, { type })).tasks.edges).toEqual([{ node: { id: task.id } }]);
    expect((await run('query ($id: ID!) { task(id: $id) { type } }', { id: task.id })).task).toEqual({
      type,
    });
    const end = 'mutation ($input: DeleteTaskInput!) { deleteTask(input: $input) { done } }';
    expect((await run(end, { input: { id: task.id } })).deleteTask).toEqual({ done: true });
    expect(await idsOf('')).toEqual([]);
  });
});
