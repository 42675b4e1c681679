import {
  AbortMultipartUploadCommand,
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
import { inTime } from './in-time';
import { MeasuredPieces } from './measured-pieces';
import { observeCommands } from './observe-commands';
import type { S3Address } from './s3-address';
import { reportOutages } from './store-outage';

/** Memory limit of an upload: the minimum part size of S3, plus another part in progress. */
const piecesOnTheWay = 2;

/** Maximum milliseconds for connecting; a working store needs much less. */
const longestConnecting = 5_000;

const isMissing = (error: unknown): boolean => (error as Error | null)?.name === 'NoSuchKey';

/**
 * Stores content as objects of an Amazon S3 bucket or a compatible store. Incoming content is under `incoming/`,
 * kept content under `content/`; the store copies it from one to the other. Credentials come from the usual AWS
 * sources: the environment, a profile, the role of the machine.
 *
 * A killed process may leave a partial upload behind that no listing shows; a life-cycle rule of the bucket aborts
 * such uploads.
 */
export class S3ContentStore implements ContentStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly incoming: string;
  private readonly kept: string;

  /**
   * @param limit milliseconds for a response, for one part of an upload (5 MiB), or until the next piece of a
   *   download. After that the store counts as unavailable.
   */
  constructor(
    { bucket, prefix, region, endpoint }: S3Address,
    private readonly limit: number,
  ) {
    this.client = new S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      // Stores other than Amazon's only support the signature check.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: Math.min(limit, longestConnecting),
        requestTimeout: limit,
        throwOnRequestTimeout: true,
        httpsAgent: { maxSockets: 200 },
      },
    });
    reportOutages(this.client);
    observeCommands(this.client);
    this.bucket = bucket;
    this.incoming = `${prefix}incoming/`;
    this.kept = `${prefix}content/`;
  }

  /** Lists an object: the permission is needed for sweeping anyway, and it is cheap. */
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
      leavePartsOnError: true,
    });
    try {
      await upload.done();
    } catch (error) {
      await this.abandonParts(path, upload.uploadId);
      throw measured.senderFailure()?.cause ?? error;
    }
    return {
      ...measured.facts(),
      discard: () => this.delete(path),
      keep: (key) => this.keep(path, key),
    };
  }

  /**
   * Deletes the parts of a failed upload. If the store refuses that too, the life-cycle rule of the bucket does it: the
   * sender should learn why the upload failed.
   */
  private async abandonParts(path: string, uploadId: string | undefined): Promise<void> {
    if (uploadId === undefined) return;
    const parts = { Bucket: this.bucket, Key: path, UploadId: uploadId };
    await this.client.send(new AbortMultipartUploadCommand(parts)).catch(() => undefined);
  }

  private async keep(path: string, key: string): Promise<void> {
    const copy = { CopySource: encodeURI(`${this.bucket}/${path}`), Key: this.objectPath(key) };
    await this.client.send(new CopyObjectCommand({ Bucket: this.bucket, ...copy }));
    await this.delete(path);
  }

  private objectPath(key: string): string {
    if (!isContentKey(key)) throw new Error('This is not a key of stored content.');
    return this.kept + key;
  }

  async read(key: string): Promise<Readable | null> {
    try {
      const question = new GetObjectCommand({ Bucket: this.bucket, Key: this.objectPath(key) });
      const { Body: content } = await this.client.send(question);
      return inTime(content as Readable, this.limit);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.delete(this.objectPath(key));
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
