import { PassThrough } from 'node:stream';
import { setImmediate as later } from 'node:timers/promises';
import { drained } from '../../../src/graph/streaming/drained';

/** A response that has more to send than its reader has room for. */
function fullResponse(): PassThrough {
  const response = new PassThrough({ highWaterMark: 10 });
  response.write('x'.repeat(100));
  return response;
}

const countListeners = (response: PassThrough): number[] =>
  ['drain', 'close', 'error'].map((event) => response.listenerCount(event));

it('a response is drained once its reader has read, however often, and nothing listens any more', async () => {
  const response = fullResponse();
  const before = countListeners(response);
  for (let count = 0; count < 20; count += 1) {
    let isDrained = false;
    const end = drained(response).then(() => (isDrained = true));
    await later();
    expect(isDrained).toBe(false);
    response.read();
    await end;
    expect(countListeners(response)).toEqual(before);
    response.write('x'.repeat(100));
  }
});

it('nobody waits for a reader that is gone, or has read everything', async () => {
  const response = fullResponse();
  const end = drained(response);
  response.destroy();
  await end;
  await expect(drained(new PassThrough())).resolves.toBeUndefined();
});
