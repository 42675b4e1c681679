import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newRestrictedToken } from '../../../support/restricted-tokens';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const fields = 'restrictedToken { id userId paths expirationTime createdTime modifiedTime }';
const create = `mutation ($input: CreateRestrictedTokenInput!) { createRestrictedToken(input: $input) { ${fields} } }`;
const update = `mutation ($input: UpdateRestrictedTokenInput!) { updateRestrictedToken(input: $input) { ${fields} } }`;
const deleteOne =
  'mutation ($input: DeleteRestrictedTokenInput!) { deleteRestrictedToken(input: $input) { done } }';
const deleteAll = `mutation ($input: DeleteRestrictedTokensInput!) {
  deleteRestrictedTokens(input: $input) { deletedCount }
}`;
const list = `query ($userId: ID!, $first: Int, $after: String) {
  restrictedTokens(userId: $userId, first: $first, after: $after) {
    edges { cursor node { id } }
    pageInfo { hasNextPage endCursor }
  }
}`;

let owner: TestAccount;
let stranger: TestAccount;
let serverToken: string;

beforeAll(async () => {
  owner = await newAccount(server);
  stranger = await newAccount(server);
  serverToken = await newServerToken(server);
});

const run = async (query: string, token: string | undefined, variables: Json): Promise<Json> =>
  (await api(server).graph(query, { token, variables })).body;
const codeOf = ({ errors }: Json): string => errors[0].extensions.code;

it('creates, changes and deletes a token', async () => {
  const input = { userId: owner.userId, paths: ['/data'] };
  const { data } = await run(create, owner.token, { input });
  const made = data.createRestrictedToken.restrictedToken;
  expect(made).toMatchObject({ ...input, modifiedTime: null });
  const changed = await run(update, serverToken, { input: { id: made.id, paths: ['/export'] } });
  expect(changed.data.updateRestrictedToken.restrictedToken).toMatchObject({
    id: made.id,
    paths: ['/export'],
  });
  const one = '{ restrictedToken(id: "ID") { paths } }'.replace('ID', made.id);
  expect((await run(one, serverToken, {})).data).toEqual({ restrictedToken: { paths: ['/export'] } });
  const gone = await run(deleteOne, owner.token, { input: { id: made.id } });
  expect(gone.data).toEqual({ deleteRestrictedToken: { done: true } });
  expect(codeOf(await run(one, serverToken, {}))).toBe('NOT_FOUND');
});

it('applies the same limits', async () => {
  const input = { userId: owner.userId, paths: ['x'] };
  expect(codeOf(await run(create, owner.token, { input }))).toBe('BAD_USER_INPUT');
});

it('lists tokens page by page and deletes all', async () => {
  const account = await newAccount(server);
  for (let count = 0; count < 3; count += 1) await newRestrictedToken(server, account);
  const { userId } = account;
  const first = (await run(list, serverToken, { userId, first: 2 })).data.restrictedTokens;
  expect([first.edges.length, first.pageInfo.hasNextPage]).toEqual([2, true]);
  const after: string = first.pageInfo.endCursor;
  const second = (await run(list, serverToken, { userId, first: 2, after })).data.restrictedTokens;
  expect([second.edges.length, second.pageInfo.hasNextPage]).toEqual([1, false]);
  const gone = await run(deleteAll, serverToken, { input: { userId } });
  expect(gone.data).toEqual({ deleteRestrictedTokens: { deletedCount: 3 } });
});

it('refuses callers without permission', async () => {
  const { userId } = owner;
  const { id } = await newRestrictedToken(server, owner);
  const cases: [string, Json, string | undefined][] = [
    [create, { input: { userId } }, stranger.token],
    [update, { input: { id } }, owner.token],
    [deleteOne, { input: { id } }, stranger.token],
    [deleteAll, { input: { userId } }, owner.token],
    [list, { userId }, owner.token],
    ['query ($id: ID!) { restrictedToken(id: $id) { id } }', { id }, owner.token],
  ];
  for (const [query, variables, token] of cases) {
    expect([query, codeOf(await run(query, token, variables))]).toEqual([query, 'FORBIDDEN']);
    expect([query, codeOf(await run(query, undefined, variables))]).toEqual([query, 'UNAUTHENTICATED']);
  }
});
