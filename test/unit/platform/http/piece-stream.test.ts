import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PieceStream } from '../../../../src/platform/http/piece-stream';

const large = Buffer.alloc(100_000, 'x');

/** Takes pieces one after the other, and lets others run in between. */
const slowReceiver = (received: Buffer[]) =>
  new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, callback) {
      received.push(chunk);
      setImmediate(callback);
    },
  });

async function* numbered(count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) {
    if (number % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    yield Buffer.concat([Buffer.from(`${number}`), large]);
  }
}

describe('a stream of pieces', () => {
  it('has all of them in order, whoever is slower', async () => {
    const received: Buffer[] = [];
    await pipeline(new PieceStream(numbered(20)), slowReceiver(received));
    expect(Buffer.concat(received).toString().match(/\d+/g)).toEqual([...Array(20).keys()].map(String));
  });

  it('begins with a result that was read before', async () => {
    const pieces = numbered(3);
    const first = await pieces.next();
    const received: Buffer[] = [];
    await pipeline(new PieceStream(pieces, first), slowReceiver(received));
    expect(Buffer.concat(received).toString().match(/\d+/g)).toEqual(['0', '1', '2']);
  });

  it('is empty when there are none', async () => {
    const received: Buffer[] = [];
    await pipeline(new PieceStream(numbered(0)), slowReceiver(received));
    expect(received).toEqual([]);
  });

  it('fails with the error of its source', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield* numbered(1);
      throw new Error('It broke.');
    }
    await expect(pipeline(new PieceStream(broken()), slowReceiver([]))).rejects.toThrow('It broke.');
  });

  it('reads no more than its receiver takes, and some ahead', async () => {
    let read = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const piece of numbered(1_000)) {
        read += 1;
        yield piece;
      }
    }
    const stream = new PieceStream(counted());
    for (let count = 0; count < 3; count += 1) {
      await new Promise((resolve) => stream.once('readable', resolve));
      stream.read(large.length);
    }
    stream.destroy();
    expect(read).toBeLessThan(12);
  });
});
