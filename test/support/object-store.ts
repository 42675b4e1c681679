import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A store with the Amazon S3 protocol and one bucket. */
export interface ObjectStore {
  client: S3Client;
  /** A `BLOB_URL` of the bucket. */
  url: string;
  /** Environment variables with its credentials. */
  credentials: Record<string, string>;
  /** The names of all objects. */
  keys(): Promise<string[]>;
  /** Deletes an object. */
  remove(key: string): Promise<void>;
  /** Does nothing if it is already closed. */
  close(): Promise<void>;
}

const bucket = 'content';
/** Both halves of the only credentials of the server. */
const key = 'S3RVER';

const prefix = 'kept/here';

/** The server removes folders that become empty, even one in which it is about to write, and would then fail. */
function keepFolders(folder: string): void {
  for (const name of ['incoming', 'content']) {
    const path = join(folder, bucket, prefix, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'no object'), '');
  }
}

/** Starts an object store on a free port of the loopback interface. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  keepFolders(folder);
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: key },
  });
  let closed = false;
  return {
    client,
    url: `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
    credentials: { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: key },
    async keys() {
      const { Contents: found } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return (found ?? []).map((object) => object.Key ?? '');
    },
    async remove(lost) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: lost }));
    },
    async close() {
      if (closed) return;
      closed = true;
      client.destroy();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
