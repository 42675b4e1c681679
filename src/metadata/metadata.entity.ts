import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** One collection of free-form facts about an account, such as its profile. */
@Entity({ name: 'metadata' })
export class MetadataEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  collection!: string;

  /** A JSON object as text, key order kept. */
  @Column({ type: 'text' })
  content!: string;

  @TimeColumn({ name: 'modified_time' })
  modifiedTime!: number;
}
