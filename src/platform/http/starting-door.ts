import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HeaderSettings } from './cors';
import { explainListening, type Place } from './listening-problem';

/** What the answering thread is started with. */
export interface DoorData {
  place: Place;
  settings: HeaderSettings;
}

/**
 * Runs work before the server starts, while a thread answers on its address: `/healthz` reports that the process is
 * alive, so that nobody kills it, and everything else reports that it is not ready. The answers come from a separate
 * thread (`starting-door.worker.ts`), because SQLite blocks this one while it changes a table.
 *
 * Throws without starting the work when the address is in use. At port 0 nobody knows where to ask.
 */
export async function answerDuring(
  place: Place,
  { SESSION_TOKEN_HEADERS, HEADER_PREFIXES }: HeaderSettings,
  work: () => Promise<void>,
): Promise<void> {
  if (place.port === 0) return work();
  const workerData: DoorData = { place, settings: { SESSION_TOKEN_HEADERS, HEADER_PREFIXES } };
  const door = new Worker(join(__dirname, 'starting-door.worker.js'), { workerData });
  // Rejects if the thread fails.
  await once(door, 'message').catch((error: Error) => {
    throw explainListening(place, error);
  });
  // Later errors of the door must not end the work.
  door.on('error', () => {});
  try {
    await work();
  } finally {
    await door.terminate();
  }
}
