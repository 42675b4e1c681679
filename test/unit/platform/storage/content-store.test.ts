import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ContentStore } from '../../../../src/platform/storage/content-store';
import { openContentStore } from '../../../../src/platform/storage/open-content-store';
import { startObjectStore } from '../../../support/object-store';

/** Timeout of an object store in milliseconds. */
const timeout = 10_000;

/** A store under test, and access to what it stores. */
interface Backend {
  store: ContentStore;
  /** Number of stored items, complete or not. */
  count(): Promise<number>;
  /** Adds foreign names to the store. */
  litter(): Promise<void>;
  close(): Promise<void>;
}

async function fileBackend(): Promise<Backend> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'));
  return {
    store: openContentStore(`file:${folder}/new/folder`, timeout),
    count: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    litter: async () => {
      await writeFile(`${folder}/new/folder/content/.directory`, '');
      await writeFile(`${folder}/new/folder/content/${one.slice(0, 2)}/.hidden`, '');
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function objectBackend(): Promise<Backend> {
  const objects = await startObjectStore();
  Object.assign(process.env, objects.credentials);
  return {
    store: openContentStore(objects.url, timeout),
    count: async () => (await objects.keys()).length,
    litter: async () => {
      const object = { Bucket: new URL(objects.url).host, Body: 'x', ContentLength: 1 };
      for (const name of ['.hidden', 'a/b'])
        await objects.client.send(new PutObjectCommand({ ...object, Key: `kept/here/content/${name}` }));
    },
    close: () => objects.close(),
  };
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* repeated(piece: Uint8Array, times: number): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < times; count += 1) yield piece;
}

async function* failingAfter(text: string, times = 1): AsyncGenerator<Uint8Array> {
  yield* repeated(Buffer.from(text), times);
  throw new Error('the sender went away');
}

async function textOf(content: Readable | null): Promise<string | null> {
  return content && Buffer.concat(await content.toArray()).toString();
}

async function keysOf(keys: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.sort();
}

const [one, other] = ['a1'.repeat(16), 'b2'.repeat(16)];
const future = Date.now() + 60_000;
const past = Date.now() - 60_000;

describe.each([
  ['files of a folder', fileBackend],
  ['objects of a bucket', objectBackend],
])('content stored in %s', (_name, open) => {
  let backend: Backend;
  let store: ContentStore;
  beforeEach(async () => {
    backend = await open();
    store = backend.store;
  });
  afterEach(() => backend.close());

  it('is measured while it arrives', async () => {
    const content = await store.receive(pieces('ab', '', 'cd'));
    expect(content).toMatchObject({
      size: 4,
      digestMD5: createHash('md5').update('abcd').digest('base64'),
    });
  });

  it('can be read once it is complete, and not before', async () => {
    const content = await store.receive(pieces('ab', 'cd'));
    expect(await store.read(one)).toBeNull();
    await content.keep(one);
    expect(await textOf(await store.read(one))).toBe('abcd');
    expect(await backend.count()).toBe(1);
  });

  it('may be larger than one chunk', async () => {
    const piece = randomBytes(1024 * 1024);
    const content = await store.receive(repeated(piece, 13));
    expect(content.size).toBe(13 * piece.length);
    await content.keep(one);
    const hash = createHash('md5');
    for await (const part of (await store.read(one)) ?? []) hash.update(part as Buffer);
    expect(hash.digest('base64')).toBe(content.digestMD5);
  });

  it('is gone when it is discarded or removed, even twice', async () => {
    const discarded = await store.receive(pieces('ab'));
    await discarded.discard();
    await discarded.discard();
    const removed = await store.receive(pieces('ab'));
    await removed.keep(one);
    await store.remove(one);
    await store.remove(one);
    expect(await store.read(one)).toBeNull();
    expect(await backend.count()).toBe(0);
  });

  it('leaves nothing if its sender fails', async () => {
    await expect(store.receive(failingAfter('ab'))).rejects.toThrow('the sender went away');
    const large = failingAfter('x'.repeat(1024 * 1024), 13);
    await expect(store.receive(large)).rejects.toThrow('the sender went away');
    expect(await backend.count()).toBe(0);
  });

  it('may be empty', async () => {
    const content = await store.receive(pieces());
    expect(content).toMatchObject({ size: 0, digestMD5: '1B2M2Y8AsgTpgAmY7PhCfg==' });
  });

  it('is found by its age', async () => {
    expect(await keysOf(store.keysBefore(future))).toEqual([]);
    for (const key of [one, other]) await (await store.receive(pieces(key))).keep(key);
    await store.receive(pieces('unfinished'));
    expect(await keysOf(store.keysBefore(future))).toEqual([one, other]);
    expect(await keysOf(store.keysBefore(past))).toEqual([]);
  });

  it('is removed if it never became complete', async () => {
    await store.receive(pieces('unfinished'));
    await (await store.receive(pieces('finished'))).keep(one);
    await store.removeUnfinished(past);
    expect(await backend.count()).toBe(2);
    await store.removeUnfinished(future);
    expect(await backend.count()).toBe(1);
    expect(await textOf(await store.read(one))).toBe('finished');
  });

  it('may be next to foreign files', async () => {
    await (await store.receive(pieces('ab'))).keep(one);
    await backend.litter();
    expect(await keysOf(store.keysBefore(future))).toEqual([one]);
  });

  it('is not read outside of the store', async () => {
    await expect(store.read('../../../etc/passwd')).rejects.toThrow('not a key');
  });
});
