import { Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../database/columns';
import type { Permission } from './permission';

/** What one account lets another do with its data. */
@Entity({ name: 'shares' })
export class ShareEntity {
  @PrimaryColumn({ type: 'varchar', name: 'sharer_id' })
  sharerId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'grantee_id' })
  granteeId!: string;

  @JsonColumn()
  permissions!: Permission[];

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
