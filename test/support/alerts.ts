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

/** An account with permission to follow another one. */
export interface Follower extends TestAccount {
  followed: Person;
  /** Configures the alerts of the follower. Throws when the server refuses. */
  configure(config: object): Promise<void>;
  /** Notifications to the follower, oldest first, including undelivered ones. */
  notifications(): Promise<Json[]>;
  /** Kinds of the follower's notifications, oldest first. */
  told(): Promise<string[]>;
  /** State of the alerts. */
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

/** Creates the account of a follower, and that of a person unless there is one. */
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

/** A reading in mmol/L, a number of minutes before an instant. */
export const readingBefore = (instant: number, minutes: number, value: number): SentRecord =>
  cbg({ value, time: new Date(instant - minutes * 60_000).toISOString() });

/** Waits until everything due is evaluated, and delivered or given up. */
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

/** Creates a continuous data set of the followed person; uploads to it are evaluated when they resolve. */
export async function uploading({ database }: Pick<OwnApp, 'database'>, { followed }: Follower) {
  const dataSet = await followed.openedContinuous();
  return async (...records: SentRecord[]): Promise<void> => {
    await followed.uploaded(dataSet, records);
    await allEvaluated(database);
  };
}

/** What the service keeps about the alerts of a follower. */
export const readWatch = ({ database }: Pick<OwnApp, 'database'>, { followed, userId }: Follower) =>
  database.reader.findOneByOrFail(AlertWatchEntity, { followedId: followed.userId, followerId: userId });

/** Changes what the service keeps about the alerts of a follower. */
export const changeWatch = (
  { database }: Pick<OwnApp, 'database'>,
  { followed, userId }: Follower,
  changes: Partial<AlertWatchEntity>,
) =>
  database.transaction((manager) =>
    manager.update(AlertWatchEntity, { followedId: followed.userId, followerId: userId }, changes),
  );
