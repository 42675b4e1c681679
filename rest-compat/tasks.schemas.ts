import type { JsonSchema } from './route';

const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const text = (description: string): JsonSchema => ({ type: 'string', description });

/** Schemas of background tasks for the API reference. */
export const taskSchemas: Record<string, JsonSchema> = {
  Task: {
    type: 'object',
    required: ['id', 'type', 'priority', 'state', 'createdTime'],
    properties: {
      id: { type: 'string', pattern: '^[0-9a-f]{32}$', description: 'Id of the task.' },
      name: text('A name that no other task has.'),
      type: text('What is to be done.'),
      priority: { type: 'integer', minimum: 0, description: 'The larger, the sooner the task is run.' },
      data: { type: 'object', additionalProperties: true },
      availableTime: instant('Not to be run before.'),
      deadlineTime: instant('A run that has not ended by then is given up.'),
      expirationTime: instant('Not to be run from then on.'),
      state: { type: 'string', enum: ['pending', 'running', 'failed', 'completed'] },
      error: {
        description: 'What went wrong in the last run: an object with `detail`, or an array of them.',
      },
      runTime: instant('When the last run began.'),
      duration: { type: 'number', minimum: 0, description: 'Seconds that the last run took.' },
      createdTime: instant('When the task was created.'),
      modifiedTime: instant('When it was last changed; absent until then.'),
    },
  },
};
