import fc from 'fast-check';
import type { PageArguments } from '@glycograph/client/paging';
import type { Json } from '../../support/api';
import { runs } from '../../support/runs';
import { pageInfoText, pageText, walk } from '../../support/walks';
import { keyShapes, type ChangingList, type Place } from './changing-lists';
import { run } from './paged-lists';

/** An item, and what has happened to it since the walk began. */
interface Item extends Place {
  /** Whether it was there from the beginning on, at the same place. */
  stays: boolean;
  /** Number of places that it has had. */
  places: number;
  seen: number;
}

const action = fc.record({
  kind: fc.constantFrom('create', 'remove', 'change'),
  /** Which item, of those that are there. */
  which: fc.nat({ max: 20 }),
  value: fc.nat({ max: 9 }),
});

type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

const story = fc.record({
  values: fc.array(fc.nat({ max: 9 }), { minLength: 4, maxLength: 6 }),
  /** What happens between the pages. */
  changes: fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
  isBackward: fc.boolean(),
});

const compareValues = (one: Place['value'], other: Place['value']): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};

const compare = (one: Place, other: Place): number =>
  compareValues(one.value, other.value) || compareValues(one.id, other.id);

async function read({ parent, field, id, token }: ChangingList, page: PageArguments): Promise<Json> {
  const list = `list: ${field(pageText(page))} { edges { cursor node { id: ${id} } } ${pageInfoText} }`;
  return (await run(`{ parent: ${parent} { ${list} } }`, token)).parent.list;
}

/** A list, and what must be in it. */
class Model {
  private items: Item[] = [];
  readonly gone: Item[] = [];

  private numbers = 0;

  constructor(private readonly list: ChangingList) {}

  /** A number that no item has had: how lists order equal values is tested in `list-pages.test.ts`. */
  private unique(value: number): number {
    this.numbers += 1;
    return value * 100 + this.numbers;
  }

  get all(): readonly Item[] {
    return [...this.items, ...this.gone];
  }

  async create(value: number, stays: boolean): Promise<void> {
    this.items.push({ ...(await this.list.create(this.unique(value))), stays, places: 1, seen: 0 });
  }

  async act({ kind, which, value }: Action): Promise<void> {
    if (kind === 'create') return this.create(value, false);
    const item = this.items[which % this.items.length];
    if (!item) return;
    item.stays = false;
    if (kind === 'remove') {
      await this.list.remove(item.id);
      this.items = this.items.filter((each) => each !== item);
      this.gone.push(item);
    } else if (this.list.change) {
      item.value = await this.list.change(item, this.unique(value));
      item.places += 1;
    }
  }

  /** The items behind a place, in the order of reading. */
  ahead(place: Place | undefined, isReversed: boolean): Item[] {
    const inOrder = (one: Place, other: Place) => compare(one, other) * (isReversed ? -1 : 1);
    return this.items.filter((item) => !place || inOrder(item, place) > 0).toSorted(inOrder);
  }
}

const size = 2;

describe.each(keyShapes)('a list sorted by $shape', ({ isDescending = false, open }) => {
  it('has whoever stays exactly once in its pages, and whoever moves once for each place ahead', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ values, changes, isBackward }) => {
        const list = await open();
        const model = new Model(list);
        for (const value of values) await model.create(value, true);
        const left = [...changes];
        let place: Place | undefined;
        await walk(
          async (page) => {
            const found = await read(list, page);
            const ahead = model.ahead(place, isDescending !== isBackward);
            const due = ahead.slice(0, size);
            const inOrder = isBackward ? due.toReversed() : due;
            expect(found.edges.map(({ node }: Json) => node.id)).toEqual(inOrder.map(({ id }) => id));
            const { hasNextPage, hasPreviousPage } = found.pageInfo;
            expect(isBackward ? hasPreviousPage : hasNextPage).toBe(ahead.length > size);
            for (const item of due) item.seen += 1;
            const last = due.at(-1);
            // Where it was when it was read: it may move.
            place = last && { value: last.value, id: last.id };
            return found;
          },
          { size, isBackward },
          async () => {
            for (const each of left.shift() ?? []) await model.act(each);
          },
        );
        for (const { stays, seen } of model.all.filter((item) => item.stays))
          expect({ stays, seen }).toEqual({ stays, seen: 1 });
        for (const { seen, places } of model.all) expect(seen).toBeLessThanOrEqual(places);
      }),
      { numRuns: runs(4, 100) },
    );
  });
});
