import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { ContentReply } from './route';

/**
 * A receiver of a stream that takes nothing for this long, in milliseconds, is given up: it keeps a file open, or a
 * connection to the database busy. Node looks twice while bytes are waiting, so it may take twice as long.
 */
export const longestStall = 30_000;

/** True when a stream failed because whoever received it went away, which is no failure of ours. */
export const isReceiverGone = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Sends bytes as they are stored: nothing on the way may compress them, since their length and digest are told. What
 * people upload is never shown as a page of ours, whatever it says it is.
 */
export async function sendContent(
  { content, headers }: ContentReply,
  status: number,
  response: Response,
): Promise<void> {
  response.status(status);
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Disposition', 'attachment');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (response.req.method === 'HEAD') {
    content.destroy();
    response.end();
    return;
  }
  response.setTimeout(longestStall);
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!isReceiverGone(error)) throw error;
  }
}
