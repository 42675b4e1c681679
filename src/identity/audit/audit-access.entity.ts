import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { AccessColumns } from './access-columns';

/** What the entries of several accounts have in common. Rows are append-only. */
@Entity({ name: 'audit_accesses' })
export class AuditAccessEntity extends AccessColumns {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** When the last of the data was accessed. */
  @TimeColumn({ name: 'time' })
  time!: number;
}
