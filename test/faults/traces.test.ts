import { persistence } from '../../src/persistence';
import { Database } from '../../src/platform/database/database';
import { allEvaluated, newFollower, readingBefore } from '../support/alerts';
import { newAccount } from '../support/accounts';
import { api } from '../support/api';
import { startObjectStore } from '../support/object-store';
import { ownDatabases } from '../support/own-databases';
import { findRedis, startRedis } from '../support/redis';
import { startServer, type RunningServer } from '../support/server-process';
import { openSmtpSink } from '../support/smtp-sink';
import { sendBlob } from '../support/content';
import { startTraceCollector, type ReceivedSpan, type TraceCollector } from '../support/trace-collector';
import { waitFor } from '../support/wait-until';
import { openWebhookSink } from '../support/webhook-sink';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${parentId}-01`;

let collector: TraceCollector;
let server: RunningServer | undefined;

beforeEach(async () => {
  collector = await startTraceCollector();
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await collector.close();
});

const start = async (env: NodeJS.ProcessEnv = {}): Promise<RunningServer> =>
  (server = await startServer({
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_TRACES_SAMPLER: 'always_on',
    ...env,
  }));

/** The first span with this name, once it has arrived. */
async function received(
  name: RegExp,
  isIt: (span: ReceivedSpan) => boolean = () => true,
): Promise<ReceivedSpan> {
  return waitFor(`a span ${name.source}`, () =>
    collector.spans.find((span) => name.test(span.name) && isIt(span)),
  );
}

/** Whether a link leads to a span in the trace that the tests begin. */
const isInTrace = (id: string): boolean =>
  collector.spans.some((span) => span.spanId === id && span.traceId === traceId);

const logLines = (of: RunningServer): Record<string, unknown>[] =>
  of
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe.each(ownDatabases)('the trace of a request on %s', (_name, onDatabase) => {
  it('leads from the sender through the operation to its statements, without values', () =>
    onDatabase(async (databaseUrl) => {
      const running = await start(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
      const me = await newAccount(running);
      const { headers } = await api(running).graph('query Mine { me { id } }', {
        token: me.token,
        headers: { traceparent, 'X-Request-Id': 'request 1' },
      });
      expect(headers.get('x-request-id')).toBe('request 1');
      const request = await received(/^POST \/graphql$/, (span) => span.traceId === traceId);
      expect(request).toMatchObject({
        parentId,
        attributes: { 'http.route': '/graphql', 'http.response.status_code': 200 },
      });
      const operation = await received(/^query Mine$/);
      expect(operation).toMatchObject({ traceId, parentId: request.spanId });
      expect(operation.attributes['glycograph.cost']).toBeGreaterThan(0);
      const statement = await received(/^SQL SELECT$/, (span) => span.traceId === traceId);
      expect(statement.attributes['db.query.text']).toMatch(/^SELECT .*\?/);
      expect(collector.text()).not.toContain(me.userId);
      expect(collector.text()).not.toContain(me.email);
      const isOurs = (line: Record<string, unknown>) =>
        line.requestId === 'request 1' && line.msg === 'request';
      const line = await waitFor('the line of the request', () => logLines(running).find(isOurs));
      expect(line).toMatchObject({
        trace_id: traceId,
        account: me.userId,
        operation: 'Mine',
      });
    }));

  it('is linked from the message of the outbox that the request has caused, and from the mail below it', () =>
    onDatabase(async (databaseUrl) => {
      const sink = await openSmtpSink();
      const running = await start({ MAIL_URL: sink.url, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
      const me = await newAccount(running, { verified: false });
      await api(running).post(`/confirm/send/signup/${me.userId}`, {
        token: me.token,
        headers: { traceparent },
      });
      const delivery = await received(/^outbox mail$/, ({ links }) => links.some(isInTrace));
      expect(delivery.traceId).not.toBe(traceId);
      const mail = await received(/^SMTP send$/, (span) => span.traceId === delivery.traceId);
      expect(mail.parentId).toBe(delivery.spanId);
      expect(collector.text()).not.toContain(me.email);
      await sink.close();
    }));
});

/** Waits until all alerts are evaluated that are due in the database of a process. */
async function evaluated(databaseUrl: string): Promise<void> {
  const database = await Database.open(databaseUrl, { schema: persistence, poolSize: 1, migrate: false });
  try {
    await allEvaluated(database);
  } finally {
    await database.close();
  }
}

describe.each(ownDatabases)('work in the background on %s', (_name, onDatabase) => {
  it('has a trace of its own: a task is linked to the request that has caused it', () =>
    onDatabase(async (databaseUrl) => {
      const running = await start(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
      const me = await newAccount(running);
      await api(running).graph(
        'mutation Export($input: CreateExportInput!) { requestExport(input: $input) { export { id } } }',
        { token: me.token, headers: { traceparent }, variables: { input: { userId: me.userId } } },
      );
      const task = await received(/^task org\.\S+\.export$/, ({ links }) => links.some(isInTrace));
      expect(task).toMatchObject({ parentId: '', attributes: { 'glycograph.task.id': expect.any(String) } });
      expect(task.traceId).not.toBe(traceId);
      await received(/^SQL /, (span) => span.traceId === task.traceId && span.parentId === task.spanId);
      expect(collector.text()).not.toContain(me.userId);
    }));

  it('has a trace of its own: a push is below the delivery of its alert, which is linked to the upload', () =>
    onDatabase(async (databaseUrl) => {
      const sink = await openWebhookSink();
      const running = await start({
        ...{ ALERT_TRANSPORT: 'webhook', ALERT_WEBHOOK_URL: sink.url },
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      });
      const follower = await newFollower(running);
      await follower.configure({ low: { enabled: true, threshold: { value: 4, units: 'mmol/L' } } });
      // Otherwise the evaluation of the configuration, which no upload has caused, may find the reading first.
      await evaluated(databaseUrl ?? `sqlite:${running.folder}/glycograph.db`);
      const { followed } = follower;
      const dataSet = await followed.openedContinuous();
      const upload = await api(running).post(`/v1/datasets/${dataSet}/data`, {
        ...{ token: followed.token, headers: { traceparent } },
        body: [readingBefore(Date.now(), 1, 3)],
      });
      expect(upload.status).toBe(200);
      const push = await received(/^push webhook$/);
      const delivery = await received(/^alert delivery$/, ({ spanId }) => spanId === push.parentId);
      expect(push).toMatchObject({
        traceId: delivery.traceId,
        attributes: { 'glycograph.push.kind': 'low' },
      });
      const [hook] = sink.hooks;
      expect(delivery).toMatchObject({
        parentId: '',
        attributes: { 'glycograph.alert.notification': hook?.body.id },
      });
      expect(delivery.traceId).not.toBe(traceId);
      expect(delivery.links.some(isInTrace)).toBe(true);
      expect(collector.text()).not.toContain(followed.userId);
      await sink.close();
    }));
});

describe('the trace of a request', () => {
  it('shows slow resolvers, and the calls of the object store', async () => {
    const objects = await startObjectStore();
    const running = await start({ BLOB_URL: objects.url, ...objects.credentials });
    const me = await newAccount(running);
    await sendBlob(running, me.userId, { token: me.token, raw: Buffer.from('content') });
    await received(/^S3 CopyObject$/);
    // Hashing the password and storing the account take more than a millisecond.
    await received(/^Mutation\.createUser$/);
    const slow = collector.spans.filter(({ name }) => /^(Query|Mutation)\.(?!createBlob)/.test(name));
    expect(slow.every(({ duration }) => duration > 1)).toBe(true);
    await running.close();
    await objects.close();
  });

  it('begins anew where the sender names a malformed one', async () => {
    const running = await start();
    await api(running).get('/v1/time', { headers: { traceparent: `00-${'0'.repeat(32)}-${parentId}-01` } });
    const request = await received(/^GET \/v1\/time$/);
    expect(request.parentId).toBe('');
  });

  (findRedis() ? it : it.skip)('shows the commands of Redis by name', async () => {
    const redis = await startRedis();
    const running = await start({ REDIS_URL: redis.url });
    await newAccount(running);
    const command = await received(/^Redis /);
    expect(command.attributes).toEqual({ 'glycograph.backend': 'redis' });
    await running.close();
    await redis.kill();
  });
});

describe('a sample of the traces', () => {
  const notSampled = traceparent.replace(/01$/, '00');
  const requestLine = (of: RunningServer, requestId: string) =>
    waitFor('the line of the request', () =>
      logLines(of).find((line) => line.requestId === requestId && line.msg === 'request'),
    );

  it('contains by default those that the sender records, and few of the others', async () => {
    const running = await start({ OTEL_TRACES_SAMPLER: undefined });
    const me = await newAccount(running);
    for (let count = 0; count < 100; count += 1) await api(running).get('/v1/time');
    await api(running).graph('query Mine { me { id } }', { token: me.token, headers: { traceparent } });
    const request = await received(/^POST \/graphql$/, (span) => span.traceId === traceId);
    expect(request.parentId).toBe(parentId);
    await received(/^SQL SELECT$/, (span) => span.traceId === traceId);
    await running.stop();
    const others = collector.spans.filter(({ name }) => name === 'GET /v1/time');
    // Of 100 with a probability of a tenth; more than 40 happen once in 10^15 runs.
    expect(others.length).toBeLessThan(40);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['none is to be recorded', { OTEL_TRACES_SAMPLER_ARG: '0' }],
    ['their sender does not record them', { OTEL_TRACES_SAMPLER_ARG: '1' }],
  ])('contains no span of a request, its operation and its statements where %s', async (_why, env) => {
    const running = await start({ OTEL_TRACES_SAMPLER: undefined, ...env });
    const me = await newAccount(running);
    const headers = { traceparent: notSampled, 'X-Request-Id': 'request 2' };
    await api(running).graph('query Mine { me { id } }', { token: me.token, headers });
    expect(await requestLine(running, 'request 2')).toMatchObject({ trace_id: traceId, operation: 'Mine' });
    await running.stop();
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
    expect(collector.spans.filter(({ name }) => /^query|graphql/.test(name))).toEqual([]);
  });

  it('contains all where the share is 1', async () => {
    const running = await start({ OTEL_TRACES_SAMPLER: undefined, OTEL_TRACES_SAMPLER_ARG: '1' });
    await api(running).get('/v1/time', { headers: { 'X-Request-Id': 'request 3' } });
    const { traceId: own } = await received(/^GET \/v1\/time$/);
    expect(await requestLine(running, 'request 3')).toMatchObject({ trace_id: own });
  });
});

describe('a process without a collector', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['none is named', { OTEL_EXPORTER_OTLP_ENDPOINT: undefined }],
    ['the SDK is disabled', { OTEL_SDK_DISABLED: 'true' }],
  ])('names the trace of the sender in its log, and sends nothing, where %s', async (_why, env) => {
    const running = await start(env);
    await api(running).get('/v1/time', { headers: { traceparent } });
    await waitFor('the line of the request', () =>
      logLines(running).find((line) => line.trace_id === traceId),
    );
    await running.stop();
    expect(collector.spans).toEqual([]);
  });

  it('starts and answers while its collector is away', async () => {
    await collector.close();
    const running = await start();
    expect(await api(running).get('/v1/time')).toMatchObject({ status: 200 });
    await running.stop();
    collector = await startTraceCollector();
  });
});

describe('wrong settings of traces', () => {
  it('are told with their name', async () => {
    await expect(start({ OTEL_TRACES_SAMPLER: 'sometimes' })).rejects.toThrow(
      /OTEL_TRACES_SAMPLER: must be one of/,
    );
    await expect(start({ OTEL_TRACES_SAMPLER_ARG: '10' })).rejects.toThrow(
      /OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1, and is "10"/,
    );
  });
});
