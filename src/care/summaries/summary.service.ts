import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { SummaryReporter } from './ports';
import type { PatientSummary } from '../patients/patient-summary.entity';
import type { PatientSummaryService } from '../patients/patient-summary.service';
import { now } from '../../platform/clock';
import type {
  GlucoseReader,
  MeasureKey,
  OutdatedKey,
  PendingChanges,
  Share,
} from '../../records/data/glucose-reader.service';
import { NoAccountError } from '../../platform/database/account-column';
import type { Database } from '../../platform/database/database';
import { unavailable } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import { assertAccountId } from '../../platform/rules/identifiers';
import { Calculation, type Calculated } from './calculation';
import { patientStats } from './patient-stats';
import { countsImpossible } from './periods';
import { summaryEvents } from './summary-events';
import { summaryId, makeSummary, type Summary, type SummaryKey } from './summary';
import { deleteCalculated, ensureRow, OvertakenError, storeCalculated } from './summary-store';
import {
  schemaVersion,
  SummaryBucketEntity,
  SummaryDayEntity,
  SummaryEntity,
  SummaryIntervalEntity,
  type SummaryType,
} from './summary.entity';

const mostAttempts = 20;
/** Milliseconds. Random pauses between attempts, so that two calculations do not collide again. */
const longestPause = 40;

/** Reasons for a calculation that also trigger reports to health record systems. */
const reportedReasons: ReadonlySet<string> = new Set([
  'UPLOAD_COMPLETED',
  'LEGACY_UPLOAD_COMPLETED',
  'LEGACY_DATA_ADDED',
]);

/** Milliseconds of records that SQLite reads without blocking others for long. */
const fewRecords = 2 * 86_400_000;

const isLong = ({ ranges }: PendingChanges): boolean =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0) > fewRecords;

const measureKey = ({ userId, type }: SummaryKey): MeasureKey => ({ userId, measure: type });

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  glucoseReader: GlucoseReader;
  patientSummaries: PatientSummaryService;
  ehrSync: SummaryReporter;
  events: EventService;
}

/** Glucose statistics of accounts. */
export class SummaryService {
  constructor(private readonly parts: Parts) {}

  /** Stored summaries, in the order of the keys; null if there is none. For loaders. */
  readonly findMany = async (keys: readonly SummaryKey[]): Promise<(Summary | null)[]> => {
    const userIds = [...new Set(keys.map(({ userId }) => userId))];
    const [rows, changes] = await Promise.all([
      this.parts.database.plain.find(SummaryEntity, { userId: userIds }),
      this.parts.glucoseReader.pending(keys.map(measureKey)),
    ]);
    return keys.map((key, index) =>
      makeSummary(
        key,
        rows.find(({ userId, type }) => userId === key.userId && type === key.type),
        changes[index] as PendingChanges,
      ),
    );
  };

  /**
   * Updates and returns a summary; null if no record counts any more, or the account does not exist. Throws when the
   * account id is malformed.
   */
  async recompute(key: SummaryKey): Promise<Summary | null> {
    await this.update(key);
    const [summary] = await this.findMany([key]);
    return summary ?? null;
  }

