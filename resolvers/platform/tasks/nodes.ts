import { hex32, nodeType } from '../../node-type';
import { loadTask } from './tasks';
import type { Task } from './tasks.types';

/** Background tasks. */
export const taskNodes = [
  nodeType<Task>({
    type: 'Task',
    ownId: hex32,
    load: loadTask,
    way: ({ id }) => ({ type: 'Query', field: 'task', args: { id } }),
  }),
];
