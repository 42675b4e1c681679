import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** What a data provider gave us on behalf of an account: the token that its data are fetched with. */
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

  /** What the provider knows the account by; empty when it did not say. */
  @Column({ type: 'varchar', name: 'external_id' })
  externalId!: string;

  /** The token of the provider, encrypted. */
  @Column({ type: 'text', nullable: true })
  token!: string | null;

  /** Id of the key that the token is encrypted with. */
  @Column({ type: 'varchar', name: 'token_key', nullable: true })
  tokenKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;
}
