import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { TaskEntity, TaskState } from '../src/tasks/task.entity';
import { PageInfo } from './page-info';
import { DateTime, Json, JsonObject } from './scalars';

/** States of tasks as the graph spells them. */
export const TaskStateName = {
  PENDING: 'pending',
  RUNNING: 'running',
  FAILED: 'failed',
  COMPLETED: 'completed',
} as const;

registerEnumType(TaskStateName, {
  name: 'TaskState',
  description: 'How far a background task is.',
  valuesConfig: {
    PENDING: { description: 'It waits for somebody to do it.' },
    RUNNING: { description: 'Somebody is at it.' },
    FAILED: { description: 'It could not be done, for good.' },
    COMPLETED: { description: 'It is done.' },
  },
});

@ObjectType({ description: 'Work that is done in the background by whoever handles its type.' })
export class Task {
  @Field(() => ID, { description: 'Id of the task.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'A name that no other task has.' })
  name!: string | null;

  @Field({ description: 'What is to be done.' })
  type!: string;

  @Field(() => Int, { description: 'The larger, the sooner the task is run.' })
  priority!: number;

  @Field(() => JsonObject, { nullable: true, description: 'What the handler of the type needs to know.' })
  data!: object | null;

  @Field(() => DateTime, { nullable: true, description: 'Not to be run before.' })
  availableTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Not to be run from then on.' })
  expirationTime!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'A run that has not ended by then is given up.' })
  deadlineTime!: number | null;

  @Field(() => TaskStateName, { description: 'How far the task is.' })
  state!: TaskState;

  @Field(() => Json, {
    nullable: true,
    description: 'What went wrong in the last run: one error or several.',
  })
  error!: unknown;

  @Field(() => DateTime, { nullable: true, description: 'When the last run began.' })
  runTime!: number | null;

  @Field(() => Float, { nullable: true, description: 'Seconds that the last run took.' })
  duration!: number | null;

  @Field(() => DateTime, { description: 'When the task was created.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed; absent until then.' })
  modifiedTime!: number | null;
}

/** The task as the graph shows it. */
export function toTask({ dueTime: _due, runId: _run, duration, error, ...task }: TaskEntity): Task {
  return Object.assign(new Task(), task, {
    duration: duration === null ? null : duration / 1000,
    error: error?.length === 1 ? error[0] : error,
  });
}

@ObjectType({ description: 'A task and its place in the list.' })
export class TaskEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The task.' })
  node!: Task;
}

@ObjectType({ description: 'A page of tasks, newest first.' })
export class TaskConnection {
  @Field(() => [TaskEdge], { description: 'The tasks of the page.' })
  edges!: TaskEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class TaskArguments {
  @Field(() => Int, { description: 'How many tasks at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => String, { nullable: true, description: 'Only the one of this name.' })
  name?: string;

  @Field(() => String, { nullable: true, description: 'Only those of this type.' })
  type?: string;

  @Field(() => TaskStateName, { nullable: true, description: 'Only those in this state.' })
  state?: TaskState;
}

@InputType({ description: 'A task to queue.' })
export class CreateTaskInput {
  @Field(() => Json, {
    description: 'The task: `type`, and `name`, `priority`, `data`, `availableTime`, `expirationTime`.',
  })
  task!: unknown;
}

@InputType({ description: 'A change of a task.' })
export class UpdateTaskInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;

  @Field(() => Json, {
    description: '`priority`, `data`, `availableTime`, `expirationTime`; what is absent stays.',
  })
  changes!: unknown;
}

@InputType({ description: 'A task to delete.' })
export class DeleteTaskInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;
}

@ObjectType({ description: 'A task after a change.' })
export class TaskPayload {
  @Field({ description: 'The task as it is now.' })
  task!: Task;
}
