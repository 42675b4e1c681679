import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Where a server listens. */
export interface Place {
  port: number;
  host: string;
}

/**
 * Does work that comes before serving, while something answers at the place where the server will listen: `/healthz` that the
 * process is alive, so that nobody ends it, and everything else that it is not ready. That has a thread of its own
 * (`starting-door.worker.ts`), as SQLite keeps this one while it changes a table.
 *
 * Throws without having begun when the place is taken. At port 0 nobody knows where to ask.
 */
export async function answerDuring(place: Place, work: () => Promise<void>): Promise<void> {
  if (place.port === 0) return work();
  const door = new Worker(join(__dirname, 'starting-door.worker.js'), { workerData: place });
  // Rejects with what the thread fails with.
  await once(door, 'message');
  // Later on, nobody's work ends because of the door.
  door.on('error', () => {});
  try {
    await work();
  } finally {
    await door.terminate();
  }
}
