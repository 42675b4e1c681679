import { randomUUID } from 'node:crypto';
import { now } from '../../platform/clock';
import type { RecentReadings, RecentReadingsService } from '../../records/data/recent-readings.service';
import type { Database } from '../../platform/database/database';
import type { Logger } from '../../platform/logging';
import type { SharingService } from '../../identity/sharing/sharing.service';
import { retryDelays, type AlertDelivery } from './alert-delivery';
import { beforeSending, type AlertKind } from './alert-kinds';
import { alertMessage } from './alert-messages';
import type { AlertNotificationService } from './alert-notification.service';
import type { AlertWatches, HeldWatch, WatchCause } from './alert-watches';
import type { AlertsConfigEntity } from './alerts-config.entity';
import type { AlertsService } from './alerts.service';
import {
  evaluateData,
  evaluateSilence,
  lookBack,
  nextSilenceLook,
  readFrom,
  reportedReading,
  type Evaluation,
  type Facts,
} from './evaluate';
import type { UploadReceiptsService } from './upload-receipts.service';

/** Milliseconds until silence is checked again for a follower without permission. */
const pauseOfStrangers = 60_000;

/** Milliseconds until silence is checked again after a failure. */
const pauseAfterFailure = 15_000;

export interface EvaluatorParts {
  database: Database;
  alerts: AlertsService;
  watches: AlertWatches;
  receipts: UploadReceiptsService;
  readings: RecentReadingsService;
  sharing: SharingService;
  notifications: AlertNotificationService;
  delivery: AlertDelivery;
  /** Name of the service in messages. */
  brand: string;
  log: Logger;
}

/** A configuration to evaluate, with all of its inputs. */
interface Job {
  watch: HeldWatch;
  config: AlertsConfigEntity;
  facts: Facts;
  /** The span behind the data to evaluate; null if it was not traced, and for silence. */
  traceParent: string | null;
}

/** The outcome of an evaluation. `silenceTime` is absent if silence was not checked. */
interface Result extends Evaluation {
  silenceTime?: number | null;
}

const nothingRead = { readings: [], lastLoop: null, next: null };

/** Evaluates alerts and delivers notifications. */
export class AlertEvaluator {
  constructor(private readonly parts: EvaluatorParts) {}

  /** Processes the rows of one `take` and ends their leases. Never throws: failures are retried or logged. */
  async evaluate(cause: WatchCause, watches: readonly HeldWatch[]): Promise<void> {
    const fresh = watches.filter(({ pendingId }) => pendingId === null);
    const promised = watches.filter(({ pendingId }) => pendingId !== null);
    await Promise.all([
      ...promised.map((watch) => this.guard(cause, [watch], () => this.parts.delivery.deliver(watch))),
      this.guard(cause, fresh, () => this.evaluateFresh(cause, fresh)),
    ]);
  }

  private async evaluateFresh(cause: WatchCause, watches: readonly HeldWatch[]): Promise<void> {
    const time = now();
    const jobs = await this.load(cause, watches, time);
    if (cause === 'dueTime') {
      for (const watch of watches) watch.nextTime = null;
      for (const { watch, facts } of jobs) watch.nextTime = facts.next;
    }
    const results = jobs.map((job) => ({ job, result: evaluateJob(cause, job) }));
    const isQuiet = ({ job, result }: (typeof results)[number]) =>
      result.notify === null && result.activity === job.watch.activity;
    const known = new Set(jobs.map(({ watch }) => watch));
    const strangers = watches
      .filter((watch) => !known.has(watch))
      .map((watch) =>
        cause === 'silenceTime' ? { watch, silenceTime: time + pauseOfStrangers } : { watch },
      );
    const quiet = results.filter(isQuiet).map(({ job: { watch }, result }) => ({ ...result, watch }));
    const endings = [...strangers, ...quiet];
    if (endings.length > 0) {
      const { database, watches: rows } = this.parts;
      await database.transaction((manager) => rows.release(manager, endings));
    }
    await Promise.all(
      results
        .filter((each) => !isQuiet(each))
        .map(({ job, result }) => this.guard(cause, [job.watch], () => this.follow(job, result))),
    );
  }

