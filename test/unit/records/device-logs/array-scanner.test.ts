import fc from 'fast-check';
import {
  ArrayProblem,
  ArrayScanner,
  largestElement,
} from '../../../../src/records/device-logs/array-scanner';

/** Scans a text whose bytes arrive in chunks of these sizes, repeatedly. */
function scan(text: string | Buffer, sizes: readonly number[] = [64]): unknown[] {
  const elements: unknown[] = [];
  const scanner = new ArrayScanner((element) => elements.push(element));
  const bytes = Buffer.from(text as string);
  for (let start = 0, piece = 0; start < bytes.length; piece += 1) {
    const end = start + (sizes[piece % sizes.length] ?? 1);
    scanner.push(bytes.subarray(start, end));
    start = end;
  }
  scanner.end();
  return elements;
}

function problemOf(text: string | Buffer): string | undefined {
  try {
    scan(text);
    return undefined;
  } catch (error) {
    if (error instanceof ArrayProblem) return error.code;
    throw error;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
const values = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 });

it('finds the same as a parser of the whole text, wherever the chunks end', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 3 }), sizes, (array, indent, pieces) => {
      const text = JSON.stringify(array, null, indent);
      expect(scan(text, pieces)).toEqual(JSON.parse(text));
    }),
  );
});

it('accepts and refuses the same as a parser of the whole text', () => {
  const noise = fc.array(fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1', 'null', '"a"'), {
    maxLength: 12,
  });
  const spoiled = fc
    .tuple(values, fc.nat(), fc.nat({ max: 2 }), noise)
    .map(([array, place, cut, inserted]) => {
      const text = JSON.stringify(array);
      const at = place % (text.length + 1);
      return text.slice(0, at) + inserted.join('') + text.slice(at + cut);
    });
  const isArray = (text: string): boolean => {
    try {
      return Array.isArray(JSON.parse(text));
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(
      fc.oneof(
        spoiled,
        noise.map((parts) => `[${parts.join('')}]`),
      ),
      (text) => {
        expect([text, problemOf(text) === undefined]).toEqual([text, isArray(text)]);
      },
    ),
    { numRuns: 1000 },
  );
});

it.each([
  ['', 'json-not-found'],
  [' \n', 'json-not-found'],
  ['{"a": []}', 'type-not-array'],
  ['"text"', 'type-not-array'],
  ['-1', 'type-not-array'],
  ['#', 'json-malformed'],
  ['[1,]', 'json-malformed'],
  ['[,1]', 'json-malformed'],
  ['[1 2]', 'json-malformed'],
  ['[1]]', 'json-malformed'],
  ['["a]', 'json-malformed'],
])('reports the error in %j', (text, code) => {
  expect(problemOf(text)).toBe(code);
});

it('refuses bytes that are not UTF-8', () => {
  expect(problemOf(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toBe('json-malformed');
});

it('parses 64 levels of an element and no more', () => {
  const nested = (levels: number) => `[${'['.repeat(levels)}${']'.repeat(levels)}]`;
  expect([problemOf(nested(64)), problemOf(nested(65))]).toEqual([undefined, 'json-malformed']);
});

it('limits the size of elements', () => {
  const ofSize = (bytes: number) => `[0,"${'x'.repeat(bytes - 2)}"]`;
  expect(problemOf(ofSize(largestElement))).toBeUndefined();
  expect(problemOf(ofSize(largestElement + 1))).toBe('length-out-of-range');
});

it('keeps none of the pieces: each takes memory of its own, and there may be one for every byte', () => {
  const elements: unknown[] = [];
  const scanner = new ArrayScanner((element) => elements.push(element));
  const text = `["${'long '.repeat(2000)}", {"short": [1]}]`;
  const piece = Buffer.alloc(1);
  for (const byte of Buffer.from(text)) {
    piece[0] = byte;
    scanner.push(piece);
  }
  scanner.end();
  expect(elements).toEqual(JSON.parse(text));
});
