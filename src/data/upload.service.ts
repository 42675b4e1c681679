import { In, type EntityManager } from 'typeorm';
import { isoTime, now } from '../clock';
import type { EventService } from '../events/event.service';
import { deleteReplaced } from './change-records';
import type { IdempotencyService } from '../idempotency/idempotency.service';
import type { Sender } from '../idempotency/sender';
import { dataEvents } from './data-events';
import type { DataSetEntity } from './data-set.entity';
import type { DataSetService } from './data-set.service';
import { deduplicatorNamed } from './deduplicators/choose';
import type { Deduplicator } from './deduplicators/deduplicator';
import { none } from './deduplicators/none';
import { noteGlucoseChange } from './glucose-changes';
import { inChunks } from './in-chunks';
import { insertRecords, largestContent } from './insert-records';
import { describeBatch } from './record-batch';
import { RecordEntity } from './record.entity';
import { findingTitles, maximumFindings } from './record-types/finding';
import { identityHash } from './record-types/identity';
import { prepareBatch } from './record-types/prepare-batch';
import type { PreparedRecord } from './record-types/prepared-record';
import { recordText } from './record-types/serialize';
import { closedDataSet, invalidBody } from './refusal';
import type { UploadListener } from './upload-listener';

/** What uploads to a data set are for, where they may be repeated. */
export const uploadPurpose = (uploadId: string): string => `upload/${uploadId}`;

/** Puts batches of records into data sets: all records of a batch, or none. */
export class UploadService {
  constructor(
    private readonly dataSets: DataSetService,
    private readonly events: EventService,
    private readonly idempotency: IdempotencyService,
    private readonly listener: UploadListener,
  ) {}

  /**
   * Stores a batch. `readBody` is asked for the parsed body only after the data set is known to take records.
   * Returns how many records were stored. Throws on every finding, and a conflict when the data set is closed.
   *
   * @param sender who sends the upload: one that comes again stores nothing
   */
  async upload(uploadId: string, readBody: () => Promise<unknown>, sender?: Sender): Promise<number> {
    const dataSet = await this.dataSets.assertOpen(uploadId);
    const body = await readBody();
    const batch = prepareBatch(body);
    if ('findings' in batch) throw invalidBody(batch.findings);
    if (batch.records.length === 0) return 0;
    const deduplicator = deduplicatorNamed(dataSet.deduplicator) ?? none;
    if (deduplicator.hashes === 'deviceId') assertDeviceIds(batch.records);
    const records = toRows(dataSet, deduplicator, batch.records);
    assertStorable(records);
    const sentIds = new Set(batch.records.filter((record) => record.hasOwnId).map((record) => record.id));
    const request = {
      sender,
      userId: dataSet.userId,
      purpose: uploadPurpose(dataSet.uploadId),
      body: () => body,
      isHarmless: records.every((record) => sentIds.has(record.id) || deduplicator.recognizes(record)),
    };
    const stored = await this.idempotency.once(request, async (manager) =>
      String(await this.store(manager, uploadId, deduplicator, records, sentIds)),
    );
    return Number(stored);
  }

  private async store(
    manager: EntityManager,
    uploadId: string,
    deduplicator: Deduplicator,
    records: RecordEntity[],
    sentIds: ReadonlySet<string>,
  ): Promise<number> {
    const dataSet = await this.dataSets.lock(manager, uploadId);
    if (dataSet.state !== 'open') throw closedDataSet();
    const admitted = await deduplicator.admit(manager, dataSet, records);
    const { userId } = dataSet;
    const replacing = admitted.map(({ id }) => id).filter((id) => sentIds.has(id));
    for (const ids of inChunks(replacing)) {
      // A record with the id of an earlier one of the same data set takes its place.
      await deleteReplaced(manager, dataSet, { userId, uploadId, id: In(ids) });
    }
    await insertRecords(manager, admitted);
    const types = new Set(records.map(({ type }) => type));
    await this.listener.accepted(manager, [{ userId, uploadId, types, isVisible: dataSet.active }]);
    if (dataSet.active && admitted.length > 0) {
      await noteGlucoseChange(manager, userId, admitted, { reason: 'DATA_ADDED', continuous: true });
      this.events.publish(manager, dataEvents(userId), { uploadId, batch: describeBatch(admitted) });
    }
    return admitted.length;
  }
}

/** The rows of a batch. Of records with the same id the last one counts. */
function toRows(
  dataSet: DataSetEntity,
  deduplicator: Deduplicator,
  records: readonly PreparedRecord[],
): RecordEntity[] {
  const createdTime = now();
  const rows = new Map<string, RecordEntity>();
  for (const record of records) {
    rows.delete(record.id);
    rows.set(record.id, toRow(dataSet, deduplicator, record, createdTime));
  }
  return [...rows.values()];
}

function toRow(
  { userId, uploadId, active }: DataSetEntity,
  deduplicator: Deduplicator,
  record: PreparedRecord,
  createdTime: number,
): RecordEntity {
  const hash = deduplicator.hashes === null ? null : hashOf(userId, uploadId, deduplicator.hashes, record);
  return Object.assign(new RecordEntity(), {
    userId,
    uploadId,
    id: record.id,
    time: record.time,
    type: record.type,
    subType: record.subType ?? record.deliveryType ?? null,
    active,
    deviceId: record.deviceId ?? null,
    originId: record.originId ?? null,
    hash,
    sampleInterval: record.sampleInterval ?? null,
    reason: record.type === 'dosingDecision' ? (record.reason ?? null) : null,
    source: record.source ?? null,
    createdTime,
    archivedTime: null,
    archivedUploadId: null,
    content: recordText(record, { uploadId, hash: hash ?? undefined }),
  });
}

/** Throws when a record is too large for a statement. */
function assertStorable(records: readonly RecordEntity[]): void {
  const tooLarge = records.find(({ content }) => content.length > largestContent);
  if (!tooLarge) return;
  const detail = `The ${tooLarge.type} of ${isoTime(tooLarge.time)} is larger than ${largestContent} characters.`;
  throw invalidBody([{ code: 'size-out-of-range', title: findingTitles['size-out-of-range'], detail }]);
}

function hashOf(
  userId: string,
  uploadId: string,
  by: 'deviceId' | 'uploadId',
  { deviceId, identity }: PreparedRecord,
): string {
  return identityHash([userId, by === 'deviceId' ? (deviceId ?? '') : uploadId, ...identity]);
}

/** Throws when a record does not name its device although the data set recognizes records by it. */
function assertDeviceIds(records: readonly PreparedRecord[]): void {
  const without = new Map(
    records.filter(({ deviceId }) => deviceId === undefined).map((record) => [record.index, record]),
  );
  if (without.size === 0) return;
  const findings = [...without.values()]
    .slice(0, maximumFindings)
    .map(({ index, type, subType, deliveryType }) => ({
      code: 'value-not-exists' as const,
      title: findingTitles['value-not-exists'],
      detail: 'Records of this data set are recognized by their device and need its id.',
      pointer: `/${index}/deviceId`,
      meta: {
        type,
        ...(subType !== undefined && { subType }),
        ...(deliveryType !== undefined && { deliveryType }),
      },
    }));
  throw invalidBody(findings);
}
