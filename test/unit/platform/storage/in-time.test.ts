import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { classifyOutage } from '../../../../src/platform/outage';
import { inTime } from '../../../../src/platform/storage/in-time';
import { waitFor } from '../../../support/wait-until';

describe('content that is read', () => {
  it('is aborted if no more of it arrives', async () => {
    const source = new PassThrough();
    const content = inTime(source, 50);
    source.write('begun');
    const pieces: string[] = [];
    content.on('data', (piece: Buffer) => pieces.push(piece.toString()));
    const [error] = (await once(content, 'error')) as [unknown];
    expect(classifyOutage(error)).toBe('away');
    expect(pieces).toEqual(['begun']);
    expect(source.destroyed).toBe(true);
  });

  it('waits for a slow receiver', async () => {
    const limit = 50;
    const source = new PassThrough({ highWaterMark: 1 });
    const content = inTime(source, limit);
    const begun = performance.now();
    source.write('one');
    source.end('two');
    // No read takes longer than the limit.
    await waitFor('the limit to pass', () => performance.now() - begun > 4 * limit || undefined);
    const pieces: string[] = [];
    for await (const piece of content) pieces.push(String(piece));
    expect(pieces.join('')).toBe('onetwo');
  });

  it('releases its source when the rest is not wanted', async () => {
    const source = new PassThrough();
    const content = inTime(source, 60_000);
    source.write('begun');
    await once(content, 'readable');
    content.destroy();
    await once(content, 'close');
    await waitFor('the source to be let go', () => source.destroyed || undefined);
  });
});

it('content that nobody reads is released with its result', async () => {
  const content = new PassThrough();
  const closed = once(content, 'close');
  inTime(content, 60_000).destroy();
  await closed;
  expect(content.destroyed).toBe(true);
});
