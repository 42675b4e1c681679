import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryTimeColumn } from '../database/columns';

/** Whose data somebody read or wanted to, or who logged in: an entry of the record that is no change. Only ever added. */
@Entity({ name: 'audit_reads' })
export class AuditReadEntity {
  /** Account whose data it is about. */
  @PrimaryColumn({ type: 'varchar', name: 'subject_id' })
  subjectId!: string;

  @PrimaryTimeColumn({ name: 'time' })
  time!: number;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** What was done; one list is about many. */
  @Column({ type: 'varchar', name: 'access_id' })
  accessId!: string;
}
