import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../database/account-column';
import { TimeColumn } from '../database/columns';

/**
 * A request that was carried out under an idempotency key, or whose response was not sent or was lost. Kept so that
 * repeating it has no effect.
 */
@Entity({ name: 'done_requests' })
export class DoneRequestEntity {
  /** The account that the request changed. */
  @PrimaryColumn({ type: 'varchar', name: 'user_id' })
  @AccountColumn()
  userId!: string;

  /** The purpose of the request, such as `upload/<id of the data set>`. */
  @PrimaryColumn({ type: 'varchar' })
  purpose!: string;

  /**
   * Digest of the key, because callers choose its text. Without a key, a digest of the sender and the body, and a
   * number.
   */
  @PrimaryColumn({ type: 'varchar', name: 'key_digest' })
  keyDigest!: string;

  /**
   * SHA-256 of the body; the same key with a different body is an error of the sender. Without a key, of the sender
   * and the body.
   */
  @Column({ type: 'varchar', name: 'body_digest' })
  bodyDigest!: string;

  /** What the response is derived from: an id or a number. */
  @Column({ type: 'varchar' })
  result!: string;

  /**
   * The fate of the response to a request without a key: `lost`, `answered`, or the process that is about to send
   * it; null means `lost`, too.
   */
  @Column({ type: 'varchar', nullable: true })
  standing!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
