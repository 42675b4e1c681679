import { In } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import { DataSetEntity } from './data-set.entity';
import type { DataSetService } from './data-set.service';
import { deduplicatorNamed } from './deduplicators/choose';
import { none } from './deduplicators/none';
import { inChunks } from './in-chunks';
import { RecordEntity } from './record.entity';
import { closedDataSet, invalidBody } from './refusal';
import { prepareSelectors } from './selectors';

/** Takes back what was uploaded. Readers see what was there before a deletion or after it, never in between. */
export class DeletionService {
  constructor(
    private readonly database: Database,
    private readonly dataSets: DataSetService,
  ) {}

  /**
   * Deletes records of an open data set. Selectors that match nothing are fine. Throws on every finding, and a conflict
   * when the data set is closed.
   */
  async deleteData(uploadId: string, selectors: unknown): Promise<void> {
    const prepared = prepareSelectors(selectors);
    await this.database.transaction(async (manager) => {
      const dataSet = await this.dataSets.lock(manager, uploadId);
      if (dataSet.state === 'closed') throw closedDataSet();
      if ('findings' in prepared) throw invalidBody(prepared.findings);
      const deduplicator = deduplicatorNamed(dataSet.deduplicator) ?? none;
      await deduplicator.remove(manager, dataSet, prepared.removal);
    });
  }

  /** Destroys the records of a data set and keeps the data set as a deleted one, even if it is one already. */
  async deleteDataSet(uploadId: string): Promise<DataSetEntity> {
    return this.database.transaction(async (manager) => {
      await this.dataSets.lockDevice(manager, uploadId);
      const dataSet = await this.dataSets.lockDeletedOrNot(manager, uploadId);
      const { userId } = dataSet;
      await (deduplicatorNamed(dataSet.deduplicator) ?? none).release(manager, dataSet);
      await manager.delete(RecordEntity, { userId, uploadId });
      if (dataSet.deletedTime !== null) return dataSet;
      const instant = now();
      const deleted = { deletedTime: instant, modifiedTime: instant };
      await manager.update(DataSetEntity, { userId, uploadId }, deleted);
      return Object.assign(dataSet, deleted);
    });
  }

  /** Destroys all data sets of an account and their records. */
  async deleteAll(userId: string): Promise<void> {
    const lock = this.database.dialect === 'mysql' ? 'FOR UPDATE' : '';
    await this.database.transaction(async (manager) => {
      const rows: { id: string }[] = await manager.query(
        `SELECT upload_id AS id FROM data_sets WHERE user_id = ? ORDER BY upload_id ${lock}`,
        [userId],
      );
      for (const uploadIds of inChunks(rows.map(({ id }) => id))) {
        await manager.delete(RecordEntity, { userId, uploadId: In(uploadIds) });
        await manager.delete(DataSetEntity, { userId, uploadId: In(uploadIds) });
      }
    });
  }
}
