import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** Somebody's account at an external identity provider, which leads to their account here. */
@Entity({ name: 'linked_identities' })
export class LinkedIdentityEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Alias of the provider. */
  @PrimaryColumn({ type: 'varchar' })
  provider!: string;

  /** Their id at the provider. */
  @Column({ type: 'varchar' })
  subject!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When they last logged in with it; null until then. */
  @TimeColumn({ name: 'last_used_time', nullable: true })
  lastUsedTime!: number | null;
}
