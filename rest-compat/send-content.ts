import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { ContentReply } from './route';

/**
 * Timeout in milliseconds for the receiver of a stream that reads nothing, since it blocks an open file or a database
 * connection. Node checks twice while bytes are waiting, so it may take twice as long.
 */
export const longestStall = 30_000;

/** While it was sent, and before. */
const receiverGone: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/** Whether a stream failed because the receiver disconnected, which is not our failure. */
export const isReceiverGone = (error: unknown): boolean =>
  receiverGone.includes((error as { code?: unknown } | null)?.code);

/**
 * Sends bytes as stored. They must not be compressed on the way, because their length and digest were announced.
 * Uploaded content is never displayed as a page of this site, whatever type it claims to have. The content is released,
 * however it ends.
 */
export async function sendContent(
  { content, headers }: ContentReply,
  status: number,
  response: Response,
): Promise<void> {
  try {
    response.status(status);
    response.setHeader('Cache-Control', 'no-store, no-transform');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Disposition', 'attachment');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (response.req.method === 'HEAD') return void response.end();
    response.setTimeout(longestStall);
    await pipeline(content, response);
  } catch (error) {
    if (!isReceiverGone(error)) throw error;
  } finally {
    // A pipeline into a response that is closed already leaves its source open.
    content.destroy();
  }
}
