import { join } from 'node:path';
import { newFollower, readingBefore } from '../support/alerts';
import { hasMysql, openTestDatabase } from '../support/mariadb';
import { startServer } from '../support/server-process';
import { waitForTakeover } from '../support/wait-until';
import { openWebhookSink, type WebhookSink } from '../support/webhook-sink';

const low = { low: { enabled: true, threshold: { value: 4, units: 'mmol/L' } } };
const urgentLow = { urgentLow: { enabled: true, threshold: { value: 3, units: 'mmol/L' } } };

let sink: WebhookSink;

beforeEach(async () => {
  sink = await openWebhookSink();
});

afterEach(() => sink.close());

const settings = () => ({ ALERT_TRANSPORT: 'webhook', ALERT_WEBHOOK_URL: sink.url });

/** Waits for this number of notifications. */
const arrived = (count: number) =>
  waitForTakeover(`${count} notifications`, () => (sink.hooks.length >= count ? true : undefined));

describe('a committed notification', () => {
  it('is sent again under its id if the process was killed while sending it, and then never again', async () => {
    sink.answerWith(() => 0);
    const killed = await startServer(settings());
    const follower = await newFollower(killed);
    await follower.configure(low);
    const dataSet = await follower.followed.openedContinuous();
    await follower.followed.uploaded(dataSet, [readingBefore(Date.now(), 1, 3)]);
    await arrived(1);
    await killed.kill();

    sink.answerWith(() => 204);
    const restarted = await startServer({
      ...settings(),
      DATABASE_URL: `sqlite:${join(killed.folder, 'glycograph.db')}`,
    });
    await arrived(2);
    const other = await newFollower(restarted);
    await other.configure(low);
    await other.followed.uploaded(await other.followed.openedContinuous(), [readingBefore(Date.now(), 1, 3)]);
    await arrived(3);
    await restarted.stop();
    const [first, second, third, ...more] = sink.hooks.map(({ body }) => body);
    expect(first.id).toBe(second.id);
    expect([first, second, third].map(({ recipientId }) => recipientId)).toEqual([
      follower.userId,
      follower.userId,
      other.userId,
    ]);
    expect(more).toEqual([]);
  });

  it('waits for a webhook that is not available yet', async () => {
    sink.answerWith(() => 503);
    const server = await startServer(settings());
    const follower = await newFollower(server);
    await follower.configure(low);
    const dataSet = await follower.followed.openedContinuous();
    await follower.followed.uploaded(dataSet, [readingBefore(Date.now(), 1, 3)]);
    await arrived(2);
    await server.stop();
    sink.answerWith(() => 204);
    const before = sink.hooks.length;
    const restarted = await startServer({
      ...settings(),
      DATABASE_URL: `sqlite:${join(server.folder, 'glycograph.db')}`,
    });
    await arrived(before + 1);
    await restarted.stop();
    expect(new Set(sink.hooks.map(({ body }) => body.id)).size).toBe(1);
    expect(sink.hooks).toHaveLength(before + 1);
  });
});

(hasMysql ? describe : describe.skip)('two processes on one database', () => {
  it('evaluate each configuration one at a time: no follower is notified twice of one reading', async () => {
    const database = await openTestDatabase();
    const env = { ...settings(), DATABASE_URL: database.url };
    const servers = [await startServer(env), await startServer(env)] as const;
    // Slow enough for other processes to come to it while it is being sent.
    sink.answerWith(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return 200;
    });
    const follower = await newFollower(servers[0]);
    await follower.configure(urgentLow);
    const followers = [follower, await newFollower(servers[1], follower.followed)];
    await followers[1]?.configure(urgentLow);
    const { followed } = follower;
    const dataSets = await Promise.all([1, 2, 3, 4, 5, 6].map(() => followed.openedContinuous()));
    const reading = readingBefore(Date.now(), 1, 2);
    await Promise.all(
      dataSets.map(async (dataSet, index) => {
        const { url } = servers[index % 2] ?? servers[0];
        const answer = await fetch(`${url}/v1/data_sets/${dataSet}/data`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Tidepool-Session-Token': followed.token },
          body: JSON.stringify([reading]),
        });
        expect(answer.status).toBe(200);
      }),
    );
    await arrived(2);
    // Stopping lets both finish running and due work.
    await Promise.all(servers.map((server) => server.stop()));
    const recipients = sink.hooks.map(({ body }) => body.recipientId as string);
    expect(recipients.sort()).toEqual(followers.map(({ userId }) => userId).sort());
    await database.close();
  });
});
