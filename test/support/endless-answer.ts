import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** JSON may begin with any number of spaces. */
const blanks = Buffer.alloc(64 * 1024, ' ');

/** Bytes. Who does not cut off the response by then takes any number. */
const enough = 64 * 1024 * 1024;

/** More bytes than may leave the sender: those that the service takes, and those that fit between two processes. */
export const fewBytes = 20 * 1024 * 1024;

/** Sends a JSON body that never ends. Returns the bytes that were sent when the receiver disconnected. */
export async function sendEndlessly(response: ServerResponse): Promise<number> {
  const gone = once(response, 'close');
  response.writeHead(200, { 'content-type': 'application/json' });
  let sent = 0;
  while (sent < enough && !response.destroyed) {
    sent += blanks.length;
    if (!response.write(blanks)) await Promise.race([once(response, 'drain'), gone]);
  }
  await gone;
  return sent;
}
