import { Readable } from 'node:stream';
import { StoreOutageError } from './store-outage';

/**
 * Ends a stream of content with an error if the next piece does not arrive within `limit` milliseconds. Only the
 * time that the reader waits counts; slow receivers may take as long as they like. The content is released with the result, even
 * if nobody has read that.
 */
export const inTime = (content: Readable, limit: number): Readable =>
  Readable.from(readChunks(content, limit), { objectMode: false })
    // A generator that has not begun does not clean up.
    .once('close', () => content.destroy());

async function* readChunks(content: Readable, limit: number): AsyncGenerator<Buffer> {
  const late = () => content.destroy(new StoreOutageError(`Nothing received for ${limit / 1000} s.`));
  let timer = setTimeout(late, limit);
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield piece;
      timer = setTimeout(late, limit);
    }
  } finally {
    clearTimeout(timer);
  }
}