  /**
   * Everything needed to evaluate some configurations, with a handful of statements; those without permission are
   * omitted.
   */
  private async load(cause: WatchCause, watches: readonly HeldWatch[], time: number): Promise<Job[]> {
    if (watches.length === 0) return [];
    const { alerts, sharing, readings, receipts } = this.parts;
    const [configs, held] = await Promise.all([
      alerts.findMany(watches),
      sharing.effectivePermissions(
        watches.map(({ followedId, followerId }) => ({ ownerId: followedId, userId: followerId })),
      ),
    ]);
    const candidates = watches.flatMap((watch, index) => {
      const config = configs[index];
      return config && held[index]?.has('follow') ? [{ watch, config }] : [];
    });
    const subjects = candidates.map(({ watch, config }) => ({
      userId: config.followedId,
      uploadId: config.dataSetId,
      from: readFrom(config.sections, watch.activity, time),
      to: time,
    }));
    const [recent, lastReceipts] = await Promise.all([
      cause === 'dueTime' ? readings.find(subjects) : [],
      receipts.lastReceipts(subjects),
    ]);
    return candidates.map(({ watch, config }, index) => {
      const lastReceipt = lastReceipts[index] ?? null;
      const facts = { ...sortOut(recent[index] ?? nothingRead, config, time), now: time, lastReceipt };
      return { watch, config, facts, traceParent: cause === 'dueTime' ? watch.traceParent : null };
    });
  }

  /** Stores changes and delivers notifications. */
  private async follow(
    { watch, facts, traceParent }: Job,
    { activity, notify, silenceTime }: Result,
  ): Promise<void> {
    const { database, watches, delivery } = this.parts;
    if (notify === null) {
      await database.transaction((manager) => watches.settle(manager, watch, { activity }, silenceTime));
      return;
    }
    const notification = { ...this.buildNotification(watch, notify), traceParent };
    const reading = reportedReading(notify, facts);
    const changes = { activity: beforeSending(activity, notify, reading), pendingId: notification.id };
    const isStored = await database.transaction(async (manager) => {
      const isHeld = await watches.store(manager, watch, changes, silenceTime);
      if (isHeld) await this.parts.notifications.add(manager, notification);
      return isHeld;
    });
    if (isStored) await delivery.deliver(Object.assign(watch, changes, { attempts: 0 }));
  }

  private buildNotification({ followedId, followerId }: HeldWatch, kind: AlertKind) {
    return {
      id: randomUUID(),
      recipientId: followerId,
      followedId,
      kind,
      message: alertMessage(kind, this.parts.brand),
      createdTime: now(),
      deliveredTime: null,
      error: null,
    };
  }

  /** Failures are retried a few times after a while; silence is checked again on its own schedule. */
  private async guard(
    cause: WatchCause,
    watches: readonly HeldWatch[],
    work: () => Promise<void>,
  ): Promise<void> {
    const { log, database, watches: rows } = this.parts;
    try {
      await work();
    } catch (error) {
      try {
        log.error({ error }, 'alerts could not be evaluated');
        await Promise.all(
          watches.map((watch) => {
            const delay = retryDelays[watch.attempts];
            const silenceTime = cause === 'silenceTime' ? now() + pauseAfterFailure : undefined;
            return database.transaction<unknown>((manager) =>
              cause === 'dueTime' && delay !== undefined
                ? rows.postpone(manager, watch, delay)
                : rows.release(manager, [{ watch, silenceTime }]),
            );
          }),
        );
      } catch (unreachable) {
        log.error({ error: unreachable }, 'alerts wait until their leases expire');
      }
    }
  }
}

/** Separates the readings that count from those before. */
function sortOut({ readings, ...others }: RecentReadings, { sections }: AlertsConfigEntity, time: number) {
  const first = time - lookBack(sections);
  return {
    ...others,
    readings: readings.filter((each) => each.time >= first),
    earlier: readings.filter((each) => each.time < first),
  };
}

function evaluateJob(cause: WatchCause, { watch, config, facts }: Job): Result {
  if (cause === 'dueTime') return evaluateData(config.sections, watch.activity, facts);
  const evaluation = evaluateSilence(config.sections, watch.activity, facts);
  return { ...evaluation, silenceTime: nextSilenceLook(config.sections, evaluation, facts) };
}
