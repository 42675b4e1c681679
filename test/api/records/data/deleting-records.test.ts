import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, food } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { delete: remove, graph } = api(server);

const id = (letter: string): string => letter.repeat(32);

let person: Person;
beforeEach(async () => {
  person = await newPerson(server);
});

const valuesOf = async (query = 'type=cbg'): Promise<number[]> =>
  (await person.records(query)).map(({ value }) => value);

/** A continuous data set with the readings 1, 2 and 3. */
async function withReadings(name = 'none'): Promise<string> {
  const dataSetId = await person.openedContinuous({ deviceId: 'd', deduplicator: deduplicator(name) });
  const readings = ['a', 'b', 'c'].map((letter, index) => ({
    ...{ id: id(letter), deviceId: 'd', time: at(index), value: index + 1, origin: { id: letter } },
  }));
  await person.uploaded(dataSetId, readings.map(cbg));
  return dataSetId;
}

describe('deleting records', () => {
  it.each(['/v1/datasets/', '/v1/data_sets/', '/dataservices/v1/datasets/', '/dataservices/v1/data_sets/'])(
    'responds at %s',
    async (path) => {
      const dataSetId = await withReadings();
      const { status, body } = await remove(`${path}${dataSetId}/data`, {
        token: person.token,
        body: [{ id: id('a') }],
        headers: { 'X-Tidepool-Trace-Session': 'session' },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        data: [],
        meta: { trace: { request: expect.any(String), session: 'session' } },
      });
      expect(await valuesOf()).toEqual([2, 3]);
    },
  );

  it.each<[string, object[], number[]]>([
    ['ids', [{ id: id('a') }, { id: id('c'), time: at(7) }], [2]],
    ['origins', [{ origin: { id: 'b' } }, { origin: { id: 'c', time: at(7) } }], [1]],
    ['what repeats', [{ id: id('a') }, { id: id('a') }], [2, 3]],
    ['what does not exist', [{ id: id('z') }], [1, 2, 3]],
    ['an unknown origin', [{ origin: { id: '🍎' } }, { origin: { id: 'A' } }], [1, 2, 3]],
    ['an unknown hash', [{ deduplicator: { hash: '🍎'.repeat(1_000) } }], [1, 2, 3]],
    ['additional keys', [{ id: id('a'), unknown: 1, origin: null }], [2, 3]],
  ])('selects by %s', async (_what, selectors, left) => {
    const dataSetId = await withReadings();
    expect((await person.deleteData(dataSetId, selectors)).status).toBe(200);
    expect(await valuesOf()).toEqual(left);
  });

  it.each(['dataset.drop.hash', 'device.deactivate.hash'])('selects by the hashes of %s', async (name) => {
    const dataSetId = await withReadings(name);
    const [first, , third] = await person.records('type=cbg');
    const selectors = [first, third].map((record) => ({ deduplicator: { hash: record.deduplicator.hash } }));
    expect((await person.deleteData(dataSetId, selectors)).status).toBe(200);
    expect(await valuesOf()).toEqual([2]);
    await person.uploaded(dataSetId, [cbg({ deviceId: 'd', time: at(0), value: 1 })]);
    expect(await valuesOf()).toEqual([1, 2]);
  });

  it('leaves other data sets unchanged', async () => {
    const [first, second] = [await withReadings(), await withReadings()];
    expect((await person.deleteData(second, [{ id: id('a') }, { id: id('b') }])).status).toBe(200);
    expect(await valuesOf(`type=cbg&uploadId=${first}`)).toEqual([1, 2, 3]);
    expect(await valuesOf(`type=cbg&uploadId=${second}`)).toEqual([3]);
  });

  it('accepts thousands of selectors', async () => {
    const dataSetId = await person.openedContinuous();
    const readings = Array.from({ length: 2_500 }, (_, index) =>
      cbg({ id: `${index}`.padStart(32, '0'), time: at(index) }),
    );
    await person.uploaded(dataSetId, [...readings, cbg({ value: 1 })]);
    const selectors = readings.map((reading) => ({ id: reading.id }));
    expect((await person.deleteData(dataSetId, selectors)).status).toBe(200);
    expect(await valuesOf()).toEqual([1]);
  });

  it.each(['none', 'dataset.drop.hash', 'device.deactivate.hash', 'device.truncate.dataset'])(
    'with %s removes hidden ones from what closing makes visible',
    async (name) => {
      const dataSetId = await person.opened({ deviceId: 'd', deduplicator: deduplicator(name) });
      const readings = ['a', 'b'].map((letter, index) =>
        cbg({ id: id(letter), deviceId: 'd', time: at(index), value: index }),
      );
      await person.uploaded(dataSetId, readings);
      expect((await person.deleteData(dataSetId, [{ id: id('a') }])).status).toBe(200);
      await person.closed(dataSetId);
      expect(await valuesOf()).toEqual([1]);
    },
  );
});

