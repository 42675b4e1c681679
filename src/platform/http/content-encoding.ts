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

/** The Content-Encoding of a body (RFC 9110, section 8.4); undefined if there is none. */
function readEncoding({ headers }: IncomingMessage): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? undefined : encoding;
}

function unsupported(detail: string): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', detail, {
    findings: [{ code: 'encoding-not-supported', title: 'encoding of the body is not supported', detail }],
  });
}

/** Throws when the body of a request is encoded: for bytes that are stored as they arrive. */
export function assertNotEncoded(request: IncomingMessage): void {
  const encoding = readEncoding(request);
  if (encoding === undefined) return;
  throw unsupported(`Content-Encoding "${encoding}" is not accepted here: send the body unencoded.`);
}

/**
 * The decoder for the body of a request; undefined if it is not encoded. Throws when the encoding is not supported.
 */
export function findDecoder(request: IncomingMessage): Decode | undefined {
  const encoding = readEncoding(request);
  if (encoding === undefined) return undefined;
  const decode = decoders[encoding];
  if (decode) return decode;
  throw unsupported(`The Content-Encoding "${encoding}" is not known here: send gzip, deflate or br.`);
}

/** Decodes a body. Throws when it is corrupt, and `tooLarge` when the result exceeds `limit` bytes. */
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
    throw badInput('The body does not match its Content-Encoding.');
  }
}
