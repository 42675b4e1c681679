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
        this.depth += 1;
        if (this.depth > deepest) return undefined;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.depth -= 1;
        if (this.depth === 0) return this.last(start, place);
      } else if (byte === comma && this.depth === 1 && place - start >= bytesAtOnce) {
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

/** `parseJson` for bodies of any size: others get their turn while a long array is parsed. */
export async function parseLongJson(body: Buffer, work: LongWork): Promise<unknown> {
  if (body.length <= bytesAtOnce) return parseJson(body);
  const items: unknown[] = [];
  const cutter = new Cutter(body);
  let hasSurrogates = false;
  for (;;) {
    const cut = cutter.next();
    const parsed = cut && parsedPart(cut.part);
    // Says what is wrong with it, or parses what is no array.
    if (!cut || !parsed) return parseJson(body);
    for (const item of parsed.items) items.push(item);
    hasSurrogates ||= parsed.hasSurrogates;
    if (cut.isLast) break;
    await work.pause();
  }
  const problem = hasSurrogates ? malformedTextIn(items) : undefined;
  if (problem) throw problem;
  return items;
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
