import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { isContentKey, type ContentStore, type ReceivedContent } from './content-store';
import { MeasuredPieces } from './measured-pieces';
import type { S3Address } from './s3-address';

/** What one upload holds in memory at most: the smallest piece that S3 takes, and one more that is on its way. */
const piecesOnTheWay = 2;

const isMissing = (error: unknown): boolean => (error as Error | null)?.name === 'NoSuchKey';

/**
 * Keeps content as objects of a bucket of Amazon S3, or of a store that speaks its protocol. What is arriving lies under
 * `incoming/`, what is kept under `content/`; the store itself copies it from the one to the other. Credentials come
 * from where the programs of AWS look for them: the environment, a profile, the role of the machine.
 *
 * A process that is killed while content arrives may leave a part of it behind that no list shows; a rule of the bucket's
 * life cycle ends such uploads.
 */
export class S3ContentStore implements ContentStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly incoming: string;
  private readonly kept: string;

  constructor({ bucket, prefix, region, endpoint }: S3Address) {
    this.client = new S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      // Stores other than Amazon's know no other checks than the signature.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, httpsAgent: { maxSockets: 200 } },
    });
    this.bucket = bucket;
    this.incoming = `${prefix}incoming/`;
    this.kept = `${prefix}content/`;
  }

  /** Lists an object: who may sweep may do so, and it costs next to nothing. */
  async assertUsable(): Promise<void> {
    const question = { Bucket: this.bucket, Prefix: this.kept, MaxKeys: 1 };
    await this.client.send(new ListObjectsV2Command(question));
  }

  async receive(pieces: AsyncIterable<Uint8Array>): Promise<ReceivedContent> {
    const path = this.incoming + randomUUID();
    const measured = new MeasuredPieces(pieces);
    const upload = new Upload({
      client: this.client,
      params: { Bucket: this.bucket, Key: path, Body: Readable.from(measured, { objectMode: false }) },
      queueSize: piecesOnTheWay,
    });
    try {
      await upload.done();
    } catch (error) {
      throw measured.senderFailure()?.cause ?? error;
    }
    return {
      ...measured.facts(),
      discard: () => this.delete(path),
      keep: (key) => this.keep(path, key),
    };
  }

  private async keep(path: string, key: string): Promise<void> {
    const copy = { CopySource: encodeURI(`${this.bucket}/${path}`), Key: this.pathOf(key) };
    await this.client.send(new CopyObjectCommand({ Bucket: this.bucket, ...copy }));
    await this.delete(path);
  }

  private pathOf(key: string): string {
    if (!isContentKey(key)) throw new Error('This is not a key of stored content.');
    return this.kept + key;
  }

  async read(key: string): Promise<Readable | null> {
    try {
      const question = new GetObjectCommand({ Bucket: this.bucket, Key: this.pathOf(key) });
      const { Body: content } = await this.client.send(question);
      return content as Readable;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.delete(this.pathOf(key));
  }

  private async delete(path: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: path }));
  }

  async *keysBefore(time: number): AsyncGenerator<string> {
    for await (const path of this.pathsBefore(this.kept, time)) {
      const key = path.slice(this.kept.length);
      if (isContentKey(key)) yield key;
    }
  }

  async removeUnfinished(time: number): Promise<void> {
    for await (const path of this.pathsBefore(this.incoming, time)) await this.delete(path);
  }

  /** The store lists a thousand objects at a time. */
  private async *pathsBefore(prefix: string, time: number): AsyncGenerator<string> {
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix });
    for await (const page of pages) {
      for (const { Key: path, LastModified: modified } of page.Contents ?? []) {
        if (path !== undefined && modified !== undefined && modified.getTime() < time) yield path;
      }
    }
  }
}
