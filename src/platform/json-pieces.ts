/** Items of an array that are encoded at once. */
const itemsAtOnce = 50;

/** Parts of a value that are looked at before it counts as large. */
const fewParts = 1_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether it takes long to encode a value. */
export function isLargeValue(value: unknown): boolean {
  const open: unknown[] = [value];
  for (let parts = 0; open.length > 0; parts += 1) {
    if (parts + open.length > fewParts) return true;
    const part = open.pop();
    if (isObject(part)) for (const key in part) open.push(part[key]);
  }
  return false;
}

/** An object that `JSON.stringify` writes property by property. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value) || typeof value.toJSON === 'function') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * What `JSON.stringify` returns, in pieces: those of long arrays have some items each.
 *
 * @param encode encodes one piece
 */
export function* jsonPieces(
  value: unknown,
  encode: (part: unknown) => string | undefined = JSON.stringify,
): Generator<string> {
  if (Array.isArray(value)) yield* piecesOfArray(value, encode);
  else if (isPlain(value)) yield* piecesOfObject(value, encode);
  else yield encode(value) ?? 'null';
}

function* piecesOfArray(
  items: readonly unknown[],
  encode: (part: unknown) => string | undefined,
): Generator<string> {
  if (items.length <= itemsAtOnce) {
    for (const [index, item] of items.entries()) {
      yield index === 0 ? '[' : ',';
      yield* jsonPieces(item, encode);
    }
    yield items.length === 0 ? '[]' : ']';
    return;
  }
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    const text = encode(items.slice(start, start + itemsAtOnce)) ?? '';
    yield (start === 0 ? '[' : ',') + text.slice(1, -1);
  }
  yield ']';
}

function* piecesOfObject(
  value: Record<string, unknown>,
  encode: (part: unknown) => string | undefined,
): Generator<string> {
  let before = '{';
  for (const [key, member] of Object.entries(value)) {
    if (isObject(member)) {
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonPieces(member, encode);
    } else {
      const text = encode(member);
      if (text === undefined) continue;
      yield `${before}${JSON.stringify(key)}:${text}`;
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
