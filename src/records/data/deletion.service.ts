import { In, LessThanOrEqual } from 'typeorm';
import type { AccountService } from '../../identity/accounts/account.service';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { throughIndex } from '../../platform/database/dialect';
import { lockRows } from '../../platform/database/lock-rows';
import { deletion, noteChangedHours } from './change-records';
import type { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { isUserId } from '../../platform/ids';
import { DataSetEntity } from './data-set.entity';
import { dataSetPurpose, type DataSetService } from './data-set.service';
import { deduplicatorNamed } from './deduplicators/choose';
import { none } from './deduplicators/none';
import { GlucoseChangeEntity, glucoseMeasures } from './glucose-change.entity';
import { noteAllGlucoseChanged } from './glucose-changes';
import { inChunks } from './in-chunks';
import { MedtronicOriginEntity } from './medtronic-origin.entity';
import { RecordEntity } from './record.entity';
import { invalidBody } from '../../platform/validation/refusal';
import { closedDataSet } from './refusal';
import { prepareSelectors } from './selectors';
import { uploadPurpose } from './upload.service';

const recordsAtOnce = 5_000;

/** Deletes uploaded data. Readers see the state before or after a deletion, never in between. */
export class DeletionService {
  constructor(
    private readonly database: Database,
    private readonly dataSets: DataSetService,
    private readonly accounts: AccountService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Deletes records of an open data set. Selectors without a match are ignored. `readBody` is only called once the
   * data set is known to be open. Throws every finding, and a conflict when the data set is closed.
   */
  async deleteData(address: string, readBody: () => Promise<unknown>): Promise<void> {
    await this.dataSets.assertOpen(address);
    const prepared = prepareSelectors((await readBody()) ?? []);
    if ('findings' in prepared) throw invalidBody(prepared.findings, prepared.count);
    await this.database.transaction(async (manager) => {
      const dataSet = await this.dataSets.lock(manager, address);
      if (dataSet.state !== 'open') throw closedDataSet();
      const deduplicator = deduplicatorNamed(dataSet.deduplicator) ?? none;
      await deduplicator.remove(manager, dataSet, prepared.removal);
      await this.idempotency.forget(manager, dataSet.userId, uploadPurpose(dataSet.uploadId));
      this.dataSets.tell(manager, dataSet, 'dataDeleted');
    });
  }

  /** Deletes the records of a data set and marks it as deleted, even if it already is. */
  async deleteDataSet(address: string): Promise<DataSetEntity> {
    return this.database.transaction(async (manager) => {
      await this.dataSets.lockDevice(manager, address);
      const dataSet = await this.dataSets.lockDeletedOrNot(manager, address);
      const { userId, uploadId, id } = dataSet;
      await (deduplicatorNamed(dataSet.deduplicator) ?? none).release(manager, dataSet);
      await noteChangedHours(manager, userId, { userId, uploadId }, deletion);
      await manager.delete(RecordEntity, { userId, uploadId });
      await this.idempotency.forget(manager, userId, uploadPurpose(uploadId));
      if (dataSet.deletedTime !== null) return dataSet;
      const instant = now();
      const deleted = { deletedTime: instant, modifiedTime: instant };
      await this.idempotency.forget(manager, userId, dataSetPurpose, id);
      await manager.update(DataSetEntity, { userId, uploadId }, deleted);
      this.dataSets.tell(manager, dataSet, 'deleted');
      return Object.assign(dataSet, deleted);
    });
  }

  /**
   * Deletes all uploads of a deleted account, some thousands of records at a time. The data sets go first, so that
   * nothing more is uploaded to them.
   */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(DataSetEntity, { userId });
      await manager.delete(MedtronicOriginEntity, { userId });
      await manager.delete(GlucoseChangeEntity, { userId });
    });
    const records = `records ${throughIndex(this.database.dialect, 'PRIMARY')}`;
    for (let more = true; more;) {
      more = await this.database.transaction(async (manager) => {
        const [last]: { time: number }[] = await manager.query(
          `SELECT time FROM ${records} WHERE user_id = ? ORDER BY time LIMIT 1 OFFSET ${recordsAtOnce}`,
          [userId],
        );
        const until = last && { time: LessThanOrEqual(Number(last.time)) };
        await manager.delete(RecordEntity, { userId, ...until });
        return last !== undefined;
      });
    }
  }

  /**
   * Deletes all data sets of an account and all records, also those without an announced data set. There are none of
   * an account that does not exist.
   */
  async deleteAll(userId: string): Promise<void> {
    if (!isUserId(userId)) return;
    const [owner] = await this.accounts.findMany([userId]);
    await this.database.transaction(async (manager) => {
      if (owner) await this.accounts.lock(manager, userId);
      const dataSets = await lockRows(this.database, manager, DataSetEntity, { userId });
      for (const uploadIds of inChunks(dataSets.map(({ uploadId }) => uploadId))) {
        await manager.delete(RecordEntity, { userId, uploadId: In(uploadIds) });
        await manager.delete(DataSetEntity, { userId, uploadId: In(uploadIds) });
      }
      await manager.query(
        `DELETE FROM records WHERE user_id = ? AND NOT EXISTS (
          SELECT 1 FROM data_sets WHERE data_sets.user_id = records.user_id AND data_sets.upload_id = records.upload_id)`,
        [userId],
      );
      await manager.delete(MedtronicOriginEntity, { userId });
      if (owner) await noteAllGlucoseChanged(manager, [userId], glucoseMeasures, 'DATA_DELETED');
      await this.idempotency.forget(manager, userId);
      this.dataSets.tell(manager, { userId, uploadId: null }, 'deleted');
    });
  }
}
