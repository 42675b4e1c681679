import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** A collection of free-form metadata of an account, such as its profile. */
@Entity({ name: 'metadata' })
export class MetadataEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  collection!: string;

  /** A JSON object as text; key order is preserved. */
  @Column({ type: 'text' })
  content!: string;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
