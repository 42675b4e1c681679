/** Why a text is not an array of JSON values; `code` as in findings. */
export class ArrayProblem extends Error {
  constructor(
    readonly code: 'json-not-found' | 'json-malformed' | 'type-not-array' | 'length-out-of-range',
    message: string,
  ) {
    super(message);
  }
}

/** Maximum size of an element in bytes. */
export const largestElement = 1024 * 1024;
const deepest = 64;

/** Bytes reserved for an element before more of it arrives. */
const roomAtFirst = 4096;

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [openBracket, closeBracket, openBrace, closeBrace] = [code('['), code(']'), code('{'), code('}')];
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const startsOtherJson = /^["{\-0-9tfn]/;

/**
 * The state of the scanner: before the array, after its bracket, after a comma, in an element, after an element,
 * after the array.
 */
type Place = 'start' | 'first' | 'next' | 'element' | 'after' | 'end';

/**
 * Splits one JSON array (RFC 8259) of any length into its elements while its bytes arrive, and parses each of them.
 * It holds one element at a time. An element ends at the comma or bracket outside of its own brackets and strings;
 * `JSON.parse` decides whether it is valid. Throws an `ArrayProblem` on anything that is not an array.
 */
export class ArrayScanner {
  private place: Place = 'start';
  /** The bytes of the element so far; pieces are copied, because a sender may send single bytes. */
  private element = Buffer.allocUnsafe(roomAtFirst);
  private size = 0;
  private depth = 0;
  private inText = false;
  private escaped = false;
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** `onElement` gets each element in order. */
  constructor(private readonly onElement: (element: unknown) => void) {}

  /** Processes the next bytes. */
  push(bytes: Uint8Array): void {
    let start = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      if (this.place !== 'element') {
        if (isBlank(byte)) continue;
        this.step(byte);
        start = index;
      }
      if (this.place !== 'element' || !this.endsElement(byte)) continue;
      this.collect(bytes.subarray(start, index));
      this.finishElement();
      this.step(byte);
    }
    if (this.place === 'element') this.collect(bytes.subarray(start));
  }

  /** Signals the end of the bytes. */
  end(): void {
    if (this.place === 'start') throw new ArrayProblem('json-not-found', 'A JSON body is required.');
    if (this.place !== 'end') throw malformed('it ends within the array');
  }

  /** Processes one non-space byte outside of elements. */
  private step(byte: number): void {
    if (this.place === 'start') {
      if (byte !== openBracket) throw notAnArray(byte);
      this.place = 'first';
    } else if (this.place === 'end') throw malformed('there is something after the array');
    else if (byte === closeBracket && this.place !== 'next') this.place = 'end';
    else if (this.place === 'after') {
      if (byte !== comma) throw malformed('a comma or a closing bracket is missing');
      this.place = 'next';
    } else this.place = 'element';
  }

  /** Processes one byte of an element; true if the byte is after its end. */
  private endsElement(byte: number): boolean {
    if (this.inText) {
      if (this.escaped) this.escaped = false;
      else if (byte === backslash) this.escaped = true;
      else if (byte === quote) this.inText = false;
      return false;
    }
    if (byte === quote) this.inText = true;
    else if (byte === openBracket || byte === openBrace) {
      this.depth += 1;
      if (this.depth > deepest) throw malformed(`it is nested deeper than ${deepest} levels`);
    } else if (byte === closeBracket || byte === closeBrace) {
      if (this.depth === 0) return true;
      this.depth -= 1;
    } else return byte === comma && this.depth === 0;
    return false;
  }

  private collect(part: Uint8Array): void {
    const size = this.size + part.length;
    if (size > largestElement) {
      throw new ArrayProblem(
        'length-out-of-range',
        `An entry is larger than the ${largestElement} bytes allowed.`,
      );
    }
    if (size > this.element.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.element.length));
      this.element.copy(larger, 0, 0, this.size);
      this.element = larger;
    }
    this.element.set(part, this.size);
    this.size = size;
  }

  private finishElement(): void {
    const element = this.parse(this.element.subarray(0, this.size));
    if (this.element.length > roomAtFirst) this.element = Buffer.allocUnsafe(roomAtFirst);
    this.size = 0;
    this.place = 'after';
    this.onElement(element);
  }

  private parse(bytes: Uint8Array): unknown {
    try {
      return JSON.parse(this.utf8.decode(bytes)) as unknown;
    } catch (error) {
      throw malformed(error instanceof Error ? error.message : '');
    }
  }
}

const malformed = (why: string): ArrayProblem =>
  new ArrayProblem('json-malformed', `The body is not JSON: ${why}.`);

const notAnArray = (byte: number): ArrayProblem =>
  startsOtherJson.test(String.fromCharCode(byte))
    ? new ArrayProblem('type-not-array', 'The body must be a JSON array.')
    : malformed('it does not begin like JSON');
