import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** A person's account at an external identity provider, linked to their account here. */
@Entity({ name: 'linked_identities' })
export class LinkedIdentityEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Alias of the provider. */
  @PrimaryColumn({ type: 'varchar' })
  provider!: string;

  /** Id of the person at the provider. */
  @Column({ type: 'varchar' })
  subject!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** When it was last used for a log-in; null if never. */
  @TimeColumn({ name: 'last_used_time', nullable: true })
  lastUsedTime!: number | null;
}
