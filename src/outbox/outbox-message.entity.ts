import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../database/columns';

/** Something that has to happen outside the database because of a committed change. */
@Entity({ name: 'outbox_messages' })
export class OutboxMessageEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  @Column({ type: 'varchar' })
  topic!: string;

  @JsonColumn()
  payload!: unknown;

  @Column({ type: 'int' })
  attempts!: number;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  /** Not to be delivered before; moved on by a lease while a worker is at it and by back-off after a failure. */
  @TimeColumn({ name: 'due_time' })
  dueTime!: number;

  /** Who holds the lease; null when nobody does. */
  @Column({ type: 'varchar', nullable: true })
  worker!: string | null;

  @Column({ type: 'text', name: 'last_error', nullable: true })
  lastError!: string | null;
}
