import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { keyedPage, pageComplexity } from '../../paging';
import {
  CreateTaskInput,
  DeleteTaskInput,
  Task,
  TaskArguments,
  TaskConnection,
  TaskPayload,
  toTask,
  UpdateTaskInput,
} from './tasks.types';
import { taskBody, taskUpdateBody } from '../../../src/platform/tasks/task-body';
import { requiredBodyIn } from '../../records/data/table-inputs';
import { Repeatable } from '../../repeatable';
import { removed, RemovedPayload } from '../../removed-payload';

/** The task with this id, through the loader of the request. Throws if it does not exist. */
export async function loadTask(context: RequestContext, id: string): Promise<Task> {
  const found = await context.load(context.services.tasks.findMany, id);
  if (!found) throw notFound('There is no task with this id.');
  return toTask(found);
}

/** The payload for a task that an earlier request has queued. */
const taskAgain = async (context: RequestContext, created: string): Promise<TaskPayload> => ({
  task: await loadTask(context, created),
});

/** The queue of background tasks, for trusted servers. */
@Resolver()
export class TasksResolver {
  @Query(() => Task, { description: 'A background task by its id. For trusted servers.' })
  task(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the task.' }) id: string,
  ): Promise<Task> {
    return loadTask(context, id);
  }

  @Query(() => TaskConnection, {
    description: 'Background tasks, newest first. For trusted servers.',
    complexity: pageComplexity,
  })
  tasks(
    @Ctx() context: RequestContext,
    @Args(() => TaskArguments) { first, after, last, before, ...filter }: TaskArguments,
  ): Promise<TaskConnection> {
    return keyedPage(
      { field: 'Query.tasks', order: newestFirst, counts: true },
      { first, after, last, before },
      (part) => context.load(context.services.tasks.lists, { filter, ...part }),
      toTask,
    );
  }

  @Repeatable(taskAgain)
  @Mutation(() => TaskPayload, { description: 'Queues a background task. For trusted servers.' })
  async createTask(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: CreateTaskInput,
  ): Promise<TaskPayload> {
    const body = requiredBodyIn(input, { type: taskBody, typed: 'details', json: 'task' });
    return { task: toTask(await services.tasks.create(body)) };
  }

  @Mutation(() => TaskPayload, {
    description: 'Changes a background task in any state; its state stays. For trusted servers.',
  })
  async updateTask(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: UpdateTaskInput,
  ): Promise<TaskPayload> {
    const body = requiredBodyIn(input, { type: taskUpdateBody, typed: 'set', json: 'changes' });
    return { task: toTask(await services.tasks.update(input.id, body)) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Deletes a background task; the result of a current run is dropped. For trusted servers.',
  })
  async deleteTask(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: DeleteTaskInput,
  ): Promise<RemovedPayload> {
    await services.tasks.delete(id);
    return removed(id);
  }
}
