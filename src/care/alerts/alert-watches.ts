import { randomUUID } from 'node:crypto';
import { IsNull, LessThanOrEqual, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { areOneOf } from '../../platform/database/exact-text';
import { currentTraceParent } from '../../platform/telemetry/tracing';
import type { AlertsActivity } from './alert-kinds';
import { AlertWatchEntity } from './alert-watch.entity';
import type { FollowerPair } from './follower-pair';
import { UploadReceiptEntity } from './upload-receipt.entity';

/** What to do for a configuration: evaluate new data, or check for silence. */
export type WatchCause = 'dueTime' | 'silenceTime';

/** A leased row. */
export type HeldWatch = AlertWatchEntity & {
  /** The part of `wanted` covered by this lease. */
  seen: number;
};

/** The outcome of an evaluation. */
export interface WatchChanges {
  activity: AlertsActivity;
  pendingId: string | null;
}

/** A lease that ends. An absent `silenceTime` stays unchanged. */
interface Ending {
  watch: HeldWatch;
  silenceTime?: number | null;
}

/** Milliseconds. Longer than the longest delivery; the work of a killed process waits this long for another one. */
const leaseTime = 20_000;

const receiptsAtOnce = 500;

/** How many pairs one statement names: databases limit its parameters, and compare many pairs slowly. */
const pairsAtOnce = 100;

const matchPairs = (pairs: readonly FollowerPair[]) =>
  areOneOf(
    ['followed_id', 'follower_id'],
    pairs.map(({ followedId, followerId }) => [followedId, followerId]),
  );

/** A value that differs between the rows of these pairs. */
const choosePerPair = <Pair extends FollowerPair>(
  pairs: readonly Pair[],
  valueOf: (pair: Pair) => number | string | null,
) => ({
  sql: `CASE ${pairs.map(() => 'WHEN followed_id = ? AND follower_id = ? THEN ?').join(' ')} END`,
  parameters: pairs.flatMap((pair) => [pair.followedId, pair.followerId, valueOf(pair)]),
});

/**
 * Pending alert work as rows shared by any number of processes. An evaluation or delivery holds a lease on the row
 * of its configuration, so it never happens twice at once. When a process dies, its leases expire and others take
 * over.
 */
export class AlertWatches {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly database: Database) {}

  /** Calls `listener` whenever this process has committed something that may be due. */
  onWanted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Notifies listeners after the transaction is committed. */
  tellAfterCommit(manager: EntityManager): void {
    this.database.afterCommit(manager, () => this.listeners.forEach((listener) => listener()));
  }

  /** Requests the evaluation of a configuration, possibly a new one. */
  async want(manager: EntityManager, { followedId, followerId }: FollowerPair): Promise<void> {
    const time = now();
    const unseen = { activity: {}, wanted: 0, done: 0, dueTime: null, nextTime: null, silenceTime: null };
    const idle = { leaseTime: 0, worker: null, attempts: 0, pendingId: null, traceParent: null };
    await manager
      .createQueryBuilder()
      .insert()
      .into(AlertWatchEntity)
      .values({ followedId, followerId, ...unseen, ...idle })
      .orIgnore()
      .updateEntity(false)
      .execute();
    await manager.query(
      `UPDATE alert_watches SET wanted = wanted + 1, due_time = ?, silence_time = ?,
              trace_parent = COALESCE(?, trace_parent)
        WHERE followed_id = ? AND follower_id = ?`,
      [time, time, currentTraceParent(), followedId, followerId],
    );
    this.tellAfterCommit(manager);
  }

  /** Requests the evaluation of every configuration affected by new data. */
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
      const all = await this.findFollowers(manager, receipts);
      for (let start = 0; start < all.length; start += pairsAtOnce) {
        const pairs = all.slice(start, start + pairsAtOnce);
        const { sql, parameters } = matchPairs(pairs);
        const cause = choosePerPair(pairs, ({ traceParent }) => traceParent);
        await manager.query(
          `UPDATE alert_watches SET wanted = wanted + 1, due_time = ?,
                  trace_parent = COALESCE(${cause.sql}, trace_parent) WHERE ${sql}`,
          [now(), ...cause.parameters, ...parameters],
        );
      }
      const read = areOneOf(
        ['user_id', 'upload_id'],
        receipts.map(({ userId, uploadId }) => [userId, uploadId]),
      );
      await manager.query(
        `UPDATE upload_receipts SET due_time = NULL, trace_parent = NULL WHERE ${read.sql}`,
        read.parameters,
      );
    });
  }

  /** Configurations for one of these data sets, or for the whole account, each with the span of an upload there. */
  private async findFollowers(
    manager: EntityManager,
    receipts: readonly UploadReceiptEntity[],
  ): Promise<(FollowerPair & Pick<UploadReceiptEntity, 'traceParent'>)[]> {
    const userIds = [...new Set(receipts.map(({ userId }) => userId))];
    const configs: { followedId: string; followerId: string; dataSetId: string | null }[] =
      await manager.query(
        `SELECT followed_id AS followedId, follower_id AS followerId, data_set_id AS dataSetId
           FROM alerts_configs WHERE followed_id IN (${userIds.map(() => '?').join(', ')})`,
        userIds,
      );
    const received = new Map<string, UploadReceiptEntity>();
    for (const receipt of receipts) {
      const ofAccount = received.get(receipt.userId);
      if (!ofAccount?.traceParent) received.set(receipt.userId, receipt);
      received.set(`${receipt.userId} ${receipt.uploadId}`, receipt);
    }
    return configs.flatMap(({ followedId, followerId, dataSetId }) => {
      const receipt = received.get(dataSetId === null ? followedId : `${followedId} ${dataSetId}`);
      return receipt ? [{ followedId, followerId, traceParent: receipt.traceParent }] : [];
    });
  }

  /** Takes due rows without a lease; no other worker gets them until the lease ends. */
  async take(cause: WatchCause, size: number): Promise<HeldWatch[]> {
    const time = now();
    // A pending notification is delivered when it is due, whatever the schedule of silence checks.
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
      const { sql, parameters } = matchPairs(watches);
      const { leaseTime: until, worker } = lease;
      // Due rows stay due until the lease ends, so that they are taken again if this process dies.
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

  /** Renews the lease. Returns false if it is lost, or the configuration was deleted. */
  async renew(watch: HeldWatch): Promise<boolean> {
    const { affected } = await this.database.transaction((manager) =>
      manager.update(AlertWatchEntity, held(watch), { leaseTime: now() + leaseTime }),
    );
    return affected === 1;
  }

  /**
   * Stores the outcome of an evaluation and keeps the lease for a delivery. Returns false if it is lost.
   *
   * @param silenceTime when to check for silence next; unchanged if absent
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

  /** Stores changes and ends the lease. Returns false if it is lost; nothing is changed then. */
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

  /** Ends leases of one `take`. Rows with new requests are due at once, the others when a reading becomes current. */
  async release(manager: EntityManager, endings: readonly Ending[]): Promise<void> {
    const [first] = endings;
    if (!first) return;
    const watches = endings.map(({ watch }) => watch);
    const silences = new Map(endings.map(({ watch, silenceTime }) => [watch, silenceTime]));
    const seen = choosePerPair(watches, (watch) => watch.seen);
    const silenceSeen = choosePerPair(watches, (watch) => watch.silenceTime);
    const silence = choosePerPair(watches, (watch) => {
      const silenceTime = silences.get(watch);
      return silenceTime === undefined ? watch.silenceTime : silenceTime;
    });
    const next = choosePerPair(watches, (watch) => watch.nextTime);
    const keys = matchPairs(watches);
    // A configuration changed in the meantime sets a different time for silence, which then counts.
    await manager.query(
      `UPDATE alert_watches
          SET due_time = CASE WHEN wanted > ${seen.sql} THEN ? ELSE ${next.sql} END,
              trace_parent = CASE WHEN wanted > ${seen.sql} THEN trace_parent END,
              next_time = ${next.sql}, done = ${seen.sql},
              silence_time = CASE WHEN silence_time = ${silenceSeen.sql} THEN ${silence.sql} ELSE silence_time END,
              attempts = 0, lease_time = 0, worker = NULL
        WHERE worker = ? AND ${keys.sql}`,
      [
        ...[...seen.parameters, now(), ...next.parameters, ...seen.parameters],
        ...[...next.parameters, ...seen.parameters],
        ...[...silenceSeen.parameters, ...silence.parameters],
        ...[first.watch.worker, ...keys.parameters],
      ],
    );
  }

  /** Ends the lease after a failure; the row is due again after `delay` milliseconds. Returns false if it is lost. */
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
