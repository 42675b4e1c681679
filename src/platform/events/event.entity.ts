import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** An event, kept for a while for subscribers who reconnect. */
@Entity({ name: 'events' })
export class EventEntity {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  /**
   * Its place in the log, together with its id. On MySQL ids are not in commit order: it is null until the committed
   * event has been placed. On SQLite it is always 0.
   */
  @Column({ type: 'bigint', nullable: true })
  position!: number | null;

  @Column({ type: 'varchar' })
  channel!: string;

  /** An account named by the event, other than that of the channel. */
  @Column({ type: 'varchar', nullable: true })
  mention!: string | null;

  /** JSON; null if its content was deleted. */
  @Column({ type: 'text', nullable: true })
  payload!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
