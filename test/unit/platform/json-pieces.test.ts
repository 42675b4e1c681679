import fc from 'fast-check';
import { isLargeValue, jsonPieces } from '../../../src/platform/json-pieces';
import { LongWork } from '../../../src/platform/long-work';
import { encodeJson, encodeLongJson, StoredJson } from '../../../src/platform/stored-json';

/** JSON, and what `JSON.stringify` leaves out or turns into something else. */
const values = fc.oneof(
  { weight: 5, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom(undefined, NaN, new Date(0), () => 1, Symbol.iterator) },
);
const objects = fc.dictionary(fc.string(), values);
/** So many parts that it is encoded in pieces. */
const filler = Array.from({ length: 6_000 }, () => 1);
const lists = fc.oneof(
  fc.array(values),
  fc.array(values).map((each) => [...each, filler, ...each]),
  fc.array(values).map((each) => [...each, ...filler, { filler }]),
);

describe('JSON in pieces', () => {
  it('equals that of JSON.stringify', () => {
    fc.assert(
      fc.property(
        fc.oneof(lists, objects, fc.array(objects), fc.array(lists), fc.dictionary(fc.string(), lists)),
        (value) => {
          expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  it('has few parts in each, whether many items are small or one is large', () => {
    const edges = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    const pieces = [...jsonPieces({ edges, deep: [[{ edges }], edges.map((edge) => [edge])] })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(50_000);
  });

  it('is as long as it takes for a value of few parts', () => {
    expect(isLargeValue({ data: { me: { id: 'x'.repeat(100_000) } } })).toBe(false);
    expect(isLargeValue({ data: filler })).toBe(true);
    expect(isLargeValue({ data: new StoredJson(Buffer.alloc(100_000)) })).toBe(false);
  });

  it('copies stored texts, as JSON in one piece does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), async (each) => {
        const stored = each.map((value) => new StoredJson(Buffer.from(JSON.stringify(value))));
        const value = { filler: filler.map(() => 'é'), deep: [[{ stored }]] };
        expect((await encodeLongJson(value, new LongWork(), '\n')).toString()).toBe(
          encodeJson(value, '\n').toString(),
        );
      }),
    );
  });
});
