/** The type of the tasks that `task-worker.ts` runs. */
export const countedType = 'counted';
