import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { JsonColumn, TimeColumn } from '../database/columns';
import type { Permission } from './permission';

/** What one account lets another do with its data. */
@Entity({ name: 'shares' })
export class ShareEntity {
  @PrimaryColumn({ type: 'varchar', name: 'sharer_id' })
  @AccountColumn()
  sharerId!: string;

  @PrimaryColumn({ type: 'varchar', name: 'grantee_id' })
  @AccountColumn()
  granteeId!: string;

  @JsonColumn()
  permissions!: Permission[];

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
