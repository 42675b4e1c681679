import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/** `created` has no content yet; `available` has. */
export type BlobStatus = 'created' | 'available';

/** What is known of binary content of an account; the bytes lie in the content store. */
@Entity({ name: 'blobs' })
export class BlobEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Unique over all accounts. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  status!: BlobStatus;

  /** In the spelling of `normalizeMediaType`. */
  @Column({ type: 'text', name: 'media_type' })
  mediaType!: string;

  /** Base64. */
  @Column({ type: 'varchar', name: 'digest_md5' })
  digestMD5!: string;

  /** Bytes. */
  @Column({ type: 'int' })
  size!: number;

  /** Where the content lies in the store; null without content. */
  @Column({ type: 'varchar', name: 'content_key', nullable: true })
  contentKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** Null until the first change. */
  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;

  /** From 0, one more with each change. */
  @Column({ type: 'int' })
  revision!: number;
}
