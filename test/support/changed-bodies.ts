import fc from 'fast-check';

type Path = (string | number)[];

/** Every path in a JSON value, including the root. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => placesOf((value as Record<string, unknown>)[key], [...path, key]))];
}

/** A key instead of an index turns an array into an object: the key may be `length`. */
function replacedAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const before = (value as Record<string, unknown> | null | undefined)?.[key];
  const member = replacedAt(before, rest, by);
  if (Array.isArray(value) && typeof key === 'number') return value.with(key, member);
  return Object.fromEntries([...Object.entries(value ?? {}), [String(key), member]]);
}

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    ...[
      -0,
      1e308,
      -1e308,
      5e-324,
      2 ** 53,
      -(2 ** 63),
      0.1,
      '',
      ' ',
      '\u0000',
      '\ud800',
      '😀',
      '𝓍'.repeat(5_000),
    ],
    ...['2024-05-06', '9999-12-31T23:59:59.999999999Z', '0001-01-01T00:00:00Z', '2024-05-06T07:08:09+23:59'],
    ...[
      '__proto__',
      'constructor',
      "'; DROP TABLE records; --",
      '%',
      'z'.repeat(32),
      'é'.repeat(32),
      '1e999',
    ],
    ...[{ __proto__: null, constructor: 1 }, { toString: 1 }, [], [[]], {}, [null], Array(200).fill(1)],
  ),
);

/** A body with a replaced value, an additional key, or bytes truncated, duplicated or replaced. */
export const changedBody = (body: unknown): fc.Arbitrary<Buffer> => {
  const places = placesOf(body);
  const place = fc.constantFrom(...places);
  const json = fc.oneof(
    fc.tuple(place, oddValue).map(([path, value]) => replacedAt(body, path, value)),
    fc
      .tuple(place, fc.string({ unit: 'binary' }), oddValue)
      .map(([path, key, value]) => replacedAt(body, [...path, key], value)),
    fc
      .tuple(place, place, oddValue, oddValue)
      .map(([one, other, value, second]) =>
        one.length < other.length
          ? replacedAt(body, one, value)
          : replacedAt(replacedAt(body, one, value), other, second),
      ),
  );
  const text = JSON.stringify(body);
  const cut = fc
    .tuple(fc.nat(text.length), fc.nat(text.length))
    .map(([from, to]) => text.slice(Math.min(from, to), Math.max(from, to)));
  const bytes = fc
    .tuple(fc.nat(text.length - 1), fc.uint8Array({ maxLength: 4 }))
    .map(([index, inserted]) =>
      Buffer.concat([Buffer.from(text.slice(0, index)), inserted, Buffer.from(text.slice(index))]),
    );
  return fc.oneof(
    { weight: 8, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          cut,
          cut.map((part) => text + part),
        )
        .map((each) => Buffer.from(each)),
    },
    { weight: 1, arbitrary: bytes },
  );
};
