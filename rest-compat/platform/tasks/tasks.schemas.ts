import type { JsonSchema } from '../../route';
import { fieldsFromGraph, fromGraph } from '../../from-graph';

/** Schemas of background tasks for the API reference. */
export const taskSchemas: Record<string, JsonSchema> = {
  Task: {
    type: 'object',
    required: ['id', 'type', 'priority', 'state', 'createdTime'],
    properties: {
      id: { ...fromGraph('Task.id'), pattern: '^[0-9a-f]{32}$' },
      ...fieldsFromGraph('Task', 'name', 'type'),
      priority: { ...fromGraph('Task.priority'), minimum: 0 },
      data: { type: 'object', additionalProperties: true },
      ...fieldsFromGraph('Task', 'availableTime', 'deadlineTime', 'expirationTime'),
      state: { type: 'string', enum: ['pending', 'running', 'failed', 'completed'] },
      error: {
        description: 'Error of the last run: an object with `detail`, or an array of them.',
      },
      runTime: fromGraph('Task.runTime'),
      duration: { ...fromGraph('Task.duration'), minimum: 0 },
      ...fieldsFromGraph('Task', 'createdTime', 'modifiedTime'),
    },
  },
};
