import { Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, PrimaryTimeColumn } from '../../platform/database/columns';
import { AccessColumns } from './access-columns';
import type { ConsentChange } from './consent-change';
import type { ShareChange } from './share-change';

/** An access log entry. Append-only. */
@Entity({ name: 'audit_entries' })
export class AuditEntryEntity extends AccessColumns {
  /** Account whose data was accessed. */
  @PrimaryColumn({ type: 'varchar', name: 'subject_id' })
  subjectId!: string;

  @PrimaryTimeColumn({ name: 'time' })
  time!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** The change to a share; otherwise null. */
  @JsonColumn({ nullable: true })
  share!: ShareChange | null;

  /** Consents that were granted or revoked; otherwise null. */
  @JsonColumn({ nullable: true })
  consents!: ConsentChange[] | null;
}
