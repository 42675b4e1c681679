import type { IRules } from 'graphql-shield';
import { notFound } from '../../../platform/errors';
import { check, partOfParent, trustedServer } from '../rules';

/** A trusted server, after checking that the task exists. */
const serverOnExisting = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind !== 'server') return false;
  const { id } = args.input as { id: string };
  if (!(await context.load(services.tasks.findMany, id)))
    throw notFound('There is no task with this id.').about('id');
  return true;
});

/** Background tasks are for trusted servers. */
export const taskRules: IRules = {
  Query: { task: trustedServer, tasks: trustedServer },
  Mutation: { createTask: trustedServer, updateTask: serverOnExisting, deleteTask: trustedServer },
  Subscription: { taskChanged: trustedServer },
  TaskChange: { task: partOfParent },
  TaskPayload: { task: partOfParent },
  TaskConnection: { edges: partOfParent, pageInfo: partOfParent },
  TaskEdge: { node: partOfParent },
};
