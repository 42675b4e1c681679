import { ApiError } from '../errors';
import type { LongWork } from '../long-work';
import { hasEscapedSurrogate, malformedTextIn } from '../rules/well-formed';
import { deepest, parseJson } from './read-body';

/** Bytes that are parsed at once; shorter bodies are parsed as a whole. */
const bytesAtOnce = 64 * 1024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A byte order mark between elements is not JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Finds where an array of JSON can be cut: at commas between its elements. */
class Cutter {
  private depth = 0;
  private inText = false;
  private place: number;
  /** How many values began so far, at most. */
  values = 1;

  constructor(private readonly bytes: Uint8Array) {
    this.place = this.afterBlanks(0);
  }

  private afterBlanks(start: number): number {
    let place = start;
    while (isBlank(this.bytes[place])) place += 1;
    return place;
  }

  /** The next elements, without the comma behind them; undefined where the body is no such array. */
  next(): { part: Uint8Array; isLast: boolean } | undefined {
    const { bytes } = this;
    if (this.depth === 0) {
      if (bytes[this.place] !== openBracket) return undefined;
      this.depth = 1;
      this.place += 1;
    }
    const start = this.place;
    for (let place = start; place < bytes.length; place += 1) {
      const byte = bytes[place];
      if (this.inText) {
        if (byte === backslash) place += 1;
        else if (byte === quote) this.inText = false;
      } else if (byte === quote) this.inText = true;
      else if (byte === openBrace || byte === openBracket) {
        this.values += 1;
        this.depth += 1;
        if (this.depth > deepest) return undefined;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.depth -= 1;
        if (this.depth === 0) return this.last(start, place);
      } else if (byte === comma) {
        this.values += 1;
        if (this.depth > 1 || place - start < bytesAtOnce) continue;
        this.place = place + 1;
        return { part: bytes.subarray(start, place), isLast: false };
      }
    }
    return undefined;
  }

  private last(start: number, end: number): { part: Uint8Array; isLast: boolean } | undefined {
    const { bytes } = this;
    if (bytes[end] !== closeBracket || this.afterBlanks(end + 1) < bytes.length) return undefined;
    // Nothing may follow a comma but an element.
    if (this.afterBlanks(start) === end) return undefined;
    return { part: bytes.subarray(start, end), isLast: true };
  }
}

/**
 * `parseJson` for bodies of any size: others get their turn while a long array is parsed.
 *
 * @param mostItems maximum size of the array. An array beyond it is not parsed to its end, and neither are more values in
 *   all than that many items have.
 */
export async function parseLongJson(body: Buffer, work: LongWork, mostItems = Infinity): Promise<unknown> {
  if (body.length <= bytesAtOnce) return parseJson(body);
  const items: unknown[] = [];
  const cutter = new Cutter(body);
  const mostValues = mostItems * valuesOfItem;
  let hasSurrogates = false;
  for (;;) {
    const cut = cutter.next();
    if (cutter.values > mostValues) throw tooMany(`${mostValues} values`);
    const parsed = cut && parsedPart(cut.part);
    // Says what is wrong with it, or parses what is no array.
    if (!cut || !parsed) {
      if (mostValues < Infinity && countValues(body) > mostValues) throw tooMany(`${mostValues} values`);
      return parseJson(body);
    }
    for (const item of parsed.items) items.push(item);
    if (items.length > mostItems) throw tooMany(`${mostItems} records`);
    hasSurrogates ||= parsed.hasSurrogates;
    if (cut.isLast) break;
    await work.pause();
  }
  const problem = hasSurrogates ? malformedTextIn(items) : undefined;
  if (problem) throw problem;
  return items;
}

/** Values of an item, with those within them: more than real ones have on average. */
const valuesOfItem = 20;

/** An upper bound for the number of values in any text: each takes memory, even an empty one. */
function countValues(body: Uint8Array): number {
  let count = 1;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === comma || byte === openBrace || byte === openBracket) count += 1;
  }
  return count;
}

function tooMany(limit: string): ApiError {
  const detail = `The body has more than the ${limit} allowed here. Send it in several parts.`;
  return new ApiError('PAYLOAD_TOO_LARGE', detail, {
    findings: [{ code: 'resource-too-large', title: 'body is too large', detail }],
  });
}

/** The elements of a part; undefined if it is not valid. */
function parsedPart(part: Uint8Array): { items: unknown[]; hasSurrogates: boolean } | undefined {
  try {
    const text = utf8.decode(part);
    const items = JSON.parse(`[${text}]`) as unknown[];
    return items.length === 0 ? undefined : { items, hasSurrogates: hasEscapedSurrogate(text) };
  } catch {
    return undefined;
  }
}
