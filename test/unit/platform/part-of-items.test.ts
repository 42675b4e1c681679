import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { readPlace, selectPart } from '../../../src/platform/database/keyset';
import type { Bound, KeyValue, ListOrder, ListPart } from '../../../src/platform/list-part';
import { partOfItems } from '../../../src/platform/part-of-items';

interface Item {
  id: number;
  name: string | null;
  time: number;
}

/** Few values, so that many are equal. */
const rows = fc
  .array(
    fc.record({
      name: fc.constantFrom(null, '', 'a', 'B', 'é'),
      time: fc.integer({ min: -1, max: 2 }),
    }),
    { maxLength: 12 },
  )
  .map((found) => found.map((row, id): Item => ({ id, ...row })));

const orderOf = ([byName, byTime, byId]: readonly boolean[]): ListOrder => ({
  name: 'any',
  keys: [
    { expression: 'name', kind: 'text', isNullable: true, descending: byName },
    { expression: 'time', kind: 'number', descending: byTime },
    { expression: 'id', kind: 'number', descending: byId },
  ],
});

const placeOfItem = ({ name, time, id }: Item): KeyValue[] => [name, time, id];

const bound = fc.option(
  fc.record({
    values: fc.tuple(
      fc.constantFrom(null, '', 'a', 'b', 'é'),
      fc.integer({ min: -2, max: 3 }),
      fc.integer({ min: -1, max: 12 }),
    ),
    isIncluded: fc.boolean(),
  }),
  { nil: undefined },
);

describe('a part of a list in memory', () => {
  const database = new BetterSqlite(':memory:');
  database.exec('CREATE TABLE items (id INTEGER, name TEXT, time INTEGER)');

  afterAll(() => {
    database.close();
  });

  const partInDatabase = ({ keys }: ListOrder, part: ListPart): KeyValue[][] => {
    const { sql, parameters } = selectPart(
      { id: 'id', from: 'FROM items WHERE 1 = 1', parameters: [] },
      keys,
      part,
    );
    const found = database.prepare(sql).all(...parameters) as Record<string, unknown>[];
    const places = found.map((row) => readPlace(keys, row));
    return part.isBackward ? places.reverse() : places;
  };

  it('is the one that a database selects', () => {
    const part = fc.record({
      size: fc.nat({ max: 5 }),
      isBackward: fc.boolean(),
      after: bound,
      before: bound,
    });
    const directions = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(rows, directions, part, fc.nat({ max: 3 }), (items, descending, asked, offset) => {
        database.exec('DELETE FROM items');
        const insert = database.prepare('INSERT INTO items VALUES (?, ?, ?)');
        for (const { id, name, time } of items) insert.run(id, name, time);
        const order = orderOf(descending);
        const whole = partInDatabase(order, { size: 100 });
        const byPlace = new Map(items.map((item) => [JSON.stringify(placeOfItem(item)), item]));
        const placed = whole.map((place) => ({ place, item: byPlace.get(JSON.stringify(place)) ?? null }));
        const wanted: ListPart =
          asked.isBackward || asked.after || asked.before ? asked : { ...asked, offset };
        const found = partOfItems(order, placed, wanted);
        expect(found.map(({ place }) => place)).toEqual(partInDatabase(order, wanted));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves out its bounds, unless they are included', () => {
    const order = orderOf([false, false, false]);
    const items = [0, 1, 2, 3].map((id) => ({ place: ['a', 0, id], item: id }));
    const at = (id: number, isIncluded?: boolean): Bound => ({ values: ['a', 0, id], isIncluded });
    const read = (part: ListPart) => partOfItems(order, items, part).map(({ item }) => item);
    expect(read({ size: 9, after: at(0), before: at(3) })).toEqual([1, 2]);
    expect(read({ size: 9, after: at(0, true), before: at(3, true) })).toEqual([0, 1, 2, 3]);
    expect(read({ size: 2, isBackward: true })).toEqual([2, 3]);
  });
});
