import { randomUUID } from 'node:crypto';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import type { AlertsActivity } from './alert-kinds';
import { AlertWatchEntity } from './alert-watch.entity';
import type { FollowerPair } from './follower-pair';
import { UploadReceiptEntity } from './upload-receipt.entity';

/** What has to be done about a configuration: look at new data, or at silence. */
export type WatchCause = 'dueTime' | 'silenceTime';

/** A row that somebody holds the lease of. */
export type HeldWatch = AlertWatchEntity & {
  /** What of `wanted` this lease answers. */
  seen: number;
};

/** What an evaluation leaves behind. */
export interface WatchChanges {
  activity: AlertsActivity;
  pendingId: string | null;
}

/** A lease that ends. `silenceTime` is left out to stay as it is. */
interface Ending {
  watch: HeldWatch;
  silenceTime?: number | null;
}

/** Milliseconds. Longer than the longest delivery; so long does what a killed process was at wait for another one. */
const leaseTime = 20_000;

const receiptsAtOnce = 500;

const keysOf = (pairs: readonly FollowerPair[]) => ({
  sql: `(followed_id, follower_id) IN (${pairs.map(() => '(?, ?)').join(', ')})`,
  parameters: pairs.flatMap(({ followedId, followerId }) => [followedId, followerId]),
});

/**
 * The work that alerts are, as rows that any number of processes share. Whoever evaluates a configuration or delivers what
 * came of it holds a lease on its row meanwhile, so this never happens twice at once; when a process dies, its leases
 * run out and others take over.
 */
export class AlertWatches {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  /** Calls `listener` whenever this process has committed something that may be due. */
  onWanted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Tells whoever listens, once the transaction is committed. */
  tellAfterCommit(manager: EntityManager): void {
    this.database.afterCommit(manager, () => this.listeners.forEach((listener) => listener()));
  }

  /** Asks for an evaluation of a configuration, which may be a new one. */
  async want(manager: EntityManager, { followedId, followerId }: FollowerPair): Promise<void> {
    const time = now();
    const unseen = { activity: {}, wanted: 0, done: 0, dueTime: null, nextTime: null, silenceTime: null };
    const idle = { leaseTime: 0, worker: null, attempts: 0, pendingId: null };
    await manager
      .createQueryBuilder()
      .insert()
      .into(AlertWatchEntity)
      .values({ followedId, followerId, ...unseen, ...idle })
      .orIgnore()
      .updateEntity(false)
      .execute();
    await manager.query(
      `UPDATE alert_watches SET wanted = wanted + 1, due_time = ?, silence_time = ?
        WHERE followed_id = ? AND follower_id = ?`,
      [time, time, followedId, followerId],
    );
    this.tellAfterCommit(manager);
  }

  /** Asks for an evaluation of every configuration that new data are for. */
  async wantForReceipts(): Promise<void> {
    if (!(await this.database.reader.existsBy(UploadReceiptEntity, { dueTime: LessThanOrEqual(now()) })))
      return;
    await this.database.transaction(async (manager) => {
      const query = manager
        .createQueryBuilder(UploadReceiptEntity, 'receipt')
        .where('receipt.dueTime <= :time', { time: now() })
        .orderBy('receipt.dueTime')
        .limit(receiptsAtOnce);
      if (this.database.dialect === 'mysql') query.setLock('pessimistic_write').setOnLocked('skip_locked');
      const receipts = await query.getMany();
      if (receipts.length === 0) return;
      const pairs = await this.followersOf(manager, receipts);
      if (pairs.length > 0) {
        const { sql, parameters } = keysOf(pairs);
        await manager.query(`UPDATE alert_watches SET wanted = wanted + 1, due_time = ? WHERE ${sql}`, [
          now(),
          ...parameters,
        ]);
      }
      await manager.query(
        `UPDATE upload_receipts SET due_time = NULL
          WHERE (user_id, upload_id) IN (${receipts.map(() => '(?, ?)').join(', ')})`,
        receipts.flatMap(({ userId, uploadId }) => [userId, uploadId]),
      );
    });
  }

  /** Whose configurations are for one of these data sets, or for all of the account. */
  private async followersOf(
    manager: EntityManager,
    receipts: readonly UploadReceiptEntity[],
  ): Promise<FollowerPair[]> {
    const userIds = [...new Set(receipts.map(({ userId }) => userId))];
    const configs: { followedId: string; followerId: string; dataSetId: string | null }[] =
      await manager.query(
        `SELECT followed_id AS followedId, follower_id AS followerId, data_set_id AS dataSetId
           FROM alerts_configs WHERE followed_id IN (${userIds.map(() => '?').join(', ')})`,
        userIds,
      );
    const received = new Set(receipts.map(({ userId, uploadId }) => `${userId} ${uploadId}`));
    return configs.filter(
      ({ followedId, dataSetId }) => dataSetId === null || received.has(`${followedId} ${dataSetId}`),
    );
  }

