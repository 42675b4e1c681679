import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AccountColumn } from '../../platform/database/account-column';
import { TimeColumn } from '../../platform/database/columns';

/** A message in an account: the start of a thread, or a reply to another message. */
@Entity({ name: 'messages' })
export class MessageEntity {
  /** The account that contains the message. */
  @PrimaryColumn({ type: 'varchar', name: 'account_id' })
  @AccountColumn()
  accountId!: string;

  /** 24 lower-case hexadecimal characters, unique across accounts. */
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** The first message of the thread; its own id for that one. */
  @Column({ type: 'varchar', name: 'root_id' })
  rootId!: string;

  /** The message that this one replies to; null at the start of a thread. */
  @Column({ type: 'varchar', name: 'parent_id', nullable: true })
  parentId!: string | null;

  /** The author; null once the author's account is deleted. */
  @Column({ type: 'varchar', name: 'author_id', nullable: true })
  @AccountColumn()
  authorId!: string | null;

  /** The author's full name when the author's account was deleted; null before. */
  @Column({ type: 'text', name: 'author_name', nullable: true })
  authorName!: string | null;

  /** Id assigned by the client. */
  @Column({ type: 'varchar' })
  guid!: string;

  /** Time of the event, exactly as the client wrote it: clients show the local time of its zone. */
  @Column({ type: 'text', name: 'event_timestamp' })
  timestamp!: string;

  /** The instant of `timestamp`. */
  @TimeColumn({ name: 'event_time' })
  eventTime!: number;

  @Column({ type: 'text', name: 'message_text' })
  text!: string;

  /**
   * Digest of everything that identifies a repeated request; null for removed messages, and for those that an edit made
   * equal to another one.
   */
  @Column({ type: 'varchar', name: 'retry_key', nullable: true })
  retryKey!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** Null until the first edit. */
  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;

  /** When a removed message is deleted permanently; null if it was not removed. */
  @TimeColumn({ name: 'purge_time', nullable: true })
  purgeTime!: number | null;
}