describe.each(['dataset.delete.origin', 'dataset.delete.origin.older'])('data sets with %s', (name) => {
  it('hide deleted records until they are uploaded again, once', async () => {
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator(name) });
    const meal = food({ id: id('f'), origin: { id: 'meal', time: at(5) } });
    const sent = [meal, bolus({ origin: { id: 'bolus', time: at(5) } })];
    await person.uploaded(dataSetId, sent);
    expect((await person.deleteData(dataSetId, [{ origin: { id: 'meal' } }])).status).toBe(200);
    const shown = async () => (await person.records('type=food,bolus')).map(({ type }) => type).sort();
    expect(await shown()).toEqual(['bolus']);
    await person.uploaded(dataSetId, [meal]);
    await person.uploaded(dataSetId, [meal]);
    expect(await shown()).toEqual(['bolus', 'food']);
  });

  it('do not show records on closing that were deleted before', async () => {
    const dataSetId = await person.opened({ deduplicator: deduplicator(name) });
    await person.uploaded(dataSetId, [food({ origin: { id: 'x' } }), bolus({ origin: { id: 'y' } })]);
    expect((await person.deleteData(dataSetId, [{ origin: { id: 'x' } }])).status).toBe(200);
    await person.closed(dataSetId);
    expect((await person.records('type=food,bolus')).map(({ type }) => type)).toEqual(['bolus']);
  });
});

describe('selectors', () => {
  const long = 'x'.repeat(101);
  it.each<[string, unknown, string[]]>([
    ['no array', { id: id('a') }, ['type-not-array about the whole']],
    ['nothing', [], ['value-empty about the whole']],
    ['null', null, ['value-empty about the whole']],
    [
      'a value that is not an object',
      [1, {}, 'x', []],
      ['type-not-object /0', 'type-not-object /2', 'type-not-object /3'],
    ],
    [
      'wrong types',
      [{ id: 5 }, { origin: 'x' }, { deduplicator: { hash: 1 } }, { origin: { id: 2 } }],
      ['type-not-string /0/id', 'type-not-object /1/origin', 'type-not-string /2/deduplicator/hash'].concat(
        'type-not-string /3/origin/id',
      ),
    ],
    [
      'times',
      [{ id: id('a'), time: 'yesterday' }, { origin: { id: 'x', time: '2024-05-06' } }, { id: '', time: 5 }],
      ['value-not-parsable /0/time', 'value-not-parsable /1/origin/time', 'type-not-time /2/time'],
    ],
    [
      'no way',
      [{}, { time: at(0) }, null],
      ['values-not-exist-for-one /0', 'values-not-exist-for-one /1', 'value-not-exists /2'],
    ],
    [
      'two ways',
      [
        { id: id('a'), origin: { id: 'x' } },
        { id: id('a'), deduplicator: { hash: 'h' } },
      ],
      ['value-exists /0/origin', 'value-exists /1/deduplicator'],
    ],
    ['the zero time', [{ id: id('a'), time: '0001-01-01T00:00:00Z' }], ['value-empty /0/time']],
    ['a time beside another way', [{ origin: { id: 'x' }, time: at(0) }], ['value-exists /0/time']],
    [
      'ids of another form',
      [{ id: 'A' }, { id: id('a') + 'a' }],
      ['value-not-valid /0/id', 'value-not-valid /1/id'],
    ],
    [
      'origins',
      [{ origin: {} }, { origin: { id: '' } }, { origin: { id: long } }],
      ['value-not-exists /0/origin/id', 'value-empty /1/origin/id', 'length-out-of-range /2/origin/id'],
    ],
    [
      'hashes',
      [{ deduplicator: {} }, { deduplicator: { hash: '' } }, { deduplicator: { hash: 'h'.repeat(1_001) } }],
      ['value-not-exists', 'value-empty', 'length-out-of-range'].map(
        (code, index) => `${code} /${index}/deduplicator/hash`,
      ),
    ],
    ['mixed ways', [{ id: id('a') }, { origin: { id: 'a' } }, { id: id('b') }], ['value-exists /1/origin']],
  ])('%s', async (_what, selectors, findings) => {
    const dataSetId = await withReadings();
    const refused = await person.deleteData(dataSetId, selectors);
    expect(refused.status).toBe(400);
    expect(formatFindings(refused)).toEqual(findings);
    expect(await valuesOf()).toEqual([1, 2, 3]);
    if (selectors === null) return;
    const { body } = await graph(
      'mutation ($input: DeleteDataInput!) { deleteData(input: $input) { done } }',
      {
        token: person.token,
        variables: { input: { dataSetId, selectors } },
      },
    );
    expect(body.errors[0].extensions).toMatchObject({ status: 400, errors: refused.body.errors });
  });

  it('at most a thousand are reported', async () => {
    const refused = await person.deleteData(await withReadings(), Array(1_500).fill({}));
    expect(formatFindings(refused)).toHaveLength(1_000);
  });

  it.each([
    ['no body', undefined, 400],
    ['invalid JSON', '[{', 400],
    ['more than a mebibyte', `[${' '.repeat(1024 * 1024)}]`, 413],
  ])('%s', async (_what, raw, status) => {
    const dataSetId = await withReadings();
    const refused = await remove(`/v1/data_sets/${dataSetId}/data`, { token: person.token, raw });
    expect(refused.status).toBe(status);
    expect(refused.body.errors[0].detail).not.toBe('');
    expect(await valuesOf()).toEqual([1, 2, 3]);
  });

  it('unknown parameters', async () => {
    const path = `/v1/data_sets/${await withReadings()}/data?all=true`;
    const refused = await remove(path, { token: person.token, body: [{ id: id('a') }] });
    expect(formatFindings(refused)).toEqual(['not-parsed all']);
    expect(await valuesOf()).toEqual([1, 2, 3]);
  });
});

