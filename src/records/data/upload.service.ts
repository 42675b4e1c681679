import type { EntityManager } from 'typeorm';
import { isoTime, now } from '../../platform/clock';
import { LongWork } from '../../platform/long-work';
import type { EventService } from '../../platform/events/event.service';
import { deleteReplaced } from './change-records';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { Sender } from '../../platform/idempotency/sender';
import { dataEvents } from './data-events';
import type { DataSetEntity } from './data-set.entity';
import type { DataSetService } from './data-set.service';
import { deduplicatorNamed } from './deduplicators/choose';
import type { Deduplicator } from './deduplicators/deduplicator';
import { none } from './deduplicators/none';
import { noteGlucoseChange } from './glucose-changes';
import { insertRecords, largestContent } from './insert-records';
import { lastOfEachId } from './last-of-each-id';
import { describeBatch } from './record-batch';
import { RecordEntity } from './record.entity';
import { findingTitles, maximumFindings } from '../../platform/validation/finding';
import { identityHash } from './record-types/identity';
import { prepareLongBatch } from './record-types/prepare-batch';
import type { PreparedRecord } from './record-types/prepared-record';
import { recordText } from './record-types/serialize';
import { invalidBody } from '../../platform/validation/refusal';
import { closedDataSet } from './refusal';
import type { UploadListener } from './upload-listener';
import type { ReadBody, UploadTurns } from './upload-turns.service';

/** Idempotency purpose of uploads to a data set. */
export const uploadPurpose = (uploadId: string): string => `upload/${uploadId}`;

/** Dependencies of the class below. */
interface Parts {
  dataSets: DataSetService;
  events: EventService;
  idempotency: IdempotencyService;
  uploadListener: UploadListener;
}

type Alongside = (manager: EntityManager, records: readonly RecordEntity[]) => Promise<void>;

/** Adds batches of records to data sets: either all records of a batch or none. */
export class UploadService {
  constructor(
    private readonly parts: Parts,
    private readonly turns: UploadTurns,
  ) {}

  /**
   * Stores a batch. `readBody` is only called once the data set is known to accept records. Returns the number of
   * stored records. Throws every finding, and a conflict when the data set is closed.
   *
   * @param sender the sender of the upload: a repeated upload stores nothing
   * @param found the data set as the request has read it before
   * @param alongside writes in the transaction of the upload
   */
  async upload(
    uploadId: string,
    readBody: ReadBody,
    sender?: Sender,
    found?: DataSetEntity | null,
    alongside?: Alongside,
  ): Promise<number> {
    const dataSet = await this.parts.dataSets.assertOpen(uploadId, found);
    return this.turns.run(dataSet.userId, readBody, (body) => this.add(dataSet, body, { sender, alongside }));
  }

  private async add(
    dataSet: DataSetEntity,
    body: unknown,
    { sender, alongside }: { sender?: Sender; alongside?: Alongside },
  ): Promise<number> {
    const work = new LongWork();
    const batch = await prepareLongBatch(body, work);
    if ('findings' in batch) throw invalidBody(batch.findings, batch.count);
    if (batch.records.length === 0) return 0;
    const deduplicator = deduplicatorNamed(dataSet.deduplicator) ?? none;
    if (deduplicator.hashes === 'deviceId') assertDeviceIds(batch.records);
    const records = await toRows(dataSet, deduplicator, lastOfEachId(batch.records), work);
    assertStorable(records, batch.records);
    const sentIds = new Set(batch.records.filter((record) => record.hasOwnId).map((record) => record.id));
    const request = {
      sender,
      userId: dataSet.userId,
      purpose: uploadPurpose(dataSet.uploadId),
      body: () => body,
      isHarmless: records.every((record) => sentIds.has(record.id) || deduplicator.recognizes(record)),
    };
    const stored = await this.parts.idempotency.once(request, async (manager) => {
      const count = await this.store(manager, dataSet.uploadId, deduplicator, records, sentIds);
      await alongside?.(manager, records);
      return String(count);
    });
    return Number(stored);
  }

