import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** Work that one process at a time does for all. */
@Entity({ name: 'work_leases' })
export class WorkLeaseEntity {
  @PrimaryColumn({ type: 'varchar' })
  name!: string;

  /** Nobody else begins before. */
  @TimeColumn({ name: 'expires_time' })
  expiresTime!: number;
}
