/** Whether the text has more than `limit` Unicode code points. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && codePoints(text) > limit;
}

/** Whether the text has fewer than `limit` Unicode code points. */
export function isShorterThan(text: string, limit: number): boolean {
  return text.length < limit * 2 && codePoints(text) < limit;
}

/** Compares by code point, which is also the order of the UTF-8 bytes and no language's order. */
export function compareByCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let position = 0; position < length; position++) {
    if (one.charCodeAt(position) === other.charCodeAt(position)) continue;
    // At a difference within a pair the shared first half makes both sides comparable by unit.
    return codePointAt(one, position) - codePointAt(other, position);
  }
  return one.length - other.length;
}

function codePoints(text: string): number {
  let count = 0;
  for (let position = 0; position < text.length; count++) {
    position += codePointAt(text, position) > 0xffff ? 2 : 1;
  }
  return count;
}

function codePointAt(text: string, position: number): number {
  return text.codePointAt(position) as number;
}
