import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/**
 * A request that was carried out under a key of its sender's, or whose answer has not left or was lost, kept so that it can
 * be repeated without effect.
 */
@Entity({ name: 'done_requests' })
export class DoneRequestEntity {
  /** The account that the request changed. */
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** What was asked for, such as `upload/<id of the data set>`. */
  @PrimaryColumn({ type: 'varchar' })
  purpose!: string;

  /** The key, as a digest: callers choose its text. Without one, a digest of the sender and of what was sent, and a number. */
  @PrimaryColumn({ type: 'varchar', name: 'key_digest' })
  keyDigest!: string;

  /**
   * SHA-256 of what was sent; the same key with something else is a mistake of the sender's. Without a key, of the sender
   * and of what was sent.
   */
  @Column({ type: 'varchar', name: 'body_digest' })
  bodyDigest!: string;

  /** What the answer was made of: an id or a number. */
  @Column({ type: 'varchar' })
  result!: string;

  /**
   * What has become of the answer to a request without a key: `lost`, `answered`, or the process that is about to give it;
   * null is `lost`, too.
   */
  @Column({ type: 'varchar', nullable: true })
  standing!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
