import { resolve } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Database } from '../../src/platform/database/database';
import { newRecordId } from '../../src/platform/ids';
import { persistence } from '../../src/persistence';
import { TaskEntity } from '../../src/platform/tasks/task.entity';
import { newAccount, type TestAccount } from '../support/accounts';
import { newFollower, readingBefore } from '../support/alerts';
import { api } from '../support/api';
import { killChild, startChild, stopChild } from '../support/child';
import { countedType } from '../support/counted-tasks';
import { openGaleraCluster, type GaleraCluster } from '../support/galera';
import { whyNoGalera } from '../support/installed-programs';
import { startServer, type RunningServer } from '../support/server-process';
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink';
import { waitForTakeover } from '../support/wait-until';
import { openWebhookSink } from '../support/webhook-sink';

const mailCount = 40;
const taskCount = 300;

/** What a sink received, by the permanent id of each mail. */
function mailsById({ mails }: SmtpSink): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mail of mails) {
    const [, id = ''] = /^Message-ID: (.*)\r$/im.exec(mail) ?? [];
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

(whyNoGalera() ? describe.skip : describe)('two processes at two nodes of a cluster', () => {
  let cluster: GaleraCluster;
  let urls: [string, string];

  beforeAll(async () => {
    cluster = await openGaleraCluster(2);
    const [first, second] = cluster.nodes.map(({ url }) => url);
    urls = [first ?? '', second ?? ''];
  });
  afterAll(() => cluster?.close());

  /** Triggers a mail to each of some new accounts, on alternating servers. */
  const promiseMails = async (servers: readonly RunningServer[], count: number): Promise<TestAccount[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const server = servers[index % servers.length] as RunningServer;
        const account = await newAccount(server, { verified: false });
        const { token, userId } = account;
        expect((await api(server).post(`/confirm/send/signup/${userId}`, { token })).status).toBe(200);
        return account;
      }),
    );

  const query = async (sql: string, parameters: unknown[] = []): Promise<RowDataPacket[]> => {
    const connection = await createConnection(urls[1]);
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql, parameters);
      return rows;
    } finally {
      await connection.end();
    }
  };

  const waiting = async (): Promise<number> => {
    const [row] = await query('SELECT COUNT(*) AS count FROM outbox_messages');
    return Number(row?.count);
  };

  /** Expires the leases of the process that was sending these mails, as waiting for a minute would. */
  const endLeases = async (mailIds: readonly string[]): Promise<void> => {
    const ids = mailIds.map((id) => id.replace(/^<|@.*$/g, ''));
    const [row] = await query('SELECT worker FROM outbox_messages WHERE id IN (?)', [ids]);
    await query('UPDATE outbox_messages SET due_time = 0 WHERE worker = ?', [row?.worker]);
  };

  it('send each mail and each notification once', async () => {
    const [sink, hooks] = [await openSmtpSink(), await openWebhookSink()];
    const settings = { MAIL_URL: sink.url, ALERT_TRANSPORT: 'webhook', ALERT_WEBHOOK_URL: hooks.url };
    const servers = [
      await startServer({ ...settings, DATABASE_URL: urls[0] }),
      await startServer({ ...settings, DATABASE_URL: urls[1] }),
    ] as const;
    const accounts = await promiseMails(servers, mailCount);

    const follower = await newFollower(servers[0]);
    const followers = [follower, await newFollower(servers[1], follower.followed)];
    const low = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };
    for (const each of followers) await each.configure(low);
    const { followed } = follower;
    const dataSets = await Promise.all([1, 2, 3, 4, 5, 6].map(() => followed.openedContinuous()));
    const body = [readingBefore(Date.now(), 1, 2)];
    const uploads = dataSets.map((dataSet, index) =>
      api(servers[index % 2] ?? servers[0]).post(`/v1/data_sets/${dataSet}/data`, {
        token: followed.token,
        body,
      }),
    );
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(dataSets.map(() => 200));

    await waitForTakeover('all mails and notifications', async () =>
      sink.mails.length >= mailCount && hooks.hooks.length >= 2 && (await waiting()) === 0 ? true : undefined,
    );
    // Stopping lets both finish running and due work.
    await Promise.all(servers.map((server) => server.stop()));
    for (const { email } of accounts)
      expect([email, sink.mails.filter((mail) => mail.includes(email)).length]).toEqual([email, 1]);
    expect(sink.mails).toHaveLength(mailCount);
    expect(hooks.hooks.map((hook) => hook.body.recipientId).sort()).toEqual(
      followers.map(({ userId }) => userId).sort(),
    );
    await sink.close();
    await hooks.close();
  });

  it('resend, under its id, only what a killed one has sent without recording it', async () => {
    const [silent, sink] = [await openSmtpSink(0, false), await openSmtpSink()];
    const killed = await startServer({ DATABASE_URL: urls[0], MAIL_URL: silent.url });
    const other = await startServer({ DATABASE_URL: urls[1], MAIL_URL: sink.url });
    const accounts = await promiseMails([killed, other], mailCount);
    await waitForTakeover('mails at both', () =>
      silent.mails.length > 0 && sink.mails.length > 0 ? true : undefined,
    );
    await killed.kill();
    await endLeases([...mailsById(silent).keys()]);
    await waitForTakeover('all mails', async () => ((await waiting()) === 0 ? true : undefined));
    await other.stop();
    const [before, after] = [mailsById(silent), mailsById(sink)];
    for (const { email } of accounts)
      expect([email, sink.mails.filter((mail) => mail.includes(email)).length]).toEqual([email, 1]);
    expect(after.size).toBe(mailCount);
    for (const [id, count] of before) expect([id, count, after.get(id)]).toEqual([id, 1, 1]);
    await silent.close();
    await sink.close();
  });

  it('run each task once, although one of them is killed', async () => {
    const database = await Database.open(urls[0], { schema: persistence, poolSize: 5, migrate: true });
    await database.transaction(async (manager) => {
      await manager.query(
        'CREATE TABLE effects (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, task_id VARCHAR(40) NOT NULL)',
      );
      const waitingTask = { type: countedType, priority: 0, dueTime: 0, state: 'pending' as const };
      await manager.insert(
        TaskEntity,
        Array.from({ length: taskCount }, () => ({
          ...waitingTask,
          id: newRecordId(),
          createdTime: Date.now(),
        })),
      );
    });
    const { PATH, HOME } = process.env;
    const logFile = resolve(cluster.folder, 'workers.log');
    const [first, ...others] = [urls[0], urls[1], urls[0], urls[1]].map((url) =>
      startChild({
        command: process.execPath,
        arguments: ['--require', '@swc-node/register', resolve('test/support/task-worker.ts')],
        env: { PATH, HOME, DATABASE_URL: url },
        logFile,
      }),
    );
    const count = async (sql: string): Promise<number> =>
      Number((await database.reader.query<{ count: number }[]>(`SELECT ${sql}`))[0]?.count);
    await waitForTakeover('some tasks to be done', async () =>
      (await count('COUNT(*) AS count FROM effects')) > taskCount / 3 ? true : undefined,
    );
    if (first) await killChild(first);
    const open = "COUNT(*) AS count FROM tasks WHERE type = 'counted' AND state <> 'completed'";
    await waitForTakeover('all tasks to be done', async () => ((await count(open)) === 0 ? true : undefined));
    for (const worker of others) await stopChild(worker, logFile);
    expect(await count('COUNT(*) AS count FROM effects')).toBe(taskCount);
    expect(await count('COUNT(DISTINCT task_id) AS count FROM effects')).toBe(taskCount);
    await database.close();
  });
});
