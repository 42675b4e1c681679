import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, TimeColumn } from '../database/columns';

export type TaskState = 'pending' | 'running' | 'failed' | 'completed';

/** What went wrong in a run, as trusted servers see it. */
export interface TaskError {
  code?: string;
  title?: string;
  detail: string;
}

/** Work that is done in the background by whoever handles its type. */
@Entity({ name: 'tasks' })
export class TaskEntity {
  @PrimaryColumn({ type: 'varchar' })
  id!: string;

  /** Unique over all tasks, so that the same work is not queued twice. */
  @Column({ type: 'varchar', nullable: true })
  name!: string | null;

  @Column({ type: 'varchar' })
  type!: string;

  /** The larger, the sooner. */
  @Column({ type: 'int' })
  priority!: number;

  /** What the handler needs to know. */
  @JsonColumn({ nullable: true })
  data!: object | null;

  /** Not to be run before. */
  @TimeColumn({ name: 'available_time', nullable: true })
  availableTime!: number | null;

  /** `availableTime`, or 0 for at once: what waiting tasks are ordered by. */
  @TimeColumn({ name: 'due_time' })
  dueTime!: number;

  /** Not to be run from then on. */
  @TimeColumn({ name: 'expiration_time', nullable: true })
  expirationTime!: number | null;

  @Column({ type: 'varchar' })
  state!: TaskState;

  /** Which run of the task is under way: the result of another one does not count. */
  @Column({ type: 'varchar', name: 'run_id', nullable: true })
  runId!: string | null;

  /** A run that has not ended by then has died with its process. */
  @TimeColumn({ name: 'deadline_time', nullable: true })
  deadlineTime!: number | null;

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
}
