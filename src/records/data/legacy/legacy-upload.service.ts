import { In, type EntityManager } from 'typeorm';
import type { AccountService } from '../../../identity/accounts/account.service';
import { isDuplicateKey, type Database } from '../../../platform/database/database';
import { ApiError } from '../../../platform/errors';
import { LongWork } from '../../../platform/long-work';
import type { EventService } from '../../../platform/events/event.service';
import { dataEvents } from '../data-events';
import { DataSetEntity } from '../data-set.entity';
import type { Actor } from '../data-set.service';
import { glucoseTypes, noteGlucoseChange } from '../glucose-changes';
import { idKey } from '../id-key';
import { inChunks } from '../in-chunks';
import { describeBatch } from '../record-batch';
import type { RecordEntity } from '../record.entity';
import type { Finding } from '../../../platform/validation/finding';
import { findingTitles } from '../../../platform/validation/finding';
import { invalidBody } from '../../../platform/validation/refusal';
import type { AcceptedUpload, UploadListener } from '../upload-listener';
import type { ReadBody, UploadTurns } from '../upload-turns.service';
import { AccountRecords } from './account-records';
import { applyBasal, toBasalPlace } from './effects/basal';
import { applyBolus } from './effects/bolus';
import { applyDeliveryStatus } from './effects/delivery-status';
import type { ApplyEffect, Outcome, PlacedRecord } from './effects/effect';
import { placedByReference } from './effects/note';
import { uploadType } from './families/upload';
import { idOfRecord } from './identify';
import { LegacyDataSets } from './legacy-data-sets';
import type { Effect } from './legacy-type';
import { assertUploaderIsCurrent } from './outdated-uploader';
import { prepareLegacyBatch, storedContent, type LegacyRecord } from './prepare-legacy-batch';

const storeAsIs: ApplyEffect = (record) => storedContent(record, record.id);

const effects: Readonly<Record<Effect, ApplyEffect>> = {
  basal: applyBasal,
  bolus: applyBolus,
  deliveryStatus: applyDeliveryStatus,
  note: storeAsIs,
};

/** Number of records in a full batch of an old uploader. */
const fullBatch = 1_000;

/** Milliseconds within which the next batch follows a full one. */
const longestGap = 90_000;

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  accounts: AccountService;
  events: EventService;
  uploadListener: UploadListener;
}

/**
 * Legacy uploads: records name their upload themselves, repeated ones are recognized by their computed id, and some
 * change earlier records.
 */
export class LegacyUploadService {
  constructor(
    private readonly parts: Parts,
    private readonly turns: UploadTurns,
    private readonly oldestUploader: string,
  ) {}

  /**
   * Stores one record or an array of records, all or none. Returns the indexes of those that already existed. Throws
   * every finding, and when the account does not exist.
   */
  upload(userId: string, readBody: ReadBody, actor: Actor): Promise<number[]> {
    return this.turns.run(userId, readBody, (body) => this.add(userId, body, actor));
  }

  private async add(userId: string, body: unknown, actor: Actor): Promise<number[]> {
    assertUploaderIsCurrent(body, this.oldestUploader);
    const work = new LongWork();
    const batch = await prepareLegacyBatch(body, work);
    if ('findings' in batch) throw refusal(batch.findings, batch.index);
    if (batch.records.length === 0) return [];
    const store = () =>
      this.parts.database.transaction((manager) => this.store(manager, userId, batch.records, actor, work));
    try {
      return await store();
    } catch (error) {
      // Another account took the same address at the same moment; the second attempt sees it.
      if (isDuplicateKey(error)) return store();
      throw error;
    }
  }

  private async store(
    manager: EntityManager,
    userId: string,
    batch: readonly LegacyRecord[],
    actor: Actor,
    work: LongWork,
  ): Promise<number[]> {
    // Uploads of one account are serialized, so that none misses what another one has just stored.
    await this.parts.accounts.lock(manager, userId);
    const announcements = batch.filter(({ kind }) => kind === uploadType);
    const dataSets = await LegacyDataSets.open(manager, userId, announcements);
    const records = await AccountRecords.open(this.parts.database, manager, userId, {
      ids: await idsIn(batch, work),
      basals: batch.filter(({ kind }) => kind.effect === 'basal').map(toBasalPlace),
    });
    const repeated: number[] = [];
    for (const record of batch) {
      const placed = await place(record, records);
      if (record.kind === uploadType) dataSets.add(record, placed.id, userId, actor);
      else if ((await put(placed, records)) === 'repeated') repeated.push(record.index);
      await work.pause();
    }
    await dataSets.store(manager);
    const written = await records.store(work);
    await this.noteChange(manager, userId, batch, written);
    await this.tell(manager, userId, written, work);
    await this.parts.uploadListener.accepted(manager, receivedBy(userId, batch));
    return [...repeated, ...dataSets.repeated].sort((one, other) => one - other);
  }

