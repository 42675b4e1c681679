import type { RecordEntity } from '../record.entity';

/** A record of the account, stored earlier or part of the batch. */
export interface AccountRecord {
  /** As returned to readers. */
  content: Record<string, unknown>;
  readonly row: RecordEntity;
}
