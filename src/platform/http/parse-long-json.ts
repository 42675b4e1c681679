import { ApiError, badInput } from '../errors';
import type { LongWork } from '../long-work';
import { hasEscapedSurrogate, malformedTextIn } from '../rules/well-formed';
import { findingTitles } from '../validation/finding';
import { deepest, notJson, parseJson, tooDeep } from './read-body';

/** Bytes that are parsed at once; shorter bodies are parsed as a whole. */
const bytesAtOnce = 64 * 1024;

/** Bytes that are looked through at once. */
const bytesPerLook = 1024 * 1024;

/**
 * Bytes of an element, and of a body that is no array: nothing else happens while they are parsed. More than a record may have,
 * so that one that is too large is told with its place.
 */
const largestPart = 6 * 1024 * 1024;

/** Values within an element, for the same reason. */
const mostOfElement = 100_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A byte order mark between elements is not JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Finds where an array of JSON can be cut: at commas between its elements. There are no blanks around the array. */
class Cutter {
  private depth = 0;
  private inText = false;
  /** Where the next part begins, where the element in it that is looked at, and how far has been looked. */
  private start = 0;
  private element = 0;
  private place = 0;
  /** How many values began so far, at most. */
  values = 1;
  private valuesBefore = 0;
  /** Index of the element that was looked at last. */
  index = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isElementTooLarge(): boolean {
    return this.place - this.element > largestPart;
  }

  /** Values of the element that is looked at. */
  get valuesOfElement(): number {
    return this.values - this.valuesBefore;
  }

  get isTooDeep(): boolean {
    return this.depth > deepest;
  }

  /**
   * The next elements, without the comma behind them; `searching` while they have not ended, and undefined where the body is
   * no such array.
   */
  next(): { part: Uint8Array; isLast: boolean } | 'searching' | undefined {
    const { bytes } = this;
    if (this.depth === 0) {
      if (bytes[0] !== openBracket) return undefined;
      this.depth = this.start = this.element = this.place = 1;
    }
    const { start } = this;
    const end = Math.min(bytes.length, this.place + bytesPerLook);
    let place = this.place;
    for (; place < end; place += 1) {
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
        if (this.depth > 0) continue;
        this.place = place;
        return this.isElementTooLarge ? 'searching' : this.last(start, place);
      } else if (byte === comma) {
        this.values += 1;
        if (this.depth > 1) continue;
        this.place = place;
        if (this.isElementTooLarge) return 'searching';
        this.index += 1;
        this.element = place + 1;
        this.valuesBefore = this.values;
        if (place - start < bytesAtOnce) continue;
        this.start = this.place = place + 1;
        return { part: bytes.subarray(start, place), isLast: false };
      }
    }
    this.place = place;
    return place < bytes.length ? 'searching' : undefined;
  }

  private last(start: number, end: number): { part: Uint8Array; isLast: boolean } | undefined {
    const { bytes } = this;
    if (bytes[end] !== closeBracket || end + 1 < bytes.length) return undefined;
    const part = bytes.subarray(start, end);
    // Nothing may follow a comma but an element.
    return part.every(isBlank) ? undefined : { part, isLast: true };
  }
}

const byteOrderMark = Buffer.from('\uFEFF');

/** The bytes without the blanks around them, and without a byte order mark. */
async function trimmed(body: Buffer, work: LongWork): Promise<Buffer> {
  const hasMark = body.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  let [start, end] = [hasMark ? byteOrderMark.length : 0, body.length];
  for (; isBlank(body[start]); start += 1) if (start % bytesPerLook === 0) await work.pause();
  for (; end > start && isBlank(body[end - 1]); end -= 1) if (end % bytesPerLook === 0) await work.pause();
  return body.subarray(start, end);
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
  const text = await trimmed(body, work);
  if (text.length === 0) throw notJson('Unexpected end of JSON input');
  const cutter = new Cutter(text);
  const mostValues = mostItems * valuesOfItem;
  let hasSurrogates = false;
  for (;;) {
    const cut = cutter.next();
    if (cutter.values > mostValues) throw tooMany(`${mostValues} values`);
    if (cut === 'searching') {
      if (mostValues < Infinity && cutter.valuesOfElement > mostOfElement) throw tooComplex();
      if (cutter.isElementTooLarge) throw tooLarge(`/${cutter.index}`);
      await work.pause();
      continue;
    }
    const parsed = cut && parsedPart(cut.part);
    if (!cut || !parsed) return parseOther({ body, text }, cutter, cut?.part, mostValues);
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

/**
 * Parses what is no array, or has no elements. Throws what is wrong with anything else. `text` is the body without the
 * blanks around it.
 */
function parseOther(
  { body, text }: { body: Buffer; text: Buffer },
  { isTooDeep }: Cutter,
  part: Uint8Array | undefined,
  mostValues: number,
): unknown {
  const isElement = text[0] !== openBracket;
  if (text.length <= largestPart) {
    const count = mostValues < Infinity ? countValues(text) : 0;
    if (count > mostValues) throw tooMany(`${mostValues} values`);
    if (isElement && count > mostOfElement) throw tooComplex();
    // Errors name places, which blanks before them move.
    return parseJson(body.length <= largestPart ? body : text);
  }
  if (isTooDeep) throw notJson(tooDeep().message);
  if (isElement) throw tooLarge('');
  // Says what is wrong with it.
  if (part && part.length <= largestPart)
    parseJson(Buffer.concat([Buffer.from('['), part, Buffer.from(']')]));
  throw notJson('Its brackets and commas do not match.');
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

const tooMany = (limit: string): ApiError =>
  tooLong(`The body has more than the ${limit} allowed here. Send it in several parts.`);

const tooComplex = (): ApiError =>
  tooLong(`An element of the body has more than the ${mostOfElement} values allowed here.`);

function tooLong(detail: string): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', detail, {
    findings: [{ code: 'resource-too-large', title: 'body is too large', detail }],
  });
}

/** @param pointer which element; empty for a body that is no array */
function tooLarge(pointer: string): ApiError {
  const code = 'size-out-of-range';
  const detail = `It is larger than the ${largestPart} bytes that an element may have.`;
  return badInput(detail, [{ code, title: findingTitles[code], detail, source: { pointer } }]);
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
