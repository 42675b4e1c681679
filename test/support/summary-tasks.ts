import { newServerToken } from './accounts';
import { api, type Json } from './api';
import { accepted } from './clinics';
import type { ServerUnderTest } from './server';
import { waitFor } from './wait-until';

/** The tasks that calculate outdated summaries. */
export async function updateTasks(server: ServerUnderTest): Promise<Json[]> {
  const token = await newServerToken(server);
  const tasks = accepted(await api(server).get('/v1/tasks', { token }));
  return tasks.filter(({ type }: Json) => type.includes('.summary.update.'));
}

/** Has tasks run at an instant, and not before. */
export async function putOff(
  server: ServerUnderTest,
  tasks: readonly Json[],
  availableTime: string,
): Promise<void> {
  const token = await newServerToken(server);
  for (const { id } of tasks)
    accepted(await api(server).put(`/v1/tasks/${id}`, { token, body: { availableTime } }));
}

/** Pauses background work on summaries, once it has run. For a server with a short `TASK_POLL_DELAY`. */
export async function pauseSummaries(server: ServerUnderTest): Promise<void> {
  const idle = await waitFor('the first run of the tasks', async () => {
    const tasks = await updateTasks(server);
    return tasks.length === 3 && tasks.every(({ state, runTime }) => state === 'pending' && runTime)
      ? tasks
      : undefined;
  });
  await putOff(server, idle, '2100-01-01T00:00:00Z');
}
