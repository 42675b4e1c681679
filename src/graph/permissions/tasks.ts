import type { IRules } from 'graphql-shield';
import { notFound } from '../../errors';
import { check, partOfParent, trustedServer } from './rules';

/** A trusted server, which is told first when there is no such task. */
const serverOnExisting = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind !== 'server') return false;
  const { id } = args.input as { id: string };
  if (!(await context.load(services.tasks.findMany, id))) throw notFound('There is no task with this id.');
  return true;
});

/** Background tasks are a matter of trusted servers. */
export const taskRules: IRules = {
  Query: { task: trustedServer, tasks: trustedServer },
  Mutation: { createTask: trustedServer, updateTask: serverOnExisting, deleteTask: trustedServer },
  Subscription: { taskChanged: trustedServer },
  TaskChange: { task: partOfParent },
  TaskPayload: { task: partOfParent },
  TaskConnection: { edges: partOfParent, pageInfo: partOfParent },
  TaskEdge: { node: partOfParent },
};
