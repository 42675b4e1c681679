import type { Placed } from '../../platform/list-part';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow, lockRows } from '../../platform/database/lock-rows';
import { conflict, forbidden, type Finding } from '../../platform/errors';
import type { EventService } from '../../platform/events/event.service';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import type { Sender } from '../../platform/idempotency/sender';
import { newRecordId } from '../../platform/ids';
import { gathered } from '../../platform/speed/gathered';
import { noteChangedHours } from './change-records';
import { dataEvents, dataSetEvents, type DataSetEvent } from './data-events';
import { dataSetBody, dataSetIgnoredKeys, dataSetUpdateBody } from './data-set-body';
import { DataSetEntity, type DataSetState } from './data-set.entity';
import { glucoseMeasures } from './glucose-change.entity';
import type { ChangeNotice } from './glucose-changes';
import { idKey } from './id-key';
import { listUploadIds, type DataSetQuestion } from './list-data-sets';
import { deduplicatorNamed, defaultDeduplicator } from './deduplicators/choose';
import type { Deduplicator } from './deduplicators/deduplicator';
import { RecordEntity } from './record.entity';
import { prepareObject } from '../../platform/validation/prepare-object';
import { invalidBody } from '../../platform/validation/refusal';
import { closedDataSet, unknownDataSet } from './refusal';
import type { UploadListener } from './upload-listener';

/** Who requests a change: a person, or a trusted server on nobody's behalf. */
export interface Actor {
  userId: string | null;
  isServer: boolean;
  /** OAuth client, session and IP address, for audits. */
  provenance: Record<string, unknown>;
}

/** A request to update a data set. Both functions are called only once the data set is known to be open. */
export interface SentUpdate {
  /** Throws when something else than the body is wrong. */
  readonly assertValid?: () => void;
  /** Called only for a continuous data set. */
  readonly readBody: () => Promise<unknown>;
}

/** A data set of an account, by the id in its records. */
interface OfDataSet {
  userId: string;
  uploadId: string;
}

/** How statistics learn that a normal data set was closed: the upload is complete. */
const completion: ChangeNotice = { reason: 'UPLOAD_COMPLETED', continuous: false, always: glucoseMeasures };

/** Idempotency purpose of requests that create data sets. */
export const dataSetPurpose = 'data-sets';

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  events: EventService;
  idempotency: IdempotencyService;
  uploadListener: UploadListener;
}

/** Upload sessions: create, list, change, close. */
export class DataSetService {
  constructor(private readonly parts: Parts) {}

  /** Data sets by their ids in URLs, in the order of the ids; null for unknown ids. For loaders. */
  readonly findMany = gathered(async (uploadIds: readonly string[]): Promise<(DataSetEntity | null)[]> => {
    const keys = uploadIds.map(idKey);
    const found = await this.parts.database.plain.find(DataSetEntity, { address: [...new Set(keys)] });
    const byAddress = new Map(found.map((dataSet) => [dataSet.address, dataSet]));
    return keys.map((key) => byAddress.get(key) ?? null);
  });

  /** The data sets of records, in the order of the keys; null if there is none. For loaders. */
  readonly findOfRecords = async (keys: readonly OfDataSet[]): Promise<(DataSetEntity | null)[]> => {
    const toMapKey = ({ userId, uploadId }: OfDataSet) => `${userId} ${idKey(uploadId)}`;
    const found = await this.parts.database.reader.findBy(DataSetEntity, {
      userId: In([...new Set(keys.map(({ userId }) => userId))]),
      uploadId: In([...new Set(keys.map(({ uploadId }) => idKey(uploadId)))]),
    });
    const byPlace = new Map(found.map((dataSet) => [toMapKey(dataSet), dataSet]));
    return keys.map((key) => byPlace.get(toMapKey(key)) ?? null);
  };

  /**
   * Creates a data set from the body of a request. Throws every finding, and when its id is taken.
   *
   * @param sender the sender of the request: a repeated request gets the same data set
   */
  async create(userId: string, body: unknown, actor: Actor, sender?: Sender): Promise<DataSetEntity> {
    const prepared = prepareObject(dataSetBody, body, dataSetIgnoredKeys);
    if ('findings' in prepared) throw invalidBody(prepared.findings);
    const dataSet = this.newDataSet(userId, prepared.content, actor);
    const request = { sender, userId, purpose: dataSetPurpose, body: () => body };
    try {
      const id = await this.parts.idempotency.once(request, async (manager) => {
        await manager.insert(DataSetEntity, dataSet);
        this.tell(manager, dataSet, 'created');
        return dataSet.id;
      });
      const stored = await this.parts.database.reader.findOneBy(DataSetEntity, { userId, id });
      if (!stored) throw unknownDataSet();
      return stored;
    } catch (error) {
      throw isDuplicateKey(error) ? conflict('A data set with this id already exists.', [idTaken]) : error;
    }
  }

