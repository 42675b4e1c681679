import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { newFollower, readingBefore } from '../support/alerts';
import { newAccount } from '../support/accounts';
import { api, tokenHeader } from '../support/api';
import { freePort } from '../support/child';
import { newClinic, newPatient } from '../support/clinics';
import { ownDatabases } from '../support/own-databases';
import { startServer, type RunningServer } from '../support/server-process';
import { overServerSentEvents, overWebSocket } from '../support/streams';
import { waitFor } from '../support/wait-until';
import { openWebhookSink } from '../support/webhook-sink';

let server: RunningServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const scrape = async (running: RunningServer, token?: string): Promise<string> => {
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  const { status, text } = await api(running).get('/metrics/prometheus', { headers });
  expect(status).toBe(200);
  return text;
};

/** Names of metrics in an expression of PromQL: the words before a selector, a range or an operator. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:glycograph|http|nodejs|process)_[a-z\d_]+\b/g) ?? [];

interface Rules {
  groups: { rules: { expr: string }[] }[];
}

interface Board {
  panels: { targets: { expr: string }[] }[];
}

const rules = (): string[] =>
  (parse(readFileSync('docker/prometheus/alerts.yaml', 'utf8')) as Rules).groups.flatMap((group) =>
    group.rules.map(({ expr }) => expr),
  );

const panels = (): string[] =>
  (JSON.parse(readFileSync('docker/grafana/glycograph.json', 'utf8')) as Board).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  );

/** Metrics of a page with the names of their series: histograms have three. */
function seriesOf(page: string): Set<string> {
  const types = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

describe.each(ownDatabases)('the metrics of a process on %s', (_name, onDatabase) => {
  it('contain everything that the board and the alert rules show', () =>
    onDatabase(async (databaseUrl) => {
      server = await startServer(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
      const known = seriesOf(await scrape(server));
      const shown = [...rules(), ...panels()].flatMap(metricsIn);
      expect(shown.length).toBeGreaterThan(30);
      expect(shown.filter((name) => !known.has(name))).toEqual([]);
    }));

  it('count operations, statements, mails and the outbox', () =>
    onDatabase(async (databaseUrl) => {
      const running = (server = await startServer(databaseUrl ? { DATABASE_URL: databaseUrl } : {}));
      const me = await newAccount(running, { verified: false });
      await api(running).post(`/confirm/send/signup/${me.userId}`, { token: me.token });
      await api(running).graph('query OfMyOwn { me { id } }', { token: me.token });
      await api(running).graph('{ user(id: "nobody") { id } }', { token: me.token });
      const awaited = [
        /^glycograph_mails_total\{outcome="sent"\} [1-9]/m,
        /^glycograph_tasks\{type="org\.tidepool\.purge\.sessions",state="pending"\} 1$/m,
      ];
      const page = await waitFor('the mail and the tasks', async () => {
        const text = await scrape(running);
        return awaited.every((line) => line.test(text)) ? text : undefined;
      });
      expect(page).toMatch(
        /^glycograph_operation_duration_seconds_count\{type="mutation",operation="CreateUser"\} 1$/m,
      );
      expect(page).toMatch(
        /^glycograph_operation_duration_seconds_count\{type="query",operation="other"\} \d+$/m,
      );
      expect(page).toMatch(
        /^glycograph_operation_errors_total\{type="query",operation="other",code="\w+"\} \d+$/m,
      );
      expect(page).toMatch(/^glycograph_operation_cost_total\{caller="user"\} \d+$/m);
      expect(page).toMatch(/^glycograph_sql_duration_seconds_count\{statement="INSERT"\} \d+$/m);
      expect(page).toMatch(/^glycograph_outbox_deliveries_total\{topic="mail",outcome="delivered"\} \d+$/m);
      expect(page).toMatch(/^glycograph_outbox_messages\{state="due"\} \d+$/m);
      expect(page).toMatch(/^glycograph_cache_lookups_total\{cache="plans"\} [1-9]\d*$/m);
      expect(page).not.toContain('OfMyOwn');
      expect(page).not.toContain(me.userId);
    }));

  it('do not count a reminder as overdue before its time', () =>
    onDatabase(async (databaseUrl) => {
      const running = (server = await startServer(databaseUrl ? { DATABASE_URL: databaseUrl } : {}));
      const clinic = await newClinic(running);
      await newPatient(running, clinic, { email: 'ann@example.org' });
      const awaited = [
        /^glycograph_outbox_messages\{state="due"\} 0$/m,
        /^glycograph_outbox_messages\{state="waiting"\} [1-9]\d*$/m,
        /^glycograph_outbox_oldest_seconds 0$/m,
      ];
      const isAsAwaited = async () => {
        const page = await scrape(running);
        return awaited.every((line) => line.test(page)) || undefined;
      };
      expect(await waitFor('only the reminder', isAsAwaited)).toBe(true);
    }));
});

describe.each(ownDatabases)('the metrics of a process on %s', (_name, onDatabase) => {
  it('count pushes by their outcome', () =>
    onDatabase(async (databaseUrl) => {
      const sink = await openWebhookSink();
      // Lasting, so that it is not repeated.
      sink.answerWith(({ body }) => (body.kind === 'high' ? 400 : 204));
      const running = (server = await startServer({
        ...{ ALERT_TRANSPORT: 'webhook', ALERT_WEBHOOK_URL: sink.url },
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      }));
      for (const [kind, limit, value] of [
        ['low', 4, 3],
        ['high', 10, 15],
        ['low', 4, 3],
      ] as const) {
        const follower = await newFollower(running);
        const { followed } = follower;
        await follower.configure({ [kind]: { enabled: true, threshold: { value: limit, units: 'mmol/L' } } });
        await followed.uploaded(await followed.openedContinuous(), [readingBefore(Date.now(), 1, value)]);
      }
      const readCount = (page: string, outcome: string) =>
        Number(
          new RegExp(`^glycograph_pushes_total{transport="webhook",outcome="${outcome}"} (\\d+)$`, 'm').exec(
            page,
          )?.[1],
        );
      await waitFor('the pushes', async () => {
        const page = await scrape(running);
        // A dropped notification is raised anew when the readings are looked at again.
        return (readCount(page, 'delivered') === 2 && readCount(page, 'refused') >= 1) || undefined;
      });
      await sink.close();
    }));
});

describe('the metrics of streams', () => {
  it('count open WebSockets, and subscriptions over them and over server-sent events', async () => {
    const running = (server = await startServer());
    const me = await newAccount(running);
    const streams = async (sockets: number, subscriptions: number) => {
      const expected = [
        `glycograph_streams{kind="sockets"} ${sockets}\n`,
        `glycograph_streams{kind="subscriptions"} ${subscriptions}\n`,
      ];
      await waitFor(`${sockets} sockets and ${subscriptions} subscriptions`, async () => {
        const page = await scrape(running);
        return expected.every((line) => page.includes(line)) || undefined;
      });
    };
    await streams(0, 0);
    const query = 'subscription { sharesChanged { __typename } }';
    const headers = { [tokenHeader]: me.token };
    const [socket, events] = [overWebSocket(running, headers), overServerSentEvents(running, headers)];
    const over = await socket.subscribe(query);
    await socket.subscribe(query);
    await streams(1, 2);
    await events.subscribe(query);
    await streams(1, 3);
    await over.end();
    await streams(1, 2);
    socket.close();
    await streams(0, 1);
    events.close();
    await streams(0, 0);
  });
});

describe('where the metrics are served', () => {
  it('is a port of their own, if one is set, and nowhere else', async () => {
    const port = await freePort();
    server = await startServer({ METRICS_PORT: String(port) });
    expect(await api(server).get('/metrics/prometheus')).toMatchObject({ status: 404 });
    const own = api({ url: `http://127.0.0.1:${port}` });
    expect((await own.get('/metrics')).text).toContain('glycograph_sql_duration_seconds');
    expect((await own.get('/metrics/prometheus')).status).toBe(200);
    expect((await own.get('/')).status).toBe(404);
  });

  it('asks for a token, if one is set', async () => {
    const token = 'the token of Prometheus';
    server = await startServer({ METRICS_SCRAPE_TOKEN: token });
    for (const headers of [undefined, { Authorization: 'Bearer another one' }])
      expect(await api(server).get('/metrics/prometheus', { headers })).toMatchObject({
        status: 401,
        text: '',
      });
    expect(await scrape(server, token)).toContain('process_cpu_seconds_total');
  });
});
