import { newServerToken } from '../../../support/accounts';
import { api, type Json } from '../../../support/api';
import { newPerson, type Person } from '../../../support/person';
import { at, cbg, food } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { graph, post } = api(server);

const operations = {
  create: 'mutation ($input: CreateDataSetInput!) { createDataSet(input: $input) { dataSet { id raw } } }',
  update:
    'mutation ($input: UpdateDataSetInput!) { updateDataSet(input: $input) { dataSet { id state raw } } }',
  upload: 'mutation ($input: UploadDataInput!) { uploadData(input: $input) { stored } }',
};

let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await newPerson(server), await newPerson(server)];
});

const send = (operation: keyof typeof operations, input: unknown, token?: string) =>
  graph(operations[operation], { token, variables: { input } });

const refusalOf = ({ body }: { body: Json }) => {
  expect(Object.values<Json>(body.data ?? {}).filter((answer) => answer !== null)).toEqual([]);
  return body.errors[0].extensions;
};

describe('uploading through the graph', () => {
  it('works like on the routes', async () => {
    const created = await send(
      'create',
      { userId: person.userId, dataSet: { deviceModel: 'M' } },
      person.token,
    );
    const { id: dataSetId, raw } = created.body.data.createDataSet.dataSet;
    expect(raw).toMatchObject({ uploadId: dataSetId, deviceModel: 'M', byUser: person.userId });

    const uploaded = await send(
      'upload',
      { dataSetId, records: [cbg(), food({ time: at(1) })] },
      person.token,
    );
    expect(uploaded.body.data.uploadData).toEqual({ stored: 2 });
    expect(await person.records(`uploadId=${dataSetId}`)).toEqual([]);

    const closed = await send('update', { dataSetId }, person.token);
    expect(closed.body.data.updateDataSet.dataSet).toMatchObject({ id: dataSetId, state: 'CLOSED' });
    const types = (await person.records(`uploadId=${dataSetId}`)).map(({ type }) => type);
    expect(types).toEqual(['cbg', 'food', 'upload']);

    const again = refusalOf(await send('update', { dataSetId, changes: { anything: 1 } }, person.token));
    expect(again).toMatchObject({ code: 'CONFLICT', status: 409, errors: [{ code: 'data-set-closed' }] });
    expect(refusalOf(await send('upload', { dataSetId, records: [] }, person.token))).toEqual(again);
  });

  it('returns the number of stored records', async () => {
    const deduplicator = { name: 'org.tidepool.deduplicator.dataset.drop.hash' };
    const dataSetId = await person.openedContinuous({ deduplicator });
    const stored = async (records: unknown[]) =>
      (await send('upload', { dataSetId, records }, person.token)).body.data.uploadData.stored;
    expect(await stored([])).toBe(0);
    expect(await stored([cbg(), cbg({ time: at(1) })])).toBe(2);
    expect(await stored([cbg(), cbg({ time: at(2) })])).toBe(1);
  });

  it('lets only trusted servers change continuous data sets', async () => {
    const dataSetId = await person.openedContinuous();
    const input = { dataSetId, changes: { deviceModel: 'new' } };
    const changed = await send('update', input, await newServerToken(server));
    expect(changed.body.data.updateDataSet.dataSet.raw.deviceModel).toBe('new');
    expect(refusalOf(await send('update', input, person.token))).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    });
  });

  it('lists the same findings as on the routes', async () => {
    const dataSetId = await person.openedContinuous();
    const batches: unknown[][] = [
      [cbg({ value: -1 }), food({ notes: [''] })],
      [cbg({ value: 'x' }), { type: 'nothing' }, {}],
      [5, 'text', []],
    ];
    for (const records of batches) {
      const { body } = await person.upload(dataSetId, records);
      const refused = refusalOf(await send('upload', { dataSetId, records }, person.token));
      expect(refused).toEqual({ code: 'BAD_USER_INPUT', status: 400, errors: body.errors });
    }
    for (const dataSet of [{ unknown: 1, deviceId: 5 }, { deviceId: '', version: '1' }, [], 'text']) {
      const { body } = await person.create(dataSet);
      const refused = refusalOf(await send('create', { userId: person.userId, dataSet }, person.token));
      expect(refused).toEqual({ code: 'BAD_USER_INPUT', status: 400, errors: body.errors });
    }
    expect(await person.records(`uploadId=${dataSetId}&type=cbg,food`)).toEqual([]);
  });

  it('returns a conflict for an id in use', async () => {
    const id = person.userId.replaceAll('-', '');
    const input = { userId: person.userId, dataSet: { id } };
    expect((await send('create', input, person.token)).body.errors).toBeUndefined();
    expect(refusalOf(await send('create', input, person.token))).toMatchObject({
      code: 'CONFLICT',
      status: 409,
    });
  });

  it('refuses values that are not valid input', async () => {
    const dataSetId = await person.openedContinuous();
    const inputs: [keyof typeof operations, unknown][] = [
      ['create', { userId: person.userId, dataSet: null }],
      ['create', { userId: person.userId }],
      ['create', null],
      ['upload', { dataSetId, records: null }],
      ['upload', { dataSetId, records: [null] }],
      ['upload', { dataSetId, records: 'text' }],
      ['upload', { dataSetId: null, records: [] }],
      ['update', { dataSetId: {} }],
    ];
    for (const [operation, input] of inputs) {
      const { body } = await send(operation, input, person.token);
      expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    }
  });

  it('refuses bodies that are nested too deep', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const levels of [65, 5_000, 100_000]) {
      const raw = `{"query": ${JSON.stringify(operations.create)}, "variables": {"input": {
        "userId": "${person.userId}", "dataSet": {"payload": ${nested(levels)}}}}}`;
      const headers = { 'Content-Type': 'application/json' };
      const { body } = await post('/graphql', { token: person.token, headers, raw });
      expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    }
  });
});

describe('anonymous callers', () => {
  it.each(['create', 'update', 'upload'] as const)('cannot %s', async (operation) => {
    const dataSetId = await person.opened();
    const input = {
      create: { userId: person.userId, dataSet: { unknown: 1 } },
      update: { dataSetId },
      upload: { dataSetId, records: [5] },
    }[operation];
    const before = await person.dataSets();
    expect(refusalOf(await send(operation, input, stranger.token))).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    });
    expect(refusalOf(await send(operation, input))).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    expect(refusalOf(await send(operation, input, 'no-token'))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await person.dataSets()).toEqual(before);
    expect((await person.upload(dataSetId, [])).status).toBe(200);
  });

  it.each(['update', 'upload'] as const)(
    'learn from %s only that an unknown data set is unknown',
    async (operation) => {
      const input = { dataSetId: 'unknown', ...(operation === 'upload' && { records: [] }) };
      const refused = refusalOf(await send(operation, input, stranger.token));
      expect(refused).toMatchObject({
        code: 'NOT_FOUND',
        status: 404,
        errors: [{ code: 'data-set-id-not-found' }],
      });
      expect(refusalOf(await send(operation, input))).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    },
  );
});
