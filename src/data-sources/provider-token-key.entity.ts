import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** The key for tokens of providers while the settings name none. */
@Entity({ name: 'provider_token_keys' })
export class ProviderTokenKeyEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** 32 bytes, base64. */
  @Column({ type: 'varchar' })
  secret!: string;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
