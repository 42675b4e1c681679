import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { JsonColumn, TimeColumn } from '../../platform/database/columns';
import type { Permission } from '../permission';

/** An account's permissions on the data of another. */
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