  /** Takes what is to be done and nobody is at; nobody else is given it until the lease is over. */
  async take(cause: WatchCause, size: number): Promise<HeldWatch[]> {
    const time = now();
    // What is promised is delivered when it is due, however silence is looked for.
    const due = {
      [cause]: LessThanOrEqual(time),
      leaseTime: LessThanOrEqual(time),
      ...(cause === 'silenceTime' && { pendingId: IsNull() }),
    };
    if (!(await this.database.reader.existsBy(AlertWatchEntity, due))) return [];
    const lease = { leaseTime: time + leaseTime, worker: randomUUID() };
    return this.database.transaction(async (manager) => {
      const query = manager
        .createQueryBuilder(AlertWatchEntity, 'watch')
        .where(due)
        .orderBy(`watch.${cause}`)
        .limit(size);
      if (this.database.dialect === 'mysql') query.setLock('pessimistic_write').setOnLocked('skip_locked');
      const watches = await query.getMany();
      if (watches.length === 0) return [];
      const { sql, parameters } = keysOf(watches);
      const { leaseTime: until, worker } = lease;
      // What is due stays due until the lease is over, so that it is taken again when this process dies.
      const isData = cause === 'dueTime';
      await manager.query(
        `UPDATE alert_watches SET lease_time = ?, worker = ?${isData ? ', due_time = ?' : ''} WHERE ${sql}`,
        [until, worker, ...(isData ? [until] : []), ...parameters],
      );
      return watches.map((watch) => {
        const seen = isData && watch.pendingId === null ? watch.wanted : watch.done;
        return Object.assign(watch, lease, { seen });
      });
    });
  }

  /** Keeps the lease for as long again. False when it is lost, or the configuration deleted. */
  async renew(watch: HeldWatch): Promise<boolean> {
    const renewed = { leaseTime: now() + leaseTime };
    const { affected } = await this.database.transaction((manager) =>
      manager.update(AlertWatchEntity, held(watch), renewed),
    );
    if (affected === 1) Object.assign(watch, renewed);
    return affected === 1;
  }

  /**
   * Stores what an evaluation has found and keeps the lease, for a delivery. False when it is lost.
   *
   * @param silenceTime when silence is to be looked for next; left out to stay as it is
   */
  async store(
    manager: EntityManager,
    watch: HeldWatch,
    changes: WatchChanges,
    silenceTime?: number | null,
  ): Promise<boolean> {
    const { affected } = await manager.update(AlertWatchEntity, held(watch), {
      ...changes,
      done: watch.seen,
      attempts: 0,
      dueTime: watch.leaseTime,
      nextTime: watch.nextTime,
    });
    if (affected === 1 && silenceTime !== undefined) {
      const unchanged = { ...held(watch), silenceTime: watch.silenceTime ?? undefined };
      await manager.update(AlertWatchEntity, unchanged, { silenceTime });
    }
    return affected === 1;
  }

  /** Stores what has changed and ends the lease. False when it is lost; nothing is changed then. */
  async settle(
    manager: EntityManager,
    watch: HeldWatch,
    changes: Partial<WatchChanges>,
    silenceTime?: number | null,
  ): Promise<boolean> {
    const { affected } = await manager.update(AlertWatchEntity, held(watch), changes);
    await this.release(manager, [{ watch, silenceTime }]);
    return affected === 1;
  }

  /**
   * Ends leases of one `take`. What has been asked for since they began is due at once, the others when the time of a
   * reading comes.
   */
  async release(manager: EntityManager, endings: readonly Ending[]): Promise<void> {
    const [first] = endings;
    if (!first) return;
    const watches = endings.map(({ watch }) => watch);
    const byWatch = (valueOf: (ending: Ending) => number | null) => ({
      sql: `CASE ${watches.map(() => 'WHEN followed_id = ? AND follower_id = ? THEN ?').join(' ')} END`,
      parameters: endings.flatMap((ending) => [
        ending.watch.followedId,
        ending.watch.followerId,
        valueOf(ending),
      ]),
    });
    const seen = byWatch(({ watch }) => watch.seen);
    const silenceSeen = byWatch(({ watch }) => watch.silenceTime);
    const silence = byWatch(({ watch, silenceTime }) =>
      silenceTime === undefined ? watch.silenceTime : silenceTime,
    );
    const next = byWatch(({ watch }) => watch.nextTime);
    const keys = keysOf(watches);
    // Whoever configures meanwhile sets another time for silence, which then counts.
    await manager.query(
      `UPDATE alert_watches
          SET due_time = CASE WHEN wanted > ${seen.sql} THEN ? ELSE ${next.sql} END,
              next_time = ${next.sql}, done = ${seen.sql},
              silence_time = CASE WHEN silence_time = ${silenceSeen.sql} THEN ${silence.sql} ELSE silence_time END,
              attempts = 0, lease_time = 0, worker = NULL
        WHERE worker = ? AND ${keys.sql}`,
      [
        ...[...seen.parameters, now(), ...next.parameters, ...next.parameters, ...seen.parameters],
        ...[...silenceSeen.parameters, ...silence.parameters],
        ...[first.watch.worker, ...keys.parameters],
      ],
    );
  }

  /** Ends the lease after a failure; it is due again after `delay` milliseconds. False when it is lost. */
  async postpone(manager: EntityManager, watch: HeldWatch, delay: number): Promise<boolean> {
    const { affected } = await manager.update(AlertWatchEntity, held(watch), {
      attempts: watch.attempts + 1,
      dueTime: now() + delay,
      leaseTime: 0,
      worker: null,
    });
    return affected === 1;
  }
}

const held = ({ followedId, followerId, worker }: HeldWatch) => ({
  followedId,
  followerId,
  worker: worker ?? '',
});
