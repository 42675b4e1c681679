import { In, Not, type EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Actor } from '../data-set.service';
import { DataSetEntity } from '../data-set.entity';
import { none } from '../deduplicators/none';
import { idKey } from '../id-key';
import { isJsonObject } from '../../../platform/validation/values/json';
import { idOfRecord } from './identify';
import { storedContent, type LegacyRecord } from './prepare-legacy-batch';

/** Maximum length of application names for listing data sets. */
const longestName = 255;

/** The data sets that a batch announces in records of type `upload`. */
export class LegacyDataSets {
  /** Indexes of records that announce an existing data set. */
  readonly repeated: number[] = [];
  private readonly added: DataSetEntity[] = [];
  private readonly replaced = new Set<DataSetEntity>();

  private constructor(
    private readonly existing: readonly DataSetEntity[],
    private readonly takenAddresses: ReadonlySet<string | null>,
  ) {}

  /** `announcements` are the records of type `upload` in a batch. */
  static async open(
    manager: EntityManager,
    userId: string,
    announcements: readonly LegacyRecord[],
  ): Promise<LegacyDataSets> {
    if (announcements.length === 0) return new LegacyDataSets([], new Set());
    const uploadId = In(announcements.map(({ content }) => idKey(content.uploadId as string)));
    const id = In(announcements.map(({ content, kind }) => idKey(idOfRecord(content, kind) ?? '')));
    const existing = await manager.find(DataSetEntity, {
      where: [
        { userId, uploadId },
        { userId, id },
      ],
    });
    const taken = await manager.find(DataSetEntity, {
      select: { address: true },
      where: { address: uploadId, userId: Not(userId) },
    });
    return new LegacyDataSets(existing, new Set(taken.map(({ address }) => address)));
  }

  /** Ids and upload ids are unique within an account. A deleted upload is announced anew: its records come again, too. */
  add(record: LegacyRecord, id: string, userId: string, actor: Actor): void {
    const dataSet = this.toDataSet(storedContent(record, id), record.time, userId, actor);
    const known = [...this.existing, ...this.added].filter(
      (other) =>
        !this.replaced.has(other) && (other.id === dataSet.id || other.uploadId === dataSet.uploadId),
    );
    if (known.every(isDeletedUpload)) {
      for (const other of known) this.replaced.add(other);
      this.added.push(dataSet);
    } else this.repeated.push(record.index);
  }

  async store(manager: EntityManager): Promise<void> {
    const [former] = this.replaced;
    const uploadId = In([...this.replaced].map((each) => each.uploadId));
    if (former) await manager.delete(DataSetEntity, { userId: former.userId, uploadId });
    if (this.added.length > 0) await manager.insert(DataSetEntity, this.added);
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
