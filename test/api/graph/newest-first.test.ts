import { logIn, newAccount, newServerToken, type TestAccount } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { serverUnderTest } from '../../support/server';
import { nodesOf, pageInfoText, pageText, walk, type PageRequest } from '../../support/walks';

const server = serverUnderTest();
const { graph } = api(server);

/** A list that is sorted by the time of creation. */
interface List {
  name: string;
  /** The field of the list, with the arguments of a page. */
  field: (page: string, account: TestAccount) => string;
  /** What creates an item, and where its id is. */
  create: (account: TestAccount) => Promise<string>;
  remove: (id: string, account: TestAccount) => Promise<unknown>;
  isOfServers?: boolean;
}

let serverToken: string;
beforeAll(async () => {
  serverToken = await newServerToken(server);
});

async function run(query: string, token: string): Promise<Json> {
  const { body } = await graph(query, { token });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const lists: List[] = [
  {
    name: 'blobs',
    field: (page) => `me { list: blobs(statuses: [CREATED], ${page})`,
    create: async ({ userId, token }) =>
      (
        await run(
          `mutation { createBlob(input: {userId: "${userId}", mediaType: "text/plain"}) { blob { id } } }`,
          token,
        )
      ).createBlob.blob.id,
    remove: (id, { token }) => run(`mutation { deleteBlob(input: {blobId: "${id}"}) { done } }`, token),
  },
  {
    name: 'data sets',
    field: (page) => `me { list: dataSets(${page})`,
    create: async ({ userId, token }) => {
      const dataSet =
        '{deviceId: "d", dataSetType: "continuous", client: {name: "org.example", version: "1.0.0"}}';
      const made = `mutation { createDataSet(input: {userId: "${userId}", dataSet: ${dataSet}}) { dataSet { id } } }`;
      return (await run(made, token)).createDataSet.dataSet.id;
    },
    remove: (id, { token }) =>
      run(`mutation { deleteDataSet(input: {dataSetId: "${id}"}) { dataSet { id } } }`, token),
  },
  {
    name: 'sessions',
    field: (page) => `list: mySessions(${page})`,
    create: async ({ email, password }) => {
      const token = (await logIn(server, email, password)).headers.get('X-Tidepool-Session-Token') ?? '';
      return (await run('{ mySessions(first: 1) { edges { node { id } } } }', token)).mySessions.edges[0].node
        .id;
    },
    remove: (id, { token }) => run(`mutation { endSession(input: {id: "${id}"}) { done } }`, token),
  },
  {
    name: 'restricted tokens',
    field: (page, { userId }) => `list: restrictedTokens(userId: "${userId}", ${page})`,
    create: async ({ userId }) =>
      (
        await run(
          `mutation { createRestrictedToken(input: {userId: "${userId}"}) { restrictedToken { id } } }`,
          serverToken,
        )
      ).createRestrictedToken.restrictedToken.id,
    remove: (id) => run(`mutation { deleteRestrictedToken(input: {id: "${id}"}) { done } }`, serverToken),
    isOfServers: true,
  },
  {
    name: 'tasks',
    field: (page, { userId }) => `list: tasks(type: "pages.${userId}", ${page})`,
    create: async ({ userId }) =>
      (
        await run(
          `mutation { createTask(input: {task: {type: "pages.${userId}"}}) { task { id } } }`,
          serverToken,
        )
      ).createTask.task.id,
    remove: (id) => run(`mutation { deleteTask(input: {id: "${id}"}) { done } }`, serverToken),
    isOfServers: true,
  },
];

describe.each(lists)('pages of $name', ({ field, create, remove, isOfServers }) => {
  it.each([
    ['forward', false],
    ['backward', true],
  ])('hold whatever stays exactly once, %s', async (_direction, isBackward) => {
    const account = await newAccount(server);
    const read = async (page: PageRequest): Promise<Json> => {
      const list = field(pageText(page), account);
      const end = list.startsWith('me') ? '} }' : '}';
      const query = `{ ${list} { edges { node { id } } ${pageInfoText} } ${end}`;
      const data = await run(query, isOfServers ? serverToken : account.token);
      return (data.me ?? data).list;
    };
    const created: string[] = [];
    for (let count = 0; count < 7; count += 1) created.push(await create(account));
    const before: string[] = (await read({ first: 1_000 })).edges.map(({ node }: Json) => node.id);
    expect(before.filter((id) => created.includes(id))).toEqual([...created].reverse());
    const gone = new Set<string>();
    let seen: string[] = [];
    const pages = await walk(
      async (page) => {
        const found = await read(page);
        seen = found.edges.map(({ node }: Json) => node.id);
        return found;
      },
      { size: 2, isBackward },
      async () => {
        // The item that the next cursor names, and one that is not read yet.
        const cursor = isBackward ? seen[0] : seen.at(-1);
        if (cursor === undefined || !created.includes(cursor)) return;
        await remove(cursor, account);
        gone.add(cursor);
        await create(account);
      },
    );
    expect(gone.size).toBeGreaterThan(1);
    const walked: string[] = nodesOf(pages, isBackward).map(({ id }) => id);
    const stayed = before.filter((id) => !gone.has(id));
    expect(walked.filter((id) => stayed.includes(id))).toEqual(stayed);
  });
});