  /**
   * Old uploaders do not report when they are done. They send full batches as long as there is more, so statistics
   * wait a while after a full one.
   */
  private async noteChange(
    manager: EntityManager,
    userId: string,
    batch: readonly LegacyRecord[],
    written: readonly RecordEntity[],
  ): Promise<void> {
    const touched = batch.map(({ kind, time }) => ({ type: kind.type, time }));
    const isMoreToCome = batch.length % fullBatch === 0;
    await noteGlucoseChange(manager, userId, touched, {
      ...(isMoreToCome
        ? { reason: 'LEGACY_DATA_ADDED', delay: longestGap }
        : { reason: 'LEGACY_UPLOAD_COMPLETED' }),
      continuous: await this.isAnyContinuous(manager, userId, written),
    });
  }

  private async isAnyContinuous(
    manager: EntityManager,
    userId: string,
    written: readonly RecordEntity[],
  ): Promise<boolean> {
    const glucose = written.filter(({ type }) => glucoseTypes.includes(type));
    if (glucose.length === 0) return false;
    const uploadIds = [...new Set(glucose.map(({ uploadId }) => uploadId))];
    for (const chunk of inChunks(uploadIds)) {
      const which = { userId, uploadId: In(chunk), dataSetType: 'continuous' as const };
      if (await manager.existsBy(DataSetEntity, which)) return true;
    }
    return false;
  }

  /** Publishes newly visible records, by upload. */
  private async tell(
    manager: EntityManager,
    userId: string,
    written: readonly RecordEntity[],
    work: LongWork,
  ): Promise<void> {
    for (const [uploadId, rows] of Map.groupBy(written, (row) => row.uploadId)) {
      this.parts.events.publish(manager, dataEvents(userId), { uploadId, batch: describeBatch(rows) });
      await work.pause();
    }
  }
}

/** The records in a batch, by upload; announcing an upload brings none yet. */
function receivedBy(userId: string, batch: readonly LegacyRecord[]): AcceptedUpload[] {
  const typesByUpload = new Map<string, Set<string>>();
  for (const { kind, content } of batch) {
    if (kind === uploadType) continue;
    const uploadId = idKey(content.uploadId as string);
    typesByUpload.set(uploadId, (typesByUpload.get(uploadId) ?? new Set()).add(content.type as string));
  }
  return [...typesByUpload].map(([uploadId, types]) => ({ userId, uploadId, types, isVisible: true }));
}

/** All ids by which the records of a batch are found, or refer to others. */
async function idsIn(batch: readonly LegacyRecord[], work: LongWork): Promise<string[]> {
  const ids: string[] = [];
  for (const { content, kind, previousId } of batch) {
    const reference = kind.effect === 'note' ? content.reference : undefined;
    for (const id of [idOfRecord(content, kind), previousId, reference]) {
      if (typeof id === 'string') ids.push(id);
    }
    await work.pause();
  }
  return ids;
}

/**
 * The record with its id, which is computed from the values that are stored: a note may take the time of another record.
 * Throws when it refers to a record that does not exist.
 */
async function place(record: LegacyRecord, records: AccountRecords): Promise<PlacedRecord> {
  const placed = record.kind.effect === 'note' ? await placedByReference(record, records) : record;
  const id = placed && idOfRecord(placed.content, placed.kind);
  if (placed && id !== undefined) return { ...placed, id };
  throw refusal([unknownReference(record.index)], record.index);
}

async function put(record: PlacedRecord, records: AccountRecords): Promise<Outcome> {
  if (await records.find(record.id)) return 'repeated';
  const { effect } = record.kind;
  const outcome = await (effect ? effects[effect] : storeAsIs)(record, records);
  if (typeof outcome === 'object') records.add(record.time, outcome);
  return outcome;
}

const unknownReference = (index: number): Finding => ({
  code: 'value-not-valid',
  title: findingTitles['value-not-valid'],
  detail: 'There is no record with this id.',
  pointer: `/${index}/reference`,
  meta: { type: 'note' },
});

function refusal(findings: readonly Finding[], index: number | undefined): ApiError {
  const { code, message, findings: shown } = invalidBody(findings);
  return new ApiError(code, message, {
    findings: shown,
    ...(index !== undefined && { wire: { dataIndex: index } }),
  });
}
