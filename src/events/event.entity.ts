import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** Something that has happened, kept for a while for those who were away. */
@Entity({ name: 'events' })
export class EventEntity {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  /**
   * Where it stands in the log, together with its id. On MySQL ids do not come in the order of the commits: it is null
   * until a committed event has got its place. On SQLite it is always 0.
   */
  @Column({ type: 'bigint', nullable: true })
  position!: number | null;

  @Column({ type: 'varchar' })
  channel!: string;

  /** An account that the event names, besides that of the channel. */
  @Column({ type: 'varchar', nullable: true })
  mention!: string | null;

  /** JSON; null when nobody is told any more what it was. */
  @Column({ type: 'text', nullable: true })
  payload!: string | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;
}
