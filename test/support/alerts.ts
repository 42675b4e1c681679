import { AlertWatchEntity } from '../../src/care/alerts/alert-watch.entity';
import { UploadReceiptEntity } from '../../src/care/alerts/upload-receipt.entity';
import type { Database } from '../../src/platform/database/database';
import { newAccount, type TestAccount } from './accounts';
import { api, type Json } from './api';
import type { OwnApp } from './own-app';
import { newPerson, type Person } from './person';
import { cbg, type SentRecord } from './records';
import type { ServerUnderTest } from './server';
import { share } from './shares';
import { waitFor } from './wait-until';

/** Somebody who may follow somebody else. */
export interface Follower extends TestAccount {
  followed: Person;
  /** Configures the alerts of the follower. Throws when the server refuses. */
  configure(config: object): Promise<void>;
  /** What the follower was told, the oldest first; also what was not delivered. */
  notifications(): Promise<Json[]>;
  /** The kinds of what the follower was told, the oldest first. */
  told(): Promise<string[]>;
  /** What has become of the alerts. */
  activity(): Promise<Json>;
}

const alertsOf = `query ($id: ID!) {
  alertNotifications(followedId: $id) {
    edges { node { id followedId kind message createdTime deliveredTime error } }
  }
}`;

const times = '{ triggeredTime sentTime resolvedTime }';
const activityOf = `query ($followedId: ID!, $followerId: ID!) {
  alertsConfig(followedId: $followedId, followerId: $followerId) {
    activity { urgentLow ${times} low ${times} high ${times} notLooping ${times} noCommunication ${times} }
  }
}`;

/** Opens the account of a follower, and that of a person unless there is one. */
export async function newFollower(server: ServerUnderTest, of?: Person): Promise<Follower> {
  const [followed, account] = await Promise.all([of ?? newPerson(server), newAccount(server)]);
  await share(server, followed, account, 'follow');
  const { post, graph } = api(server);
  const { userId, token } = account;
  const path = `/v1/users/${followed.userId}/followers/${userId}/alerts`;
  const notifications = async (): Promise<Json[]> => {
    const { body } = await graph(alertsOf, { token, variables: { id: followed.userId } });
    return body.data.alertNotifications.edges.map(({ node }: Json) => node).reverse();
  };
  return {
    ...account,
    followed,
    async configure(config) {
      const { status, text } = await post(path, { token, body: config });
      if (status !== 200) throw new Error(`Alerts were not configured: ${status} ${text}`);
    },
    notifications,
    told: async () => (await notifications()).map(({ kind }) => kind),
    async activity() {
      const variables = { followedId: followed.userId, followerId: userId };
      return (await graph(activityOf, { token, variables })).body.data.alertsConfig.activity;
    },
  };
}

/** A reading in mmol/L, so many minutes before an instant. */
export const readingBefore = (instant: number, minutes: number, value: number): SentRecord =>
  cbg({ value, time: new Date(instant - minutes * 60_000).toISOString() });

/** Waits until all that is due is evaluated and told, or given up. */
export async function allEvaluated(database: Database): Promise<void> {
  await waitFor('the evaluation of alerts', async () => {
    const receipts = await database.reader
      .createQueryBuilder(UploadReceiptEntity, 'r')
      .where('r.dueTime IS NOT NULL')
      .getCount();
    const watches = await database.reader
      .createQueryBuilder(AlertWatchEntity, 'w')
      .where('w.dueTime <= :time OR w.leaseTime > 0', { time: Date.now() })
      .getCount();
    return receipts + watches === 0 || undefined;
  });
}

/** Opens a continuous data set of the followed person; what is uploaded to it is evaluated when that resolves. */
export async function uploading({ database }: Pick<OwnApp, 'database'>, { followed }: Follower) {
  const dataSet = await followed.openedContinuous();
  return async (...records: SentRecord[]): Promise<void> => {
    await followed.uploaded(dataSet, records);
    await allEvaluated(database);
  };
}
