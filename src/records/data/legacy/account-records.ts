import type { EntityManager } from 'typeorm';
import type { Database } from '../../../platform/database/database';
import { placeholders } from '../../../platform/database/placeholders';
import type { LongWork } from '../../../platform/long-work';
import { idKey } from '../id-key';
import { inChunks } from '../in-chunks';
import { insertRecords } from '../insert-records';
import { lookUp, recordsBy } from '../record-lookup';
import { RecordEntity } from '../record.entity';
import type { AccountRecord } from './account-record';
import { AddedBasals } from './added-basals';
import { earlierBasals, placeKey, type BasalPlace } from './earlier-basals';
import { legacyRow } from './legacy-row';

/** What a batch needs before its records are processed one by one. */
interface Questions {
  /** Ids of records to find. */
  ids: readonly string[];
  /** Places of new basals whose predecessors may change. */
  basals: readonly BasalPlace[];
}

/**
 * The records of an account while a batch is merged into them: stored ones, overlaid with additions and changes of
 * the batch. Nothing is written before `store`.
 */
export class AccountRecords {
  private readonly known = new Map<string, AccountRecord | null>();
  private readonly added = new Set<AccountRecord>();
  private readonly addedBasals = new AddedBasals();
  private readonly changed = new Set<AccountRecord>();
  private readonly storedBasals = new Map<string, AccountRecord>();

  private constructor(
    private readonly database: Database,
    private readonly manager: EntityManager,
    private readonly userId: string,
  ) {}

  static async open(
    database: Database,
    manager: EntityManager,
    userId: string,
    { ids, basals }: Questions,
  ): Promise<AccountRecords> {
    const records = new AccountRecords(database, manager, userId);
    const stored = await earlierBasals(manager, database.dialect, userId, basals);
    await records.load([...ids.map(idKey), ...new Set(stored.values())]);
    for (const [place, key] of stored) {
      const found = records.known.get(key);
      if (found) records.storedBasals.set(place, found);
    }
    return records;
  }

  private async load(keys: readonly string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.known.has(key));
    for (const key of missing) this.known.set(key, null);
    const { dialect, plain } = this.database;
    const { select, toEntity } = plain.listColumns(RecordEntity, 'records');
    for (const chunk of inChunks(missing)) {
      const rows: Record<string, unknown>[] = await this.manager.query(
        `SELECT ${select} FROM ${recordsBy(dialect, 'records_key')}
         WHERE user_id = ? AND id IN (${placeholders(chunk)}) ORDER BY active`,
        [this.userId, ...chunk],
      );
      // Of several records with the same id in different data sets, the visible one counts.
      for (const row of rows.map(toEntity)) {
        this.known.set(row.id, { row, content: JSON.parse(row.content) as Record<string, unknown> });
      }
    }
  }

  /** The record with an id; null if there is none. */
  async find(id: string): Promise<AccountRecord | null> {
    const key = idKey(id);
    await this.load([key]);
    return this.known.get(key) ?? null;
  }

  /** The latest basal before a place in its series, generated or real. */
  basalBefore(place: BasalPlace): AccountRecord | undefined {
    const ofBatch = this.addedBasals.before(place);
    const stored = this.storedBasals.get(placeKey(place));
    return stored && ofBatch && stored.row.time < ofBatch.row.time ? ofBatch : (stored ?? ofBatch);
  }

  add(time: number, content: Record<string, unknown>): void {
    const record = { content, row: legacyRow(this.userId, time, content) };
    this.known.set(record.row.id, record);
    this.added.add(record);
    this.addedBasals.add(record);
  }

  /** Replaces the content of a record. It may be the same object with other fields. */
  change(record: AccountRecord, content: Record<string, unknown>): void {
    record.content = content;
    this.changed.add(record);
  }

  /** Writes additions and changes. Returns the rows. */
  async store(work: LongWork): Promise<RecordEntity[]> {
    // Many records of a batch may change the same one, so that its text is made only now.
    for (const { row, content } of this.changed) {
      row.content = JSON.stringify(content);
      await work.pause();
    }
    const replaced = [...this.changed].filter((record) => !this.added.has(record)).map(({ row }) => row);
    for (const [uploadId, rows] of Map.groupBy(replaced, (row) => row.uploadId)) {
      const ids = rows.map((row) => row.id);
      for (const chunk of inChunks(ids)) {
        const { deleteFrom, where, parameters } = lookUp(
          this.manager,
          { userId: this.userId, uploadId },
          'id',
          chunk,
        );
        await this.manager.query(`${deleteFrom} WHERE ${where}`, parameters);
      }
    }
    const written = [...replaced, ...[...this.added].map(({ row }) => row)];
    await insertRecords(this.manager, written);
    return written;
  }
}
