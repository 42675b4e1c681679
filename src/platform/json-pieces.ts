/**
 * Values within a value, at any depth, that are encoded at once. Encoding as many takes about a millisecond, and counting
 * them a tenth of that.
 */
const partsAtOnce = 5_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a value decides by itself what is encoded, as dates, bytes and texts from the database do. */
const encodesItself = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';

/** `room` less the values within a value, at any depth, and the value itself; negative if there are more. */
function leaveRoom(value: unknown, room: number): number {
  let left = room - 1;
  if (left < 0 || !isObject(value) || encodesItself(value)) return left;
  if (Array.isArray(value))
    for (let index = 0; index < value.length && left >= 0; index += 1) left = leaveRoom(value[index], left);
  else
    for (const key in value) {
      if (left < 0) break;
      left = leaveRoom(value[key], left);
    }
  return left;
}

/** Whether a value has so many parts that it is encoded in pieces. */
export const isLargeValue = (value: unknown): boolean => leaveRoom(value, partsAtOnce) < 0;

/** An object that `JSON.stringify` writes property by property. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value) || encodesItself(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

type Encode = (part: unknown) => string | undefined;

/**
 * What `JSON.stringify` returns, in pieces, each of a value or some items of an array that are not large.
 *
 * @param encode encodes one piece
 */
export function* jsonPieces(value: unknown, encode: Encode = JSON.stringify): Generator<string> {
  if (!isLargeValue(value)) yield encode(value) ?? 'null';
  else if (Array.isArray(value)) yield* piecesOfArray(value, encode);
  else if (isPlain(value)) yield* piecesOfObject(value, encode);
  else yield encode(value) ?? 'null';
}

function* piecesOfArray(items: readonly unknown[], encode: Encode): Generator<string> {
  let before = '[';
  let start = 0;
  while (start < items.length) {
    const end = endOfPiece(items, start);
    yield before;
    if (end === start) yield* jsonPieces(items[start], encode);
    else yield (encode(items.slice(start, end)) ?? '').slice(1, -1);
    start = Math.max(end, start + 1);
    before = ',';
  }
  yield ']';
}

/** Where the items end that are encoded at once from `start` on; `start` if a large one is there. */
function endOfPiece(items: readonly unknown[], start: number): number {
  let room = partsAtOnce;
  for (let index = start; index < items.length; index += 1) {
    room = leaveRoom(items[index], room);
    if (room < 0) return index;
  }
  return items.length;
}

function* piecesOfObject(value: Record<string, unknown>, encode: Encode): Generator<string> {
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
