import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { FlagColumn, JsonColumn, TimeColumn } from '../../platform/database/columns';

/** A token for URLs that a browser opens directly, without headers. */
@Entity({ name: 'restricted_tokens' })
export class RestrictedTokenEntity {
  /** Account that the token acts as. */
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The token in the URL: 128 random bits. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Paths that the token is valid for, including everything below them; null for every path. */
  @JsonColumn({ nullable: true })
  paths!: string[] | null;

  /** Whether a person asked for it, rather than the service for a mail, or a trusted server. */
  @FlagColumn({ name: 'self_made' })
  selfMade!: boolean;

  /** The last millisecond of its validity. */
  @TimeColumn({ name: 'expiration_time' })
  expirationTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;
}
