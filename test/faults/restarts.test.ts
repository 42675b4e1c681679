import { newAccount, type TestAccount } from '../support/accounts';
import { api } from '../support/api';
import { startRoundRobin, type RoundRobin } from '../support/round-robin';
import { startServer, type RunningServer } from '../support/server-process';
import { waitFor } from '../support/wait-until';

const readiness = (server: RunningServer) => api(server).get('/readyz');

const signal = (server: RunningServer) => process.kill(server.pid() ?? 0, 'SIGTERM');

describe('a process that was told to stop', () => {
  it('reports it, and continues for a while; a second signal ends it', async () => {
    const server = await startServer({ SHUTDOWN_DELAY: '300' });
    const before = await api(server).get('/info');
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    signal(server);
    await waitFor('the process to be draining', async () => {
      const { status, body } = await readiness(server);
      return status === 503 && body.status === 'draining' ? true : undefined;
    });
    expect((await api(server).get('/healthz')).status).toBe(200);
    // Each on a new connection.
    const { userId, token } = await newAccount(server);
    const { status, headers } = await api(server).get(`/metadata/${userId}/profile`, { token });
    expect([status, headers.get('connection')]).toEqual([404, 'close']);
    signal(server);
    await waitFor('the process to end', () => (server.isRunning() ? undefined : true));
  });
});

describe('rolling restarts of processes behind a load balancer', () => {
  let balancer: RoundRobin;
  let servers: RunningServer[];

  beforeAll(async () => {
    const first = await startServer({ SHUTDOWN_DELAY: '4' });
    const shared = { DATABASE_URL: `sqlite:${first.folder}/glycograph.db`, SHUTDOWN_DELAY: '4' };
    servers = [first, await startServer(shared)];
    balancer = await startRoundRobin(servers.map(({ url }) => url));
  });
  afterAll(() => balancer.close());

  it('leave no request unanswered, and lose nothing acknowledged', async () => {
    const [first] = servers;
    if (!first) throw new Error('No server runs.');
    const people = await Promise.all(Array.from({ length: 4 }, () => newAccount(first)));
    let isOver = false;
    const refused: number[] = [];
    let answered = 0;
    /** Changes a name repeatedly; returns the last acknowledged one. */
    const write = async ({ userId, token }: TestAccount): Promise<string> => {
      let stored = '';
      for (let count = 0; !isOver; count += 1) {
        const fullName = `Name ${count}`;
        const path = `/metadata/${userId}/profile`;
        const { status } = await api(balancer).put(path, { token, body: { fullName } });
        if (status === 200) stored = fullName;
        else refused.push(status);
        answered += 1;
      }
      return stored;
    };
    const writing = Promise.all(people.map(write));
    for (const server of servers) {
      await server.stop();
      await server.start();
      await waitFor('the balancer to notice', () => (balancer.isReady(server.url) ? true : undefined));
    }
    isOver = true;
    const names = await writing;
    expect([balancer.failures, refused]).toEqual([[], []]);
    expect(answered).toBeGreaterThan(people.length);
    const found = people.map(({ userId, token }) =>
      api(balancer).get(`/metadata/${userId}/profile`, { token }),
    );
    expect((await Promise.all(found)).map(({ body }) => body.fullName)).toEqual(names);
  });
});
