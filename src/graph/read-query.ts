import type { Request } from 'express';
import { ApiError, badInput } from '../platform/errors';
import { assertNotTooDeep, readBody } from '../platform/http/read-body';

/** Malformed text is found where it is used, with its place. */
const utf8 = new TextDecoder();

const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;

/** Whether a Content-Type names another encoding than that of JSON (RFC 8259, section 8.1). */
function isEncodedOtherwise(contentType = ''): boolean {
  const [, quoted, plain] = charset.exec(contentType) ?? [];
  const name = quoted ?? plain ?? '';
  return name !== '' && !/^utf-?8$/i.test(name);
}

/**
 * The JSON in the body of a request to the graph, an object or an array; undefined if there is no body of this type. Throws
 * when it has more than `limit` bytes, is not JSON, or is nested more than 64 levels deep.
 */
export async function readQuery(request: Request, limit: number, sender: string): Promise<unknown> {
  if (!request.is('application/json')) return undefined;
  if (isEncodedOtherwise(request.headers['content-type']))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be encoded as UTF-8.');
  const bytes = await readBody(request, limit, sender);
  if (bytes.length === 0) return {};
  assertNotTooDeep(bytes);
  const value = parsed(bytes);
  if (typeof value === 'object' && value !== null) return value;
  throw badInput('The body must be a JSON object.');
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw badInput('The body is not JSON.');
  }
}
