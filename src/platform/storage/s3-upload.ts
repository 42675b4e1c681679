import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';

/** The name of an object, as the client takes it. */
interface ObjectName {
  Bucket: string;
  Key: string;
}

/** Bytes of each part but the last: the minimum of S3. */
const partSize = 5 * 1024 * 1024;

/** Gathers pieces of any size to parts. There is at least one, which may be empty. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    size += piece.length;
    if (size < partSize) continue;
    const whole = Buffer.concat(gathered);
    let start = 0;
    for (; whole.length - start > partSize; start += partSize) yield whole.subarray(start, start + partSize);
    gathered = [whole.subarray(start)];
    size = whole.length - start;
  }
  yield Buffer.concat(gathered);
}

/**
 * Uploads content whose size is not known beforehand: in one request if it fits into a part, else in parts. While one
 * part is sent, the next is gathered, so an upload holds two. Leaves nothing if the sender or the store fails, as long as
 * the store can still be told.
 */
export async function uploadInParts(
  client: S3Client,
  name: ObjectName,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = inParts(pieces);
  try {
    const { value: first = Buffer.alloc(0) } = (await parts.next()) as { value?: Buffer };
    const second = await parts.next();
    if (second.done) await client.send(new PutObjectCommand({ ...name, Body: first }));
    else await uploadParts(client, name, [first, second.value], parts);
  } finally {
    await parts.return(undefined);
  }
}

async function uploadParts(
  client: S3Client,
  name: ObjectName,
  begin: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(name));
  const upload = { ...name, UploadId };
  try {
    const Parts = await sendParts(client, upload, begin, rest);
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // The first error matters. A rule of the bucket removes what the store could not be told to remove.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  client: S3Client,
  upload: ObjectName & { UploadId: string | undefined },
  begin: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<CompletedPart[]> {
  const sent: Promise<CompletedPart>[] = [];
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = sent.length + 1;
    const sending = client
      .send(new UploadPartCommand({ ...upload, PartNumber, Body }))
      .then(({ ETag }) => ({ ETag, PartNumber }));
    // Whoever waits for it hears of its failure, maybe only after a failure of the sender.
    sending.catch(() => undefined);
    sent.push(sending);
    await sent.at(-2);
  };
  try {
    for (const part of begin) await send(part);
    for await (const part of rest) await send(part);
    return await Promise.all(sent);
  } finally {
    // No part may arrive after the upload has been aborted.
    await Promise.allSettled(sent);
  }
}