  /** Creates a data set from valid details, in the transaction of another change. */
  async add(
    manager: EntityManager,
    userId: string,
    content: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const onNobodysBehalf = { userId: null, isServer: true, provenance: {} };
    const dataSet = this.newDataSet(userId, content, onNobodysBehalf);
    await manager.insert(DataSetEntity, dataSet);
    return dataSet.uploadId;
  }

  /** The first of these data sets of an account that accepts records; null if none does. */
  async findOpen(
    manager: EntityManager,
    userId: string,
    dataSetIds: readonly string[],
  ): Promise<DataSetEntity | null> {
    const address = In(dataSetIds.map(idKey));
    const open = await manager.findBy(DataSetEntity, {
      userId,
      address,
      state: 'open',
      deletedTime: IsNull(),
    });
    const byAddress = new Map(open.map((dataSet) => [dataSet.address, dataSet]));
    return (
      dataSetIds.map((id) => byAddress.get(idKey(id)) ?? null).find((dataSet) => dataSet !== null) ?? null
    );
  }

  /** Whether there are ids, and the data sets with all of them are marked as deleted. */
  async areAllDeleted(
    manager: EntityManager,
    userId: string,
    dataSetIds: readonly string[],
  ): Promise<boolean> {
    const keys = [...new Set(dataSetIds.map(idKey))];
    const deleted = { userId, address: In(keys), deletedTime: Not(IsNull()) };
    return keys.length > 0 && (await manager.countBy(DataSetEntity, deleted)) === keys.length;
  }

  private newDataSet(
    userId: string,
    content: Readonly<Record<string, unknown>>,
    actor: Actor,
  ): DataSetEntity {
    const { id: sentId, uploadId, dataSetType, time, deduplicator: named, ...rest } = content;
    const id = (sentId as string | undefined) ?? newRecordId();
    const isContinuous = dataSetType === 'continuous';
    const instant = now();
    return Object.assign(new DataSetEntity(), {
      userId,
      id,
      uploadId: (uploadId as string | undefined) ?? id,
      address: (uploadId as string | undefined) ?? id,
      uniqueId: id,
      dataSetType: isContinuous ? 'continuous' : 'normal',
      state: 'open',
      active: isContinuous,
      deduplicator: this.deduplicatorFor(isContinuous, content, named as { name?: string } | undefined).name,
      clientName: (rest.client as { name?: string } | undefined)?.name ?? null,
      deviceId: (rest.deviceId as string | undefined) ?? null,
      time: time === undefined ? instant : Date.parse(time as string),
      content: rest,
      byUser: actor.userId,
      provenance: actor.provenance,
      createdTime: instant,
      modifiedTime: instant,
      deletedTime: null,
    });
  }

  private deduplicatorFor(
    continuous: boolean,
    content: Readonly<Record<string, unknown>>,
    named: { name?: string } | undefined,
  ): Deduplicator {
    return (
      deduplicatorNamed(named?.name ?? '') ??
      defaultDeduplicator({
        continuous,
        deviceId: content.deviceId as string | undefined,
        manufacturers: (content.deviceManufacturers as string[] | undefined) ?? [],
        model: content.deviceModel as string | undefined,
      })
    );
  }

  /** Pages of active data sets of many accounts, newest first, in the order of the requests. For loaders. */
  readonly lists = async (questions: readonly DataSetQuestion[]): Promise<Placed<DataSetEntity>[][]> => {
    const pages = await listUploadIds(this.parts.database.reader, questions);
    const userIds = [...new Set(questions.map(({ userId }) => userId))];
    const found = await this.parts.database.reader.findBy(DataSetEntity, {
      userId: In(userIds),
      uploadId: In(pages.flat().map(({ id }) => id)),
    });
    const toMapKey = (userId: string, uploadId: string) => `${userId} ${uploadId}`;
    const byKey = new Map(found.map((dataSet) => [toMapKey(dataSet.userId, dataSet.uploadId), dataSet]));
    return pages.map((ids, index) => {
      const { userId } = questions[index] as DataSetQuestion;
      return ids.map(({ id, place }) => ({ place, item: byKey.get(toMapKey(userId, id)) ?? null }));
    });
  };

  /**
   * Any update of a normal data set closes it, whatever its body: its records become visible. A trusted server may
   * change some fields of a continuous data set. Throws a conflict when the data set is closed.
   */
  async update(address: string, { assertValid, readBody }: SentUpdate, actor: Actor): Promise<DataSetEntity> {
    const { dataSetType } = await this.assertOpen(address);
    const isContinuous = dataSetType === 'continuous';
    if (isContinuous && !actor.isServer) {
      throw forbidden('Only trusted servers may change a continuous data set.');
    }
    assertValid?.();
    const body = isContinuous ? await readBody() : undefined;
    return this.parts.database.transaction(async (manager) => {
      await this.lockDevice(manager, address);
      const dataSet = await this.lock(manager, address);
      if (dataSet.state !== 'open') throw closedDataSet();
      return isContinuous ? this.change(manager, dataSet, body) : this.close(manager, dataSet);
    });
  }

