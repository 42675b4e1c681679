import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';
import { AccessColumns } from './access-columns';

/** What the entries of several accounts have in common. Rows are only ever added. */
@Entity({ name: 'audit_accesses' })
export class AuditAccessEntity extends AccessColumns {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** When the last of the data were touched. */
  @TimeColumn({ name: 'time' })
  time!: number;
}
