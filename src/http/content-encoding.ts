import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ApiError, badInput } from '../errors';

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** How the bytes of a body are packed (RFC 9110, section 8.4); undefined when they come as they are. */
function encodingOf({ headers }: IncomingMessage): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? undefined : encoding;
}

function unsupported(detail: string): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', detail, {
    findings: [{ code: 'encoding-not-supported', title: 'encoding of the body is not supported', detail }],
  });
}

/** Throws when the body of a request is packed: for bytes that are kept as they come. */
export function assertNotEncoded(request: IncomingMessage): void {
  const encoding = encodingOf(request);
  if (encoding === undefined) return;
  throw unsupported(`A body with the Content-Encoding "${encoding}" is not taken here: send it as it is.`);
}

/** What unpacks the body of a request; undefined when it comes as it is. Throws when nobody here can unpack it. */
export function decoderOf(request: IncomingMessage): Decode | undefined {
  const encoding = encodingOf(request);
  if (encoding === undefined) return undefined;
  const decode = decoders[encoding];
  if (decode) return decode;
  throw unsupported(`The Content-Encoding "${encoding}" is not known here: send gzip, deflate or br.`);
}

/** Unpacks a body. Throws when it is broken, and `tooLarge` when more than `limit` bytes come out of it. */
export async function unpacked(
  decode: Decode,
  bytes: Buffer,
  limit: number,
  tooLarge: () => ApiError,
): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw badInput('The body is not packed in the way that its Content-Encoding says.');
  }
}