describe('permission to delete records', () => {
  const selectors = [{ id: id('a') }];

  it('is checked in the order of token, data set, permission, and state', async () => {
    const stranger = await newPerson(server);
    const dataSetId = await person.opened();
    await person.closed(dataSetId);
    const path = `/v1/data_sets/${dataSetId}/data`;
    expect((await remove(path, { body: [] })).status).toBe(401);
    expect((await remove('/v1/data_sets/unknown/data', { body: [] })).status).toBe(401);
    expect((await stranger.deleteData('unknown', [])).status).toBe(404);
    expect((await stranger.deleteData(dataSetId, [])).status).toBe(403);
    const refused = await person.deleteData(dataSetId, []);
    expect(refused.status).toBe(409);
    expect(formatFindings(refused)).toEqual(['data-set-closed about the whole']);
  });

  it.each([
    ['upload', 200],
    ['view', 403],
    ['custodian', 403],
  ])('of holders of %s', async (permission, status) => {
    const other = await newPerson(server);
    await share(server, person, other, permission);
    expect((await other.deleteData(await withReadings(), selectors)).status).toBe(status);
    expect(await valuesOf()).toHaveLength(status === 200 ? 2 : 3);
  });

  it('includes trusted servers', async () => {
    const path = `/v1/datasets/${await withReadings()}/data`;
    const token = await newServerToken(server);
    expect((await remove(path, { token, body: selectors })).status).toBe(200);
    expect(await valuesOf()).toEqual([2, 3]);
  });

  it('finds no deleted data set', async () => {
    const dataSetId = await withReadings();
    await person.deleted(dataSetId);
    const refused = await person.deleteData(dataSetId, selectors);
    expect(refused.status).toBe(404);
    expect(formatFindings(refused)).toEqual(['data-set-id-not-found about the whole']);
  });

  it('is the same in the graph', async () => {
    const stranger = await newPerson(server);
    const input = { dataSetId: await withReadings(), selectors };
    const send = async (token?: string) => {
      const mutation = 'mutation ($input: DeleteDataInput!) { deleteData(input: $input) { done } }';
      return (await graph(mutation, { token, variables: { input } })).body;
    };
    expect((await send()).errors[0].extensions.status).toBe(401);
    expect((await send(stranger.token)).errors[0].extensions.status).toBe(403);
    expect(await valuesOf()).toEqual([1, 2, 3]);
    expect((await send(person.token)).data).toEqual({ deleteData: { done: true } });
    expect(await valuesOf()).toEqual([2, 3]);
  });
});

describe('deleting while uploading', () => {
  it.each(['none', 'dataset.delete.origin'])(
    'to a data set with %s loses and keeps nothing else',
    async (name) => {
      const dataSetId = await person.openedContinuous({ deduplicator: deduplicator(name) });
      const reading = (index: number) =>
        cbg({ time: at(index), value: 1 + index / 50, origin: { id: `${index}` } });
      const batches = Array.from({ length: 6 }, (_, batch) =>
        Array.from({ length: 50 }, (_each, index) => reading(batch * 50 + index)),
      );
      const [old, fresh] = [batches.slice(0, 3), batches.slice(3)];
      await person.uploaded(dataSetId, old.flat());
      const answers = await Promise.all([
        ...old.map((batch) =>
          person.deleteData(
            dataSetId,
            batch.map(({ origin }) => ({ origin })),
          ),
        ),
        ...fresh.map((batch) => person.upload(dataSetId, batch)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await valuesOf()).toEqual(fresh.flat().map(({ value }) => value));
    },
  );
});
