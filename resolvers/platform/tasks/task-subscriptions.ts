import { Arg, Ctx, Field, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { allTaskEvents, taskEvents, type TaskEvent } from '../../../src/platform/tasks/task-events';
import { listensTo, Since } from '../../subscribe';
import { Task, toTask } from './tasks.types';

@ObjectType({ description: 'A change to a background task.' })
export class TaskChange {
  @Field(() => ID, { description: 'Id of the task.' })
  taskId!: string;

  @Field(() => Task, { nullable: true, description: 'The task after the change; absent once deleted.' })
  task!: Task | null;
}

/** Subscriptions to background tasks, for trusted servers. */
@Resolver()
export class TaskSubscriptions {
  @Subscription(() => TaskChange, {
    description: 'Emits when a background task is queued, run, changed or deleted. For trusted servers.',
    subscribe: listensTo(({ type }: { type?: string | null }) =>
      type == null ? allTaskEvents : taskEvents(type),
    ),
  })
  async taskChanged(
    @Root() { taskId }: TaskEvent,
    @Ctx() context: RequestContext,
    @Arg('type', () => String, { nullable: true, description: 'Only tasks of this type; all when absent.' })
    _type?: string,
    @Since() _since?: string,
  ): Promise<TaskChange> {
    const found = await context.load(context.services.tasks.findMany, taskId);
    return { taskId, task: found && toTask(found) };
  }
}
