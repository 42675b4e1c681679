import fc from 'fast-check';
import { formatProblem } from '../../../../../src/platform/validation/values/formats';
import {
  compareByCodePoint,
  isLongerThan,
  isShorterThan,
} from '../../../../../src/platform/validation/values/text';

describe('the id of a data set', () => {
  it.each(['0123456789abcdef0123456789abcdef', 'upid_0123456789ab', 'upid_0123456789abcdef0123456789abcdef'])(
    'can be %s',
    (id) => {
      expect(formatProblem('uploadId', id)).toBeUndefined();
    },
  );

  it.each([
    '0',
    'upid_0',
    'upid_0123456789abc',
    'upid_zzzzzzzzzzzz',
    'upid_0123456789abcdef0123456789abcdez',
    '0123456789abcdefghijklmnopqrstuv',
    'x0123456789abcdef0123456789abcdef',
    '0123456789abcdef0123456789abcdefx',
  ])('cannot be %s', (id) => {
    expect(formatProblem('uploadId', id)).toBe('value-not-valid');
  });
});

describe('texts', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 });

  it('are as long as they have characters, not halves of them', () => {
    fc.assert(
      fc.property(text, fc.nat(6), (given, limit) => {
        const { length } = [...given];
        expect(isLongerThan(given, limit)).toBe(length > limit);
        expect(isShorterThan(given, limit)).toBe(length < limit);
      }),
    );
  });

  it('are in the order of their bytes in UTF-8', () => {
    // Few different characters, so that many texts begin alike.
    const alike = fc.string({
      unit: fc.constantFrom('a', 'b', '\u{FF5A}', '\u{1F34E}', '\u{1F34F}'),
      maxLength: 4,
    });
    fc.assert(
      fc.property(alike, alike, (one, other) => {
        const expected = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(Math.sign(compareByCodePoint(one, other))).toBe(expected);
      }),
    );
  });
});
