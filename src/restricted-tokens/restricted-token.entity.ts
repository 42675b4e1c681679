import { Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { JsonColumn, TimeColumn } from '../database/columns';

/** A token for addresses that are opened by a browser itself, which sends no headers. */
@Entity({ name: 'restricted_tokens' })
export class RestrictedTokenEntity {
  /** Account that the token acts as. */
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** What the token is in an address: 128 random bits. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Paths that the token is good for, and all that is below them; null for every path. */
  @JsonColumn({ nullable: true })
  paths!: string[] | null;

  /** The last millisecond in which the token works. */
  @TimeColumn({ name: 'expiration_time' })
  expirationTime!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;
}
