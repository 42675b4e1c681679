import { Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, PrimaryTimeColumn } from '../database/columns';
import { AccessColumns } from './access-columns';
import type { ConsentChange } from './consent-change';
import type { ShareChange } from './share-change';

/** Who read or changed whose data. Entries are only ever added. */
@Entity({ name: 'audit_entries' })
export class AuditEntryEntity extends AccessColumns {
  /** Account whose data it is about. */
  @PrimaryColumn({ type: 'varchar', name: 'subject_id' })
  subjectId!: string;

  @PrimaryTimeColumn({ name: 'time' })
  time!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** How a share was changed; null for all else. */
  @JsonColumn({ nullable: true })
  share!: ShareChange | null;

  /** Consents that were granted or revoked; null for all else. */
  @JsonColumn({ nullable: true })
  consents!: ConsentChange[] | null;
}
