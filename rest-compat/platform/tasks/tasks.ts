import { dataErrors } from '../../errors';
import {
  CreateTaskDocument,
  DeleteTaskDocument,
  TaskByIdDocument,
  TasksDocument,
  UpdateTaskDocument,
  type TaskFieldsFragment,
} from '../../generated/operations';
import { notNull } from '../../json-body';
import { pageParameters, pageVariables } from '../../paging';
import { route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';
import { describedAs } from '../../sentence';

const tag = 'Tasks';
const errors = dataErrors;
const limit = 4 * 1024 * 1024;

const states = ['pending', 'running', 'failed', 'completed'] as const;
const graphState = {
  pending: 'PENDING',
  running: 'RUNNING',
  failed: 'FAILED',
  completed: 'COMPLETED',
} as const;

const listParameters = {
  ...pageParameters,
  name: { description: describedAs('Query.tasks(name)') },
  type: { description: describedAs('Query.tasks(type)') },
  state: { description: describedAs('Query.tasks(state)'), schema: { type: 'string', enum: states } },
};

/** A task in the form of clients; absent fields are omitted. */
function taskOnWire({ state, ...task }: TaskFieldsFragment): Record<string, unknown> {
  const given = Object.entries({ ...task, state: state.toLowerCase() }).filter(
    ([name, value]) => value != null && name !== '__typename',
  );
  return Object.fromEntries(given);
}

function listVariables({ query }: RestRequest) {
  query.assertOnly(Object.keys(listParameters));
  const state = query.word('state', states);
  return {
    ...pageVariables(query),
    name: query.nonEmptyText('name'),
    type: query.nonEmptyText('type'),
    state: state && graphState[state],
  };
}

/** The id in the path; the query must be empty. */
function readTaskId({ params, query }: RestRequest): string {
  query.assertOnly([]);
  return params.taskId ?? '';
}

const query = (field: string) => () => ({ type: 'Query', field });
const mutation = (field: string) => () => ({ type: 'Mutation', field });

const oneTask = { status: 200, description: 'The task.', schema: ref('Task') };

/** The queue of background tasks, for trusted servers. */
export const taskRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/tasks',
    tag,
    summary: 'Lists background tasks, newest first, for trusted servers.',
    query: listParameters,
    success: { status: 200, description: 'The tasks.', schema: arrayOf(ref('Task')) },
    failures: [400, 401, 403],
    errors,
    guard: query('tasks'),
    operation: TasksDocument,
    variables: listVariables,
    reply: ({ tasks }) => ({ body: tasks.edges.map(({ node }) => taskOnWire(node)) }),
  }),
  route({
    method: 'POST',
    path: '/v1/tasks',
    tag,
    summary: 'Queues a background task, for trusted servers.',
    query: {},
    body: { schema: ref('NewTask'), description: 'The task.', limit },
    success: { ...oneTask, status: 201 },
    failures: [400, 401, 403, 409, 413],
    errors,
    guard: mutation('createTask'),
    operation: CreateTaskDocument,
    variables: (request) => {
      request.query.assertOnly([]);
      return { input: { task: notNull(request.body) } };
    },
    reply: ({ createTask }) => ({ body: taskOnWire(createTask.task) }),
  }),
  route({
    method: 'GET',
    path: '/v1/tasks/{taskId}',
    tag,
    summary: 'A background task, for trusted servers.',
    query: {},
    success: oneTask,
    failures: [400, 401, 403, 404],
    errors,
    guard: query('task'),
    operation: TaskByIdDocument,
    variables: (request) => ({ id: readTaskId(request) }),
    reply: ({ task }) => ({ body: taskOnWire(task) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/tasks/{taskId}',
    tag,
    summary: 'Changes a background task in any state, for trusted servers.',
    query: {},
    body: { schema: ref('TaskUpdate'), description: 'The changes.', limit },
    success: oneTask,
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: ({ params }) => ({
      type: 'Mutation',
      field: 'updateTask',
      args: { input: { id: params.taskId ?? '' } },
    }),
    operation: UpdateTaskDocument,
    variables: (request) => ({ input: { id: readTaskId(request), changes: notNull(request.body) } }),
    reply: ({ updateTask }) => ({ body: taskOnWire(updateTask.task) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/tasks/{taskId}',
    tag,
    summary: 'Deletes a background task, if it exists.',
    query: {},
    success: { status: 200, description: 'The task is deleted.' },
    failures: [400, 401, 403],
    errors,
    guard: mutation('deleteTask'),
    operation: DeleteTaskDocument,
    variables: (request) => ({ input: { id: readTaskId(request) } }),
    reply: () => ({}),
  }),
];
