import { In, Not, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Actor } from '../data-set.service';
import { DataSetEntity } from '../data-set.entity';
import { none } from '../deduplicators/none';
import { idKey } from '../id-key';
import { inChunks } from '../in-chunks';
import { isJsonObject } from '../../../platform/validation/values/json';
import { idOfRecord } from './identify';
import { storedContent, type LegacyRecord } from './prepare-legacy-batch';

/** Maximum length of application names for listing data sets. */
const longestName = 255;

/** Few enough for the parameters of one statement. */
const insertedAtOnce = 200;

/** The data sets that a batch announces in records of type `upload`. */
export class LegacyDataSets {
  /** Indexes of records that announce an existing data set. */
  readonly repeated: number[] = [];
  private readonly added: DataSetEntity[] = [];
  private readonly replaced = new Set<DataSetEntity>();

  private readonly byId = new Map<string, DataSetEntity>();
  private readonly byUploadId = new Map<string, DataSetEntity>();

  private constructor(
    existing: readonly DataSetEntity[],
    private readonly takenAddresses: ReadonlySet<string | null>,
  ) {
    for (const dataSet of existing) this.note(dataSet);
  }

  /** `announcements` are the records of type `upload` in a batch. */
  static async open(
    manager: EntityManager,
    userId: string,
    announcements: readonly LegacyRecord[],
  ): Promise<LegacyDataSets> {
    const existing: DataSetEntity[] = [];
    const taken = new Set<string | null>();
    for (const chunk of inChunks(announcements)) {
      const uploadId = In(chunk.map(({ content }) => idKey(content.uploadId as string)));
      const id = In(chunk.map(({ content, kind }) => idKey(idOfRecord(content, kind) ?? '')));
      const where = [
        { userId, uploadId },
        { userId, id },
      ];
      existing.push(...(await manager.find(DataSetEntity, { where })));
      const found = await manager.find(DataSetEntity, {
        select: { address: true },
        where: { address: uploadId, userId: Not(userId) },
      });
      for (const { address } of found) taken.add(address);
    }
    return new LegacyDataSets(existing, taken);
  }

  private note(dataSet: DataSetEntity): void {
    this.byId.set(dataSet.id, dataSet);
    this.byUploadId.set(dataSet.uploadId, dataSet);
  }

  /** Ids and upload ids are unique within an account. A deleted upload is announced anew: its records come again, too. */
  add(record: LegacyRecord, id: string, userId: string, actor: Actor): void {
    const dataSet = this.toDataSet(storedContent(record, id), record.time, userId, actor);
    const known = [this.byId.get(dataSet.id), this.byUploadId.get(dataSet.uploadId)]
      .filter((other) => other !== undefined)
      .filter((other) => !this.replaced.has(other));
    if (!known.every(isDeletedUpload)) {
      this.repeated.push(record.index);
      return;
    }
    for (const other of known) this.replaced.add(other);
    this.added.push(dataSet);
    this.note(dataSet);
  }

  async store(manager: EntityManager): Promise<void> {
    for (const chunk of inChunks([...this.replaced])) {
      const [userId, uploadId] = [
        In(chunk.map((each) => each.userId)),
        In(chunk.map((each) => each.uploadId)),
      ];
      await manager.delete(DataSetEntity, { userId, uploadId });
    }
    for (const chunk of inChunks(this.added, insertedAtOnce)) await manager.insert(DataSetEntity, chunk);
  }

  private toDataSet(
    content: Record<string, unknown>,
    time: number,
    userId: string,
    actor: Actor,
  ): DataSetEntity {
    const uploadId = idKey(content.uploadId as string);
    const instant = now();
    return Object.assign(new DataSetEntity(), {
      userId,
      uploadId,
      address: this.takenAddresses.has(uploadId) ? null : uploadId,
      uniqueId: null,
      id: idKey(content.id as string),
      dataSetType: 'normal',
      state: 'none',
      active: true,
      deduplicator: none.name,
      clientName: readClientName(content),
      deviceId: content.deviceId as string,
      time,
      content,
      byUser: actor.userId,
      provenance: actor.provenance,
      createdTime: instant,
      modifiedTime: instant,
      deletedTime: null,
    });
  }
}

const isDeletedUpload = ({ state, deletedTime }: DataSetEntity): boolean =>
  state === 'none' && deletedTime !== null;

function readClientName({ client }: Record<string, unknown>): string | null {
  const name = isJsonObject(client) ? client.name : undefined;
  return typeof name === 'string' && name.length <= longestName ? name : null;
}
