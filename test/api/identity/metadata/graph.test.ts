import { newAccount, newServerToken, type TestAccount } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { get, graph } = api(server);

let owner: TestAccount;
let other: TestAccount;

beforeEach(async () => {
  [owner, other] = await Promise.all([newAccount(server), newAccount(server)]);
});

const codeOf = (body: Json): string | undefined => body.errors?.[0].extensions.code;

/** Changes a collection and returns all of it, or the code of the error. */
async function update(collection: string, patch: object, token: string | undefined): Promise<Json> {
  const query = 'mutation ($input: UpdateMetadataInput!) { updateMetadata(input: $input) { collection } }';
  const variables = { input: { userId: owner.userId, collection, patch } };
  const { body } = await graph(query, { token, variables });
  return codeOf(body) ?? body.data.updateMetadata.collection;
}

/** A collection, or the code of the error. */
async function read(collection: string, token: string | undefined): Promise<Json> {
  const query = 'query ($id: ID!, $name: String!) { metadata(userId: $id, collection: $name) }';
  const variables = { id: owner.userId, name: collection };
  const { body } = await graph(query, { token, variables });
  return codeOf(body) ?? body.data.metadata;
}

describe('metadata in the graph', () => {
  it('have the same names for every caller with a token', async () => {
    const query = '{ metadataCollections }';
    const { body } = await graph(query, { token: other.token });
    expect(body).toEqual({ data: { metadataCollections: ['profile', 'groups', 'private'] } });
    expect(codeOf((await graph(query)).body)).toBe('UNAUTHENTICATED');
  });

  it('have days only where applications wrote days, and the texts beside them', async () => {
    const { token, userId } = owner;
    const selection = 'profile { raw patient { birthday diagnosisDate } }';
    const profileWith = async (patient: object): Promise<Json> => {
      await update('profile', { patient }, token);
      return (await graph(`{ user(id: "${userId}") { ${selection} } }`, { token })).body.data.user.profile;
    };
    const days = { birthday: '1990-05-06', diagnosisDate: '0001-01-01' };
    expect(await profileWith(days)).toMatchObject({ patient: days, raw: { patient: days } });
    const texts = { birthday: '6 May 1990', diagnosisDate: '2001' };
    expect(await profileWith(texts)).toMatchObject({
      patient: { birthday: null, diagnosisDate: null },
      raw: { patient: texts },
    });
    await update('profile', { patient: null }, token);
  });

  it('are merged as over REST, and are the same there', async () => {
    const { token } = owner;
    expect(await read('profile', token)).toBe('NOT_FOUND');
    expect(await update('profile', { fullName: 'Ann', a: { x: 1 } }, token)).toEqual({
      fullName: 'Ann',
      a: { x: 1 },
    });
    const patch = { 'a.y': null, 'a.z': { n: null }, 'patient.birthday': '1990-02-31', fullName: null };
    const merged = { a: { x: 1, z: { n: null } }, patient: { birthday: '1990-02-31' } };
    expect(await update('profile', patch, token)).toEqual(merged);
    expect(await read('profile', token)).toEqual(merged);
    expect((await get(`/metadata/${owner.userId}/profile`, { token })).body).toEqual(merged);
    expect(await update('profile', { 'a..b': 1 }, token)).toBe('BAD_USER_INPUT');
    expect(await update('profile', { 'a.constructor': 1 }, token)).toBe('BAD_USER_INPUT');
    expect(await update('other', {}, token)).toBe('NOT_FOUND');
    expect(await read('other', token)).toBe('NOT_FOUND');
  });

  it('refuse numbers that are too large to be stored, and say where they are', async () => {
    const input = `{ userId: "${owner.userId}", collection: "preferences", patch: { a: [1e400] } }`;
    const mutation = `mutation { updateMetadata(input: ${input}) { collection } }`;
    const { body } = await graph(mutation, { token: owner.token });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ source: { pointer: '/input/patch/a/0' } }],
    });
    expect(await read('preferences', owner.token)).toBe('NOT_FOUND');
  });

  it('are changed only by those who manage the account, and private by trusted servers', async () => {
    await share(server, owner, other, 'view', 'upload', 'note', 'follow');
    expect(await update('settings', { a: 1 }, other.token)).toBe('FORBIDDEN');
    expect(await update('settings', { a: 1 }, undefined)).toBe('UNAUTHENTICATED');
    await share(server, owner, other, 'custodian');
    expect(await update('settings', { a: 1 }, other.token)).toEqual({ a: 1 });
    const asServer = await newServerToken(server);
    expect(await update('settings', { b: 2 }, asServer)).toEqual({ a: 1, b: 2 });
    for (const token of [owner.token, other.token]) {
      expect(await update('private', { a: 1 }, token)).toBe('NOT_FOUND');
      expect(await read('private', token)).toBe('NOT_FOUND');
    }
    expect(await update('private', { a: 1 }, asServer)).toEqual({ a: 1 });
    expect(await read('private', asServer)).toEqual({ a: 1 });
  });

  it('show what each relation may see', async () => {
    const { token } = owner;
    await update('profile', { fullName: 'Ann', patient: { birthday: '1990-01-02' } }, token);
    await update('settings', { units: { bg: 'mg/dL' } }, token);
    for (const name of ['profile', 'settings', 'private', 'other'])
      expect(await read(name, other.token)).toBe('FORBIDDEN');
    await share(server, other, owner, 'follow');
    expect(await read('profile', other.token)).toEqual({ fullName: 'Ann' });
    expect(await read('settings', other.token)).toBe('FORBIDDEN');
    await share(server, owner, other, 'follow');
    expect(await read('profile', other.token)).toMatchObject({ patient: { birthday: '1990-01-02' } });
    expect(await read('settings', other.token)).toEqual({ units: { bg: 'mg/dL' } });
  });
});
