import type { EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { AcceptedUpload, UploadListener } from '../../records/data/upload-listener';
import { declareStoredAccounts } from '../../platform/database/account-column';
import type { Database } from '../../platform/database/database';
import { currentTraceParent } from '../../platform/telemetry/tracing';
import type { AlertWatches } from './alert-watches';
import { UploadReceiptEntity } from './upload-receipt.entity';

/** An open data set that has stopped receiving data. */
export interface OverdueCommunication {
  userId: string;
  uploadId: string;
  /** Milliseconds since the epoch. */
  receivedTime: number;
}

/** What an upload must contain to trigger the evaluation of alerts. */
const evaluatedTypes = ['cbg', 'dosingDecision'];

/** Few enough for one statement in both dialects. An upload in legacy format may have records of thousands of uploads. */
const storedAtOnce = 500;

/** Milliseconds without data after which a data set is overdue. */
const overdueAfter = 5 * 60_000;

/**
 * Remembers when data last arrived, and that followers may have to be notified. It costs an upload one small
 * statement, whatever the number of followers and records; the rest happens after the commit.
 */
export class UploadReceiptsService implements UploadListener {
  constructor(
    private readonly database: Database,
    private readonly watches: AlertWatches,
  ) {}

  async accepted(manager: EntityManager, uploads: readonly AcceptedUpload[]): Promise<void> {
    if (uploads.length === 0) return;
    declareStoredAccounts(
      manager,
      uploads.map(({ userId }) => userId),
    );
    const time = now();
    const isDue = ({ types, isVisible }: AcceptedUpload) =>
      isVisible && evaluatedTypes.some((type) => types.has(type));
    const cause = currentTraceParent();
    const rows = uploads.map((upload) => [
      ...[upload.userId, upload.uploadId, time],
      ...(isDue(upload) ? [time, cause] : [null, null]),
    ]);
    // Data that already waits keeps waiting.
    const isMysql = this.database.dialect === 'mysql';
    const updated = isMysql
      ? `ON DUPLICATE KEY UPDATE received_time = VALUES(received_time),
           due_time = COALESCE(VALUES(due_time), due_time), trace_parent = COALESCE(VALUES(trace_parent), trace_parent)`
      : `ON CONFLICT (user_id, upload_id) DO UPDATE SET received_time = excluded.received_time,
           due_time = COALESCE(excluded.due_time, due_time), trace_parent = COALESCE(excluded.trace_parent, trace_parent)`;
    for (let start = 0; start < rows.length; start += storedAtOnce) {
      const part = rows.slice(start, start + storedAtOnce);
      await manager.query(
        `INSERT INTO upload_receipts (user_id, upload_id, received_time, due_time, trace_parent)
         VALUES ${part.map(() => '(?, ?, ?, ?, ?)').join(', ')} ${updated}`,
        part.flat(),
      );
    }
    if (uploads.some(isDue)) this.watches.tellAfterCommit(manager);
  }

  async shown(
    manager: EntityManager,
    { userId, uploadId }: { userId: string; uploadId: string },
  ): Promise<void> {
    const waiting = { dueTime: now(), traceParent: currentTraceParent() };
    await manager.update(UploadReceiptEntity, { userId, uploadId }, waiting);
    this.watches.tellAfterCommit(manager);
  }

  /**
   * Open data sets without data for five minutes, longest silence first.
   *
   * @param size maximum number
   */
  async overdue(size: number): Promise<OverdueCommunication[]> {
    const rows = await this.database.plain.rows<OverdueCommunication>(
      `SELECT receipt.user_id AS userId, receipt.upload_id AS uploadId, receipt.received_time AS receivedTime
         FROM upload_receipts receipt
         LEFT JOIN data_sets data_set
           ON data_set.user_id = receipt.user_id AND data_set.upload_id = receipt.upload_id
        WHERE receipt.received_time <= ?
          AND (data_set.upload_id IS NULL OR (data_set.deleted_time IS NULL AND data_set.state <> 'closed'))
        ORDER BY receipt.received_time, receipt.user_id, receipt.upload_id LIMIT ${Number(size)}`,
      [now() - overdueAfter],
    );
    return rows.map((row) => ({ ...row, receivedTime: Number(row.receivedTime) }));
  }

  /**
   * When data last arrived, in the order of the requests: in one data set, or, with null, in any of the account.
   * Null if never; deleted data sets do not count.
   */
  async lastReceipts(
    questions: readonly { userId: string; uploadId: string | null }[],
  ): Promise<(number | null)[]> {
    if (questions.length === 0) return [];
    const parts = questions.map(({ userId, uploadId }, index) => ({
      sql: `SELECT ${index} AS question, MAX(receipt.received_time) AS receivedTime
              FROM upload_receipts receipt
              LEFT JOIN data_sets data_set
                ON data_set.user_id = receipt.user_id AND data_set.upload_id = receipt.upload_id
             WHERE receipt.user_id = ?${uploadId === null ? '' : ' AND receipt.upload_id = ?'}
               AND data_set.deleted_time IS NULL`,
      parameters: [userId, ...(uploadId === null ? [] : [uploadId])],
    }));
    const rows = await this.database.plain.rows<{ question: number; receivedTime: number | string | null }>(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    const byQuestion = new Map(rows.map((row) => [Number(row.question), row.receivedTime]));
    return questions.map((_question, index) => {
      const time = byQuestion.get(index) ?? null;
      return time === null ? null : Number(time);
    });
  }

  /** Deletes the rows of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(UploadReceiptEntity, { userId }));
  }
}
