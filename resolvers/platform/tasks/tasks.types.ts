import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { TaskEntity, TaskState } from '../../../src/platform/tasks/task.entity';
import { taskBody, taskUpdateBody } from '../../../src/platform/tasks/task-body';
import { Changes } from '../../clearable';
import { inputClass } from '../../records/data/table-inputs';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime, Json, JsonObject } from '../../scalars';

// Made here, because the schema must know them before it is built.
const TaskBodyInput = inputClass(taskBody);
const TaskUpdateBodyInput = inputClass(taskUpdateBody);

/** States of tasks in the graph. */
export const TaskStateName = {
  PENDING: 'pending',
  RUNNING: 'running',
  FAILED: 'failed',
  COMPLETED: 'completed',
} as const;

registerEnumType(TaskStateName, {
  name: 'TaskState',
  description: 'State of a background task.',
  valuesConfig: {
    PENDING: { description: 'Pending.' },
    RUNNING: { description: 'Running.' },
    FAILED: { description: 'Failed; it will not be retried.' },
    COMPLETED: { description: 'Completed.' },
  },
});

@ObjectType({ description: 'Background work, performed by the handler of its type.' })
export class Task {
  @Field(() => ID, { description: 'Id of the task.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Unique name of the task.' })
  name!: string | null;

  @Field({ description: 'Type of the task.' })
  type!: string;

  @Field(() => Int, { description: 'Tasks with a higher priority run first.' })
  priority!: number;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Data for the handler: JSON, whose keys it chooses.',
  })
  data!: object | null;

  @Field(() => DateTime, { nullable: true, description: 'The task does not run before this instant.' })
  availableTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'The task does not run at this instant or later.' })
  expirationTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'When a current run is given up.' })
  deadlineTime!: number | null;

  @Field(() => TaskStateName, { description: 'State of the task.' })
  state!: TaskState;

  @Field(() => Json, {
    nullable: true,
    description: 'Error or errors of the last run: JSON in the form of the handler.',
  })
  error!: unknown;

  @Field(() => DateTime, { nullable: true, description: 'When the last run began.' })
  runTime!: number | null;

  @Field(() => Float, { nullable: true, description: 'Duration of the last run in seconds.' })
  duration!: number | null;

  @Field(() => DateTime, { description: 'When the task was created.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the task was last changed; absent if never.' })
  modifiedTime!: number | null;
}

/** Maps a task to its GraphQL type. */
export function toTask({ dueTime: _due, runId: _run, duration, error, ...task }: TaskEntity): Task {
  return Object.assign(new Task(), task, {
    duration: duration === null ? null : duration / 1000,
    error: error?.length === 1 ? error[0] : error,
  });
}

@ObjectType({ description: 'A task and its cursor.' })
export class TaskEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The task.' })
  node!: Task;
}

@ObjectType({ description: 'A page of tasks, newest first.' })
export class TaskConnection {
  @Field(() => [TaskEdge], { description: 'The tasks of the page.' })
  edges!: TaskEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class TaskArguments extends pageArguments('tasks') {
  @Field(() => String, { nullable: true, description: 'Only the task with this name.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Only tasks of this type.' })
  type?: string;

  @Field(() => TaskStateName, { nullable: true, description: 'Only tasks in this state.' })
  state?: TaskState;
}

@InputType({ description: 'A task to queue.' })
export class CreateTaskInput {
  @Field(() => TaskBodyInput, { nullable: true, description: 'What the task is to do, and when.' })
  details?: object;

  @Field(() => Json, {
    nullable: true,
    description: 'The task as the body of the REST route; only without `details`.',
    deprecationReason: 'Use `details`, which is typed.',
  })
  task?: unknown;
}

@InputType({ description: 'Changes to a task.' })
export class UpdateTaskInput {
  @Field(() => ID, { description: 'Id of the task.' })
  id!: string;

  @Changes()
  @Field(() => TaskUpdateBodyInput, {
    nullable: true,
    description: 'The changes. Absent fields stay unchanged.',
  })
  set?: object;

  @Field(() => Json, {
    nullable: true,
    description: 'The changes as the body of the REST route; only without `set`.',
    deprecationReason: 'Use `set`, which is typed.',
  })
  changes?: unknown;
}

@InputType({ description: 'A task to delete.' })
export class DeleteTaskInput {
  @Field(() => ID, { description: 'Id of the task.' })
  id!: string;
}

@ObjectType({ description: 'Result of changing a task.' })
export class TaskPayload {
  @Field({ description: 'The task after the change.' })
  task!: Task;
}
