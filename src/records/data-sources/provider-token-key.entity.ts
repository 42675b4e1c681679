import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/** The key for provider tokens if none is configured. */
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