  /** Whether an account has a data set that was not deleted, or a record of any kind. */
  async hasData(manager: EntityManager, userId: string): Promise<boolean> {
    return (
      (await manager.existsBy(DataSetEntity, { userId, deletedTime: IsNull() })) ||
      manager.existsBy(RecordEntity, { userId })
    );
  }

  /**
   * If data sets of one device displace each other, only one of them is closed or deleted at a time; otherwise two
   * that are closed concurrently would miss each other's records. Locks all of them in a fixed order.
   */
  async lockDevice(manager: EntityManager, address: string): Promise<void> {
    if (this.parts.database.dialect !== 'mysql') return;
    const [dataSet] = await manager.findBy(DataSetEntity, { address: idKey(address) });
    if (!dataSet || !deduplicatorNamed(dataSet.deduplicator)?.needsDevice) return;
    const { userId, deviceId } = dataSet;
    if (deviceId !== null) await lockRows(this.parts.database, manager, DataSetEntity, { userId, deviceId });
  }

  /**
   * The data set if it currently accepts records, as a first check before a body is read. Throws if it does not, or
   * does not exist.
   *
   * @param found the data set as the request has read it before; read now if absent
   */
  async assertOpen(address: string, found?: DataSetEntity | null): Promise<DataSetEntity> {
    const dataSet = found === undefined ? (await this.findMany([address]))[0] : found;
    if (!dataSet || dataSet.deletedTime !== null) throw unknownDataSet();
    if (dataSet.state !== 'open') throw closedDataSet();
    return dataSet;
  }

  /** Locks and returns the data set to use it. Throws if it does not exist or is deleted. */
  async lock(manager: EntityManager, address: string): Promise<DataSetEntity> {
    const dataSet = await this.lockDeletedOrNot(manager, address);
    if (dataSet.deletedTime !== null) throw unknownDataSet();
    // Otherwise an equal creation could be taken for a repetition, and return a data set that is closed by now.
    const { userId, id: result, createdTime } = dataSet;
    await this.parts.idempotency.noteUse(manager, { userId, purpose: dataSetPurpose, result, createdTime });
    return dataSet;
  }

  /** `lock` for a data set that may be deleted. Throws if it does not exist. */
  async lockDeletedOrNot(manager: EntityManager, address: string): Promise<DataSetEntity> {
    const dataSet = await lockRow(this.parts.database, manager, DataSetEntity, { address: idKey(address) });
    if (!dataSet) throw unknownDataSet();
    return dataSet;
  }

  /** Publishes a change to a data set, or to all data sets of an account. */
  tell(
    manager: EntityManager,
    { userId, uploadId }: { userId: string; uploadId: string | null },
    kind: DataSetEvent['kind'],
  ): void {
    this.parts.events.publish(manager, dataSetEvents(userId), { kind, uploadId });
  }

  private async close(manager: EntityManager, dataSet: DataSetEntity): Promise<DataSetEntity> {
    const { userId, uploadId } = dataSet;
    await deduplicatorNamed(dataSet.deduplicator)?.close(manager, dataSet);
    await noteChangedHours(manager, userId, { userId, uploadId }, completion);
    const shown = { active: true, archivedTime: null, archivedUploadId: null };
    await manager.update(RecordEntity, { userId, uploadId }, shown);
    const closed = { state: 'closed' as const, active: true, modifiedTime: now() };
    await manager.update(DataSetEntity, { userId, uploadId }, closed);
    await this.parts.uploadListener.shown(manager, { userId, uploadId });
    this.tell(manager, dataSet, 'closed');
    this.parts.events.publish(manager, dataEvents(userId), { uploadId });
    return Object.assign(dataSet, closed);
  }

  private async change(
    manager: EntityManager,
    dataSet: DataSetEntity,
    body: unknown,
  ): Promise<DataSetEntity> {
    const prepared = prepareObject(dataSetUpdateBody, body, new Set());
    if ('findings' in prepared) throw invalidBody(prepared.findings);
    const { state, time, ...facts } = prepared.content;
    const { userId, uploadId } = dataSet;
    const changes = {
      content: { ...dataSet.content, ...facts },
      deviceId: (facts.deviceId as string | undefined) ?? dataSet.deviceId,
      state: (state as DataSetState | undefined) ?? dataSet.state,
      time: time === undefined ? dataSet.time : Date.parse(time as string),
      modifiedTime: now(),
    };
    await manager.update(DataSetEntity, { userId, uploadId }, changes);
    this.tell(manager, dataSet, changes.state === 'closed' ? 'closed' : 'updated');
    return Object.assign(dataSet, changes);
  }
}

const idTaken: Finding = {
  code: 'value-not-allowed',
  title: 'value is not one of the allowed values',
  detail: 'A data set with this id already exists.',
  source: { pointer: '/id' },
};
