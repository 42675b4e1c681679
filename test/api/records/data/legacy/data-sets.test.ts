import { api } from '../../../../support/api';
import { announcement, legacyCbg } from '../../../../support/legacy-records';
import { newPerson } from '../../../../support/person';
import { at } from '../../../../support/records';
import { serverUnderTest } from '../../../../support/server';

const server = serverUnderTest();
const { get, graph, put, post, delete: remove } = api(server);

describe('an upload announced on the legacy route', () => {
  it('is a data set at once: listed, found by its id and read among the records, as sent', async () => {
    const person = await newPerson(server);
    const { token, userId } = person;
    const uploadId = `upid_${userId.slice(-12)}`;
    const sent = announcement({
      uploadId,
      guid: 'g',
      client: { name: 'app', version: '1', private: { a: 1 } },
    });
    expect(await person.uploadedLegacy(sent)).toEqual([]);
    const [read] = await person.records('type=upload');
    expect(read).toEqual({ ...sent, id: read.id });
    const [listed] = await person.dataSets();
    expect(listed).toEqual({ ...read, createdTime: listed.createdTime, modifiedTime: listed.createdTime });
    expect(await person.dataSets('client.name=app&deviceId=pump')).toEqual([listed]);
    expect(await person.dataSets('deviceId=pump%20')).toEqual([]);
    expect((await get(`/v1/data_sets/${uploadId}`, { token })).body).toEqual(listed);
    expect((await person.records(`uploadId=${uploadId}&latest=1`)).map(({ id }) => id)).toEqual([read.id]);
  });

  it('is known if it is announced again, or another one under its id', async () => {
    const person = await newPerson(server);
    expect(await person.uploadedLegacy([announcement()])).toEqual([]);
    expect(await person.uploadedLegacy([announcement()])).toEqual([0]);
    expect(await person.uploadedLegacy([announcement({ time: at(1) })])).toEqual([0]);
    expect(await person.uploadedLegacy([announcement({ uploadId: 'x' }), announcement({ id: 'i' })])).toEqual(
      [0, 1],
    );
    expect(await person.dataSets()).toHaveLength(1);
  });

  it('is there again if it is announced after it was deleted', async () => {
    const person = await newPerson(server);
    const uploadId = `upid_${person.userId.slice(-12)}`;
    const batch = [announcement({ uploadId }), legacyCbg({ uploadId })];
    await person.uploadedLegacy(batch);
    await person.deleted(uploadId);
    expect(await person.uploadedLegacy(batch)).toEqual([]);
    expect(await person.uploadedLegacy(batch)).toEqual([0, 1]);
    expect(await person.dataSets()).toMatchObject([{ uploadId }]);
    expect(await person.records(`uploadId=${uploadId}`)).toHaveLength(2);
    await person.deleted(uploadId);
    expect(await person.records()).toEqual([]);
  });

  it('may have an id that another account has used', async () => {
    const people = [await newPerson(server), await newPerson(server), await newPerson(server)];
    const uploadId = `upid_${people[0]?.userId.slice(-12)}`;
    await Promise.all(
      people.map(async (person) => {
        expect(await person.uploadedLegacy([announcement({ uploadId }), legacyCbg({ uploadId })])).toEqual(
          [],
        );
      }),
    );
    for (const person of people) {
      expect(await person.dataSets()).toHaveLength(1);
      expect(await person.records(`uploadId=${uploadId}`)).toHaveLength(2);
    }
    const found = await Promise.all(
      people.map(async ({ token }) => (await get(`/v1/data_sets/${uploadId}`, { token })).status),
    );
    expect(found.sort()).toEqual([200, 403, 403]);
  });

  it('is optional: records are stored without it', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy([legacyCbg({ uploadId: 'never announced' })]);
    expect(await person.records('uploadId=never%20announced')).toHaveLength(1);
    expect(await person.dataSets()).toEqual([]);
  });

  it('accepts nothing on the newer routes, but can be deleted with its records', async () => {
    const person = await newPerson(server);
    const { token, userId } = person;
    const uploadId = `upid_${userId.slice(-12)}`;
    await person.uploadedLegacy([announcement({ uploadId }), legacyCbg({ uploadId })]);
    await person.uploadedLegacy([legacyCbg({ uploadId: 'other', time: at(5) })]);
    const path = `/v1/data_sets/${uploadId}`;
    const body = [{ type: 'cbg', time: at(0), units: 'mmol/L', value: 1 }];
    expect((await post(`${path}/data`, { token, body })).status).toBe(409);
    expect((await put(path, { token })).status).toBe(409);
    expect((await remove(path, { token })).status).toBe(200);
    expect((await person.records()).map((record) => record.uploadId)).toEqual(['other']);
    expect(await person.dataSets()).toEqual([]);
    expect(await person.dataSets('deleted=true')).toHaveLength(1);
  });

  it('does not count as a direct read-out of a pump', async () => {
    const person = await newPerson(server);
    await person.uploadedLegacy([
      announcement({ deviceManufacturers: ['Medtronic'] }),
      legacyCbg({ source: 'carelink' }),
    ]);
    expect(await person.records('type=cbg')).toHaveLength(1);
  });

  it('is in the graph with its records, even those that fit no type', async () => {
    const person = await newPerson(server);
    const { token, userId } = person;
    await person.uploadedLegacy([
      announcement({ client: 'none', deviceTags: [] }),
      legacyCbg({ id: 'a', timezone: 7, tags: 'x', annotations: [null, { code: 'c' }], trend: 'sideways' }),
      legacyCbg({ id: 'b', type: 'grabbag', subType: 'whatever', time: at(1) }),
      legacyCbg({ id: 'c', type: 'urineKetone', value: 'trace', time: at(2) }),
    ]);
    const { body } = await graph(
      `query ($id: ID!) { user(id: $id) {
        dataSets { edges { node { id state type client { name } deviceTags } } }
        data { edges { node { __typename id time timezone tags annotations { code raw }
          ... on ContinuousGlucose { value trend } ... on OldRecord { content } } } } } }`,
      { token, variables: { id: userId } },
    );
    expect(body.errors).toBeUndefined();
    const nodes = body.data.user.data.edges.map(({ node }: { node: object }) => node);
    expect(nodes).toMatchObject([
      {
        __typename: 'ContinuousGlucose',
        id: 'a',
        timezone: null,
        tags: null,
        annotations: [{ code: 'c', raw: { code: 'c' } }],
        value: 5.5,
      },
      { __typename: 'OldRecord', id: 'b', content: { subType: 'whatever' } },
      { __typename: 'OldRecord', id: 'c', content: { value: 'trace' } },
    ]);
    expect(body.data.user.dataSets.edges).toMatchObject([
      { node: { id: 'upid_0123456789ab', state: null, type: 'NORMAL', client: null, deviceTags: [] } },
    ]);
  });
});