  private async store(
    manager: EntityManager,
    uploadId: string,
    deduplicator: Deduplicator,
    records: RecordEntity[],
    sentIds: ReadonlySet<string>,
  ): Promise<number> {
    const dataSet = await this.parts.dataSets.lock(manager, uploadId);
    if (dataSet.state !== 'open') throw closedDataSet();
    const admitted = await deduplicator.admit(manager, dataSet, records);
    const { userId } = dataSet;
    const replacing = admitted.map(({ id }) => id).filter((id) => sentIds.has(id));
    // A record with the id of an earlier one in the same data set replaces it.
    await deleteReplaced(manager, dataSet, {
      field: 'id',
      values: replacing,
      by: [...admitted, ...records],
    });
    await insertRecords(manager, admitted);
    const types = new Set(records.map(({ type }) => type));
    await this.parts.uploadListener.accepted(manager, [
      { userId, uploadId, types, isVisible: dataSet.active },
    ]);
    if (dataSet.active && admitted.length > 0) {
      await noteGlucoseChange(manager, userId, admitted, { reason: 'DATA_ADDED', continuous: true });
      this.parts.events.publish(manager, dataEvents(userId), { uploadId, batch: describeBatch(admitted) });
    }
    return admitted.length;
  }
}

/** Rows made between two looks at the clock. */
const rowsAtOnce = 100;

/** The rows of records with different ids. */
async function toRows(
  dataSet: DataSetEntity,
  deduplicator: Deduplicator,
  records: readonly PreparedRecord[],
  work: LongWork,
): Promise<RecordEntity[]> {
  const createdTime = now();
  const rows: RecordEntity[] = [];
  for (const [index, record] of records.entries()) {
    rows.push(toRow(dataSet, deduplicator, record, createdTime));
    if (index % rowsAtOnce === 0) await work.pause();
  }
  return rows;
}

function toRow(
  { userId, uploadId, active }: DataSetEntity,
  deduplicator: Deduplicator,
  record: PreparedRecord,
  createdTime: number,
): RecordEntity {
  const hash =
    deduplicator.hashes === null ? null : computeHash(userId, uploadId, deduplicator.hashes, record);
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

/** Throws when a record is too large for a statement. `sent` are the records of the rows. */
function assertStorable(rows: readonly RecordEntity[], sent: readonly PreparedRecord[]): void {
  const tooLarge = rows.find(({ content }) => content.length > largestContent);
  if (!tooLarge) return;
  // Of several records with the same id, the last one is the row.
  const { place } = sent.findLast(({ id }) => id === tooLarge.id) as PreparedRecord;
  const detail = `The ${tooLarge.type} record of ${isoTime(tooLarge.time)} is larger than ${largestContent} characters.`;
  throw invalidBody([
    { code: 'size-out-of-range', title: findingTitles['size-out-of-range'], detail, ...place },
  ]);
}

function computeHash(
  userId: string,
  uploadId: string,
  by: 'deviceId' | 'uploadId',
  { deviceId, identity }: PreparedRecord,
): string {
  return identityHash([userId, by === 'deviceId' ? (deviceId ?? '') : uploadId, ...identity]);
}

/** Throws when a record has no device although the deduplicator of the data set needs it. */
function assertDeviceIds(records: readonly PreparedRecord[]): void {
  const without = records.filter(({ deviceId }) => deviceId === undefined);
  if (without.length === 0) return;
  const findings = without.slice(0, maximumFindings).map(({ place: { pointer, meta } }) => ({
    code: 'value-not-exists' as const,
    title: findingTitles['value-not-exists'],
    detail: 'The deduplicator of this data set needs a device id.',
    pointer: `${pointer}/deviceId`,
    meta,
  }));
  throw invalidBody(findings, without.length);
}
