import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** An account's authorization at a data provider: the token for fetching its data. */
@Entity({ name: 'provider_sessions' })
export class ProviderSessionEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  type!: 'oauth';

  /** Name of the provider. */
  @Column({ type: 'varchar' })
  name!: string;

  /** Id of the account at the provider; empty if unknown. */
  @Column({ type: 'varchar', name: 'external_id' })
  externalId!: string;

  /** The token of the provider, encrypted. */
  @Column({ type: 'text', nullable: true })
  token!: string | null;

  /** Id of the key that encrypts the token. */
  @Column({ type: 'varchar', name: 'token_key', nullable: true })
  tokenKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;
}
