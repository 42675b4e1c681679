import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import type { PageArguments } from '@glycograph/client/paging';
import type { Json } from '../../support/api';
import { nodesOf, pageInfoText, pageText, walk } from '../../support/walks';
import { listsOfAccounts } from './lists-of-accounts';
import { listsOfData } from './lists-of-data';
import { listsOfClinics } from './lists-of-clinics';
import { listsOfPeople } from './lists-of-people';
import { listsByTime } from './lists-by-time';
import { run, type OpenList } from './paged-lists';

/** As many as a walk needs to go on while items come and go. */
const created = 7;

/** A list with items, from the first to the last that was created. */
async function filled(open: () => Promise<OpenList>): Promise<{ list: OpenList; ids: string[] }> {
  const list = await open();
  const ids: string[] = [];
  for (let count = 0; count < created; count += 1) ids.push(await list.create(count));
  return { list, ids };
}

async function read({ parent, field, id, token }: OpenList, page: PageArguments): Promise<Json> {
  const list = `list: ${field(pageText(page))} { edges { cursor node { id: ${id} } } ${pageInfoText} }`;
  const data = await run(parent === undefined ? `{ ${list} }` : `{ parent: ${parent} { ${list} } }`, token);
  return (data.parent ?? data).list;
}

const idsIn = (page: Json): string[] => page.edges.map(({ node }: Json) => String(node.id));

const lists = [...listsOfAccounts, ...listsOfClinics, ...listsOfPeople, ...listsByTime, ...listsOfData];

/**
 * Connections whose items take an alert, a health record system or a claimed prescription. `order-history.test.ts` walks the
 * orders; the others are paged by the same code as those above. Lists of administrators are those of the whole service, which all
 * tests change at the same time.
 */
const notWalkedHere = [
  'Clinic.ehrOrders',
  'Query.alertNotifications',
  'User.prescriptions',
  ...[
    'Admin.accounts',
    'Admin.changes',
    'Admin.clinics',
    'Admin.outbox',
    'Admin.tasks',
    'AdminClinic.members',
  ],
];

it('every connection of the schema is walked', () => {
  const types = Object.values(buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getTypeMap()).filter(
    isObjectType,
  );
  const connections = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .map((field) => `${type.name}.${field.name}`),
  );
  const walked = new Set([...lists.map(({ connection }) => connection), ...notWalkedHere]);
  expect([...walked].toSorted()).toEqual(connections.toSorted());
});

describe.each(lists)('pages of $name', ({ isOldestFirst, isSortedById, countsBefore, open }) => {
  it.each([
    ['forward', false],
    ['backward', true],
  ])('hold whatever stays exactly once, %s', async (_direction, isBackward) => {
    const { list, ids } = await filled(open);
    const before = idsIn(await read(list, { first: 1_000 }));
    const inOrder = isSortedById ? [...ids].sort() : isOldestFirst ? ids : [...ids].reverse();
    expect(before.filter((id) => ids.includes(id))).toEqual(inOrder);
    const end = idsIn(await read(list, { last: 1_000 }));
    expect(end.filter((id) => ids.includes(id))).toEqual(inOrder);
    const gone = new Set<string>();
    let seen: string[] = [];
    let count = created;
    const pages = await walk(
      async (page) => {
        const found = await read(list, page);
        seen = idsIn(found);
        return found;
      },
      { size: 2, isBackward },
      async () => {
        // The item that the next cursor names.
        const cursor = isBackward ? seen[0] : seen.at(-1);
        if (cursor === undefined || !ids.includes(cursor)) return;
        await list.remove?.(cursor);
        if (list.remove) gone.add(cursor);
        count += 1;
        await list.create(count);
      },
    );
    if (list.remove) expect(gone.size).toBeGreaterThan(1);
    const walked: string[] = nodesOf(pages, isBackward).map(({ id }) => String(id));
    const stayed = before.filter((id) => !gone.has(id));
    expect(walked.filter((id) => stayed.includes(id))).toEqual(stayed);
  });

  if (countsBefore) {
    it('go on after a cursor of an earlier release, which counted', async () => {
      const { list } = await filled(open);
      const whole = idsIn(await read(list, { first: 1_000 }));
      const after = Buffer.from('[3]').toString('base64url');
      const page = await read(list, { first: 2, after });
      expect(idsIn(page)).toEqual(whole.slice(3, 5));
      expect(idsIn(await read(list, { first: 2, after: page.pageInfo.endCursor }))).toEqual(
        whole.slice(5, 7),
      );
    });
  }
});
