import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../database/columns';

export type TaskState = 'pending' | 'running' | 'failed' | 'completed';

/** The error of a run, as shown to trusted servers. */
export interface TaskError {
  code?: string;
  title?: string;
  detail: string;
}

/** Background work, performed by the handler of its type. */
@Entity({ name: 'tasks' })
export class TaskEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Unique across all tasks, so that the same work is not queued twice. */
  @Column({ type: 'varchar', nullable: true })
  name!: string | null;

  @Column({ type: 'varchar' })
  type!: string;

  /** Higher priorities run first. */
  @Column({ type: 'int' })
  priority!: number;

  /** Data for the handler. */
  @JsonColumn({ nullable: true })
  data!: object | null;

  /** Not run before. */
  @TimeColumn({ name: 'available_time', nullable: true })
  availableTime!: number | null;

  /** `availableTime`, or 0 for at once: the sort key of pending tasks. */
  @TimeColumn({ name: 'due_time' })
  dueTime!: number;

  /** Not run at this instant or later. */
  @TimeColumn({ name: 'expiration_time', nullable: true })
  expirationTime!: number | null;

  @Column({ type: 'varchar' })
  state!: TaskState;

  /** The current run of the task; results of other runs do not count. */
  @Column({ type: 'varchar', name: 'run_id', nullable: true })
  runId!: string | null;

  /** A run that has not ended by then has died with its process. */
  @TimeColumn({ name: 'deadline_time', nullable: true })
  deadlineTime!: number | null;

  /** Runs that died with their processes, since one has ended. */
  @Column({ type: 'int', name: 'lost_runs', default: 0 })
  lostRuns!: number;

  /** When the last run began. */
  @TimeColumn({ name: 'run_time', nullable: true })
  runTime!: number | null;

  /** Milliseconds that the last run took. */
  @Column({ type: 'int', nullable: true })
  duration!: number | null;

  @JsonColumn({ nullable: true })
  error!: TaskError[] | null;

  @TimeColumn({ name: 'created_time' })
  createdTime!: number;

  @TimeColumn({ name: 'modified_time', nullable: true })
  modifiedTime!: number | null;

  /** The span of the change that queued it, as a `traceparent`; null if it was not traced. */
  @Column({ type: 'varchar', name: 'trace_parent', nullable: true })
  traceParent!: string | null;
}
