import { createHash } from 'node:crypto';
import { newAccount, newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { MetricsEventEntity } from '../../../../src/records/metrics/metrics-event.entity';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { waitFor } from '../../../support/wait-until';

const fixedToken = 'a token for servers';

let own: OwnApp;

beforeAll(async () => {
  own = await startOwnApp({
    METRICS_SALT: 'salt',
    METRICS_TOKEN: fixedToken,
    ANONYMOUS_METRICS_PER_MINUTE: '0',
  });
}, 120_000);

afterAll(() => own.close(), 120_000);

const hashOf = (subject: string) => createHash('sha1').update(`salt${subject}`).digest('hex').slice(0, 10);

const storedAs = async (eventName: string): Promise<MetricsEventEntity[]> =>
  (await own.database.reader.find(MetricsEventEntity)).filter((event) => event.eventName === eventName);

/** The event with this name once it is stored. */
const stored = (eventName: string): Promise<MetricsEventEntity> =>
  waitFor(`the event ${eventName}`, async () => (await storedAs(eventName))[0]);

describe('the configured metrics token', () => {
  it('reports events like that of a trusted server, and is otherwise useless', async () => {
    const { get, graph } = api(own.server);
    const paths = [
      '/metrics/server/a/fixed',
      '/metrics/user/a/fixed',
      '/metrics/thisuser/fixed',
      '/v1/tasks',
    ];
    const statuses = async (token: string) =>
      (await Promise.all(paths.map((path) => get(path, { token })))).map(({ status }) => status);
    expect(await statuses(fixedToken)).toEqual([200, 200, 401, 401]);
    expect(await statuses(`${fixedToken}s`)).toEqual([401, 401, 401, 401]);
    const { body } = await graph('{ metricEvents { edges { cursor } } }', { token: fixedToken });
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('events without a token', () => {
  it('are stored up to a limit per minute and network, and always acknowledged', async () => {
    const limited = await startOwnApp({ ANONYMOUS_METRICS_PER_MINUTE: '3', TRUST_PROXY: '1' });
    try {
      const { get, graph } = api(limited.server);
      const { token } = await newAccount(limited.server);
      const report = (name: string, headers: Record<string, string> = {}, sent?: string) =>
        get(`/metrics/user/somebody/${name}`, { headers, token: sent });
      const answers = [];
      for (let count = 0; count < 5; count += 1) answers.push(await report('flood'));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const mutation =
        'mutation { recordMetricsEvent(input: { kind: USER, subject: "x", eventName: "flood" }) { done } }';
      expect((await graph(mutation)).body.data.recordMetricsEvent.done).toBe(true);
      await report('flood', { 'X-Forwarded-For': '10.1.2.3' });
      await report('known', {}, token);
      const names = await waitFor('the last event', async () => {
        const events = await limited.database.reader.find(MetricsEventEntity);
        const all = events.map(({ eventName }) => eventName);
        return all.includes('known') ? all : undefined;
      });
      expect(names.filter((name) => name === 'flood')).toHaveLength(4);
    } finally {
      await limited.close();
    }
  });
});

describe('stored events', () => {
  it('are read by trusted servers, newest first, with filters and pages', async () => {
    const { get, graph } = api(own.server);
    const token = await newServerToken(own.server);
    for (const name of ['listed', 'listed ', 'listed']) {
      const before = (await storedAs(name)).length;
      await get(`/metrics/user/reader/${encodeURIComponent(name)}?a=1`);
      await waitFor(name, async () => ((await storedAs(name)).length > before ? true : undefined));
    }
    await get('/metrics/server/reader/listed', { token });
    await stored('listed');
    await waitFor('all', async () => ((await storedAs('listed')).length === 3 ? true : undefined));
    const query = `query ($first: Int!, $after: String, $kind: MetricsKind, $name: String, $subject: String, $to: DateTime) {
      metricEvents(first: $first, after: $after, kind: $kind, eventName: $name, subject: $subject, to: $to) {
        edges { node { kind subjectHash eventName attributes receivedTime } } pageInfo { hasNextPage endCursor } } }`;
    const list = async (variables: Record<string, unknown>) => {
      const { body } = await graph(query, { token, variables: { first: 10, ...variables } });
      expect(body.errors).toBeUndefined();
      return body.data.metricEvents;
    };
    const named = await list({ name: 'listed' });
    const [newest, middle, oldest] = named.edges.map(({ node }: Json) => node);
    expect(named.edges).toHaveLength(3);
    expect(newest).toMatchObject({ kind: 'SERVER', subjectHash: hashOf('reader'), attributes: {} });
    expect(oldest).toMatchObject({ kind: 'USER', eventName: 'listed', attributes: { a: '1' } });
    expect(newest.receivedTime >= middle.receivedTime && middle.receivedTime >= oldest.receivedTime).toBe(
      true,
    );
    expect((await list({ name: 'listed', kind: 'SERVER' })).edges).toHaveLength(1);
    expect((await list({ subject: 'reader' })).edges).toHaveLength(4);
    expect((await list({ subject: 'reader', to: oldest.receivedTime })).edges).toEqual([]);
    const first = await list({ name: 'listed', first: 2 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await list({ name: 'listed', first: 2, after: first.pageInfo.endCursor });
    expect([...first.edges, ...rest.edges].map(({ node }: Json) => node)).toEqual([newest, middle, oldest]);
  });
});

describe('an event', () => {
  it('is stored with its name, its attributes and a salted hash instead of the account', async () => {
    const { get } = api(own.server);
    const { userId, token } = await newAccount(own.server);
    const before = Date.now();
    const name = 'app - "Grüße", a/b';
    const path = `/metrics/thisuser/${encodeURIComponent(name)}?sourceVersion=1.2.3&a=1&b=%C3%BC&a=2&empty=`;
    const { status, text } = await get(path, { token });
    expect([status, text]).toEqual([200, '']);
    const event = await stored(name);
    expect(event).toEqual({
      id: expect.any(String),
      kind: 'thisuser',
      subjectHash: hashOf(userId),
      eventName: name,
      attributes: { sourceVersion: '1.2.3', a: ['1', '2'], b: 'ü', empty: '' },
      receivedTime: expect.any(Number),
    });
    expect(event.receivedTime).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(event)).not.toContain(userId);
  });

  it('of an account or a server is about the one in the path', async () => {
    const { get } = api(own.server);
    await get('/metrics/user/some body/opened');
    expect(await stored('opened')).toMatchObject({
      kind: 'user',
      subjectHash: hashOf('some body'),
      attributes: {},
    });
    const token = await newServerToken(own.server);
    await get('/metrics/server/worker%2Fone/ran/to/the end/', { token });
    expect(await stored('ran/to/the end/')).toMatchObject({
      kind: 'server',
      subjectHash: hashOf('worker/one'),
    });
  });

  it('can be reported in the graph too', async () => {
    const { graph } = api(own.server);
    const { userId, token } = await newAccount(own.server);
    const mutation =
      'mutation ($input: RecordMetricsEventInput!) { recordMetricsEvent(input: $input) { done } }';
    const input = {
      kind: 'THIS_USER',
      subject: 'somebody else',
      eventName: 'graph',
      attributes: { a: ['1'] },
    };
    const { body } = await graph(mutation, { token, variables: { input } });
    expect(body).toEqual({ data: { recordMetricsEvent: { done: true } } });
    expect(await stored('graph')).toMatchObject({ subjectHash: hashOf(userId), attributes: { a: ['1'] } });
  });

  it('that is reported many times concurrently is stored each time', async () => {
    const { get } = api(own.server);
    const answers = await Promise.all(Array.from({ length: 250 }, () => get('/metrics/user/me/many')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const all = await waitFor('all events', async () => {
      const events = await storedAs('many');
      return events.length === 250 ? events : undefined;
    });
    expect(all).toHaveLength(250);
  });

  it('is not waited for: callers do not see whether it can be stored', async () => {
    const { get } = api(own.server);
    const rename = (from: string, to: string) =>
      own.database.transaction((manager) => manager.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename('metrics_events', 'metrics_events_away');
    try {
      for (const name of ['one', 'two', 'three']) {
        expect((await get(`/metrics/user/me/${name}`)).status).toBe(200);
      }
    } finally {
      await rename('metrics_events_away', 'metrics_events');
    }
    await get('/metrics/user/me/afterwards');
    expect(await stored('afterwards')).toMatchObject({ kind: 'user' });
  });
});
