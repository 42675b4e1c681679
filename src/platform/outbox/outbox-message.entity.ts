import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../database/columns';

/** An effect outside the database, caused by a committed change. */
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

  /** Not delivered before; postponed by the lease of a worker and by back-off after a failure. */
  @TimeColumn({ name: 'due_time' })
  dueTime!: number;

  /** The holder of the lease; null if there is none. */
  @Column({ type: 'varchar', nullable: true })
  worker!: string | null;

  @Column({ type: 'text', name: 'last_error', nullable: true })
  lastError!: string | null;

  /** The span of the change that caused it, as a `traceparent`; null if it was not traced. */
  @Column({ type: 'varchar', name: 'trace_parent', nullable: true })
  traceParent!: string | null;
}
