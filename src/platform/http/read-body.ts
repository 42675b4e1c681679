import type { IncomingMessage } from 'node:http';
import { ApiError, badInput, callerGone } from '../errors';
import { findMalformedText } from '../rules/well-formed';
import { FairTurns } from '../workload/fair-turns';
import { ArrivingBodies } from './arriving-bodies';
import { assertNotEncoded, findDecoder, unpacked } from './content-encoding';

/** Levels of nested JSON. */
export const deepest = 64;

const finding = (code: string, title: string, detail: string) => [{ code, title, detail }];

function tooLarge(limit: number): ApiError {
  const detail = `The body is larger than the ${limit} bytes allowed here.`;
  return new ApiError('PAYLOAD_TOO_LARGE', detail, {
    findings: finding('resource-too-large', 'body is too large', detail),
  });
}

/** All bodies of a process that are read as a whole, with room for four of the largest. */
const arrivingBodies = new ArrivingBodies(128 * 1024 * 1024);

/** Decoded, a body can have a thousand times its bytes. Bodies with a smaller limit than this are not waited for. */
const largeLimit = 4 * 1024 * 1024;

/** For bodies with a larger one. Those that wait are few, because they count among the bodies that arrive. */
const decoding = new FairTurns({ atOnce: 2, waitingOfOne: 5_000, waiting: 20_000 });

/**
 * The whole decoded body of a request. Throws when it exceeds `limit` bytes, encoded or decoded, when the sender
 * disconnects before the end, or when bodies hold too much memory together.
 *
 * @param sender who sends it: the account, or the address of somebody unknown
 */
export async function readBody(request: IncomingMessage, limit: number, sender: string): Promise<Buffer> {
  const decode = findDecoder(request);
  const length = request.headers['content-length'];
  const sending = { sender, ...(length !== undefined && { expected: Number(length) }) };
  return arrivingBodies.gather(readChunks(request, limit), sending, (bytes) => {
    if (!decode) return bytes;
    const unpack = () => unpacked(decode, bytes, limit, () => tooLarge(limit));
    return limit > largeLimit
      ? whileConnected(request, (leaving) => decoding.run(sender, unpack, leaving))
      : unpack();
  });
}

/** Does something whose signal is aborted when the sender disconnects. */
async function whileConnected<Result>(
  { socket }: IncomingMessage,
  work: (leaving: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leaving = new AbortController();
  const leave = () => leaving.abort(callerGone());
  socket.once('close', leave);
  try {
    return await work(leaving.signal);
  } finally {
    socket.off('close', leave);
  }
}

/**
 * The bytes of a body as they arrive, with back pressure on the sender. Throws when there are more than `limit`,
 * when they are encoded, or when the sender disconnects before the end.
 */
export async function* streamBody(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  assertNotEncoded(request);
  yield* readChunks(request, limit);
}

async function* readChunks(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  // A reader that stops early must still be able to respond on this connection.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > limit) throw tooLarge(limit);
      yield piece;
    }
  } catch (error) {
    throw request.errored ? badInput('The body ended before it was complete.') : error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body; `undefined` if it is empty. Throws when it is not JSON, is nested more than 64 levels deep, or
 * contains text that no encoding can represent.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const { text, value } = parsed(body);
  const problem = findMalformedText(value, text);
  if (problem) throw problem;
  return value;
}

function parsed(body: Buffer): { text: string; value: unknown } {
  try {
    assertNotTooDeep(body);
    const text = utf8.decode(body);
    return { text, value: JSON.parse(text) as unknown };
  } catch (error) {
    throw notJson(error instanceof Error ? error.message : '');
  }
}

export function notJson(why: string): ApiError {
  const detail = `The body is not JSON: ${why}`;
  return badInput(detail, finding('json-malformed', 'body is not JSON', detail));
}

export const tooDeep = (): ApiError => badInput(`It is nested deeper than ${deepest} levels.`);

/** True when a body is JSON, or absent. */
export function isJson(body: Buffer): boolean {
  try {
    parseJson(body);
    return true;
  } catch {
    return false;
  }
}

/** Throws when a required body is missing. */
export function requireBody(body: unknown): unknown {
  if (body !== undefined) return body;
  const detail = 'A JSON body is required.';
  throw badInput(detail, finding('json-not-found', 'body is missing', detail));
}

/** Throws for JSON that is nested more than 64 levels deep. */
export function assertNotTooDeep(body: Uint8Array): void {
  if (nestsTooDeep(body)) throw tooDeep();
}

/**
 * Whether JSON is nested more than 64 levels deep. Counts brackets without parsing, so that no parser has to
 * recurse. No other character contains their bytes.
 */
export function nestsTooDeep(body: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < body.length; index += 1) {
    const code = body[index];
    if (inText) {
      if (code === backslash) index += 1;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
