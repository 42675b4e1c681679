import type { ServerResponse } from 'node:http';

export const eventStream = 'text/event-stream';

/** Sends server-sent events as they arise. Whoever makes them is told to stop once the response has ended, whoever ends it. */
export async function sendEvents(events: AsyncGenerator<string>, response: ServerResponse): Promise<void> {
  const leave = () => void events.return(undefined);
  // The reader may have left while the first event was prepared.
  if (response.closed) return leave();
  response.setHeader('Content-Type', `${eventStream}; charset=utf-8`);
  // Prevents intermediaries from buffering events.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  response.once('close', leave);
  for await (const text of events) {
    // A response stays `writable` after its end, and a slow reader closes it later.
    if (response.writableEnded || response.destroyed) break;
    response.write(text);
  }
  response.end();
}
