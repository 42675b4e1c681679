import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryTimeColumn } from '../../platform/database/columns';

/** An access log entry that is not a change: a read, a denied access, or a log-in. Append-only. */
@Entity({ name: 'audit_reads' })
export class AuditReadEntity {
  /** Account whose data was accessed. */
  @PrimaryColumn({ type: 'varchar', name: 'subject_id' })
  subjectId!: string;

  @PrimaryTimeColumn({ name: 'time' })
  time!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** The access; one list covers many accounts. */
  @Column({ type: 'varchar', name: 'access_id' })
  accessId!: string;
}