  /**
   * Updates a summary, if the account exists. Throws when the account id is malformed, and `UNAVAILABLE` when other
   * calculations are faster again and again.
   */
  async update(key: SummaryKey): Promise<void> {
    assertAccountId('userId', key.userId);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.calculate(key);
      } catch (error) {
        if (error instanceof NoAccountError) return;
        if (!(error instanceof OvertakenError)) throw error;
        if (attempt >= mostAttempts) throw unavailable(error);
        await pause(Math.random() * longestPause);
      }
    }
  }

  private async calculate(key: SummaryKey): Promise<void> {
    const began = now();
    const [changes] = (await this.parts.glucoseReader.pending([measureKey(key)])) as [PendingChanges];
    const kept = await this.loadRow(key, changes);
    // Weeks and months are missing if an earlier release has calculated last.
    const areIntervalsKept = kept !== undefined && kept.intervalsVersion === kept.version;
    const { isReading } = this.parts.glucoseReader;
    const isUsable =
      kept?.schemaVersion === schemaVersion &&
      !(kept.content && countsImpossible(kept.content.periods, isReading));
    const isComplete = areIntervalsKept && kept.content && isUsable;
    if (isComplete && changes.ranges.length === 0) {
      if (changes.ids.length > 0) await this.clearMark(key, changes);
      return;
    }
    // Buckets of another schema version are useless, and so are those with amounts that count no more.
    const coveredFrom = isUsable ? kept.coveredFrom : null;
    const intervalsFrom = coveredFrom !== null && areIntervalsKept ? kept.intervalsFrom : null;
    const calculated = await this.parts.database.readInSteps(
      (query) =>
        new Calculation(this.parts.glucoseReader, query, measureKey(key), began).run({
          coveredFrom,
          intervalsFrom,
          newest: kept?.content?.lastData ?? null,
          changes,
        }),
      { account: key.userId, isLarge: (kept && coveredFrom === null) || isLong(changes) },
    );
    await this.store(key, kept, changes, { ...calculated, coveredBefore: coveredFrom }, began);
  }

  /**
   * The row that a calculation replaces; undefined before the first one. Whoever stores a result deletes the changes that it
   * covers, which tells another calculation without a row that it was overtaken; without changes, a row has to.
   */
  private async loadRow(key: SummaryKey, changes: PendingChanges): Promise<SummaryEntity | undefined> {
    const find = async () => (await this.parts.database.plain.find(SummaryEntity, { ...key }))[0];
    const found = await find();
    if (found || changes.ids.length > 0) return found;
    await this.parts.database.transaction((manager) => ensureRow(manager, key));
    const made = await find();
    if (!made) throw new OvertakenError();
    return made;
  }

  /** No record has changed, so all figures and dates stay. */
  private async clearMark(key: SummaryKey, changes: PendingChanges): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await this.parts.glucoseReader.forget(manager, measureKey(key), changes.ids);
      this.parts.events.publish(manager, summaryEvents(key.userId), { type: key.type });
    });
  }

  private async store(
    key: SummaryKey,
    kept: SummaryEntity | undefined,
    changes: PendingChanges,
    calculated: Calculated & { coveredBefore: number | null },
    began: number,
  ): Promise<void> {
    const { content, coveredFrom } = calculated;
    const full = content && { ...content, lastUpdatedReason: changes.reasons };
    await this.parts.database.transaction(async (manager) => {
      if (full && coveredFrom !== null) {
        const values = { lastUpdated: began, content: full };
        await storeCalculated(manager, key, kept?.version, { ...calculated, coveredFrom }, values);
      } else if (kept) {
        await deleteCalculated(manager, key, kept.version);
      }
      const reflected = await this.parts.glucoseReader.forget(manager, measureKey(key), changes.ids);
      if (!kept && reflected < changes.ids.length) throw new OvertakenError();
      if (calculated.ahead !== null)
        await this.parts.glucoseReader.noteAhead(manager, measureKey(key), changes, calculated.ahead);
      if (full || kept?.content) {
        await this.tellClinics(manager, key, full && { schemaVersion, lastUpdated: began, content: full });
        this.parts.events.publish(manager, summaryEvents(key.userId), { type: key.type });
      }
    });
  }

  private async tellClinics(
    manager: EntityManager,
    key: SummaryKey,
    calculated: Parameters<typeof patientStats>[2] | null,
  ): Promise<void> {
    const { userId, type } = key;
    if (type === 'con') return;
    const makeStats = () => calculated && patientStats(type, summaryId(key), calculated);
    await this.parts.patientSummaries.copy(manager, userId, type, makeStats);
    const reasons: readonly string[] = calculated?.content.lastUpdatedReason ?? [];
    if (reasons.some((reason) => reportedReasons.has(reason)))
      await this.parts.ehrSync.syncAccountWithin(manager, userId);
  }

  /** The stored summaries of an account in the form for clinics; empty if there are none. */
  async loadPatientSummary(manager: EntityManager, userId: string): Promise<PatientSummary> {
    const rows = await manager.findBy(SummaryEntity, { userId });
    const stats = rows.flatMap(({ type, content, schemaVersion: version, lastUpdated }) => {
      if (type === 'con' || !content || lastUpdated === null) return [];
      const kept = { schemaVersion: version, lastUpdated, content };
      return [[`${type}Stats`, patientStats(type, summaryId({ userId, type }), kept)] as const];
    });
    return Object.fromEntries(stats);
  }

  /** Accounts of a share with outdated summaries of a type, the longest outdated first. */
  outdated(type: SummaryType, size: number, share: Share = { part: 0, of: 1 }): Promise<OutdatedKey[]> {
    return this.parts.glucoseReader.outdated(type, now(), { size, share });
  }

  /**
   * Accounts whose summaries of a type were calculated by another version, and are not outdated yet. SQLite finds numbers below
   * and above another by an index, but not those that differ from it.
   */
  async migratable(type: SummaryType, size: number): Promise<string[]> {
    const rows = await this.parts.database.plain.rows<{ userId: string }>(
      `SELECT s.user_id AS userId FROM summaries s
       WHERE s.summary_type = ? AND (s.schema_version < ? OR s.schema_version > ?) AND s.content IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM glucose_changes c
         WHERE c.user_id = s.user_id AND c.summary_type = s.summary_type AND c.reason IS NOT NULL)
       ORDER BY s.last_updated, s.user_id LIMIT ?`,
      [type, schemaVersion, schemaVersion, size],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Marks summaries that were calculated by another version as outdated. Returns their number. */
  async migrate(type: SummaryType, size: number): Promise<number> {
    const userIds = await this.migratable(type, size);
    await this.parts.database.transaction((manager) =>
      this.parts.glucoseReader.noteEverything(manager, userIds, type, 'SCHEMA_MIGRATION'),
    );
    return userIds.length;
  }

  /** Deletes all summaries of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.parts.database.transaction(async (manager) => {
      await manager.delete(SummaryEntity, { userId });
      await manager.delete(SummaryDayEntity, { userId });
      await manager.delete(SummaryIntervalEntity, { userId });
      await manager.delete(SummaryBucketEntity, { userId });
    });
  }
}
