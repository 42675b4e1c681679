import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** `created` has no content yet; `available` has. */
export type BlobStatus = 'created' | 'available';

/** Metadata of a blob; the bytes are in the content store. */
@Entity({ name: 'blobs' })
export class BlobEntity {
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** Unique across all accounts. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  status!: BlobStatus;

  /** Normalized by `normalizeMediaType`. */
  @Column({ type: 'text', name: 'media_type' })
  mediaType!: string;

  /** Base64. */
  @Column({ type: 'varchar', name: 'digest_md5' })
  digestMD5!: string;

  /** Bytes. */
  @Column({ type: 'int' })
  size!: number;

  /** Key of the content in the store; null without content. */
  @Column({ type: 'varchar', name: 'content_key', nullable: true })
  contentKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** Null until the first change. */
  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;

  /** Starts at 0, incremented with each change. */
  @Column({ type: 'int' })
  revision!: number;
}
