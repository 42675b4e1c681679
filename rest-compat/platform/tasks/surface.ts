import { TaskSubscriptions } from '../../../resolvers/platform/tasks/task-subscriptions';
import { TasksResolver } from '../../../resolvers/platform/tasks/tasks';
import { taskNodes } from '../../../resolvers/platform/tasks/nodes';
import { taskRules } from '../../../src/graph/permissions/platform/tasks';
import { taskRoutes } from './tasks';
import { taskSchemas } from './tasks.schemas';
import type { Surface } from '../../surface';

/** Background tasks. */
export const tasksSurface: Surface = {
  name: 'tasks',
  resolvers: [TasksResolver, TaskSubscriptions],
  nodes: taskNodes,
  rules: [taskRules],
  routes: taskRoutes,
  schemas: taskSchemas,
};
