import { createHash } from 'node:crypto';
import { newAccount } from '../../../support/accounts';
import { api } from '../../../support/api';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();
const { delete: remove, get, graph, post } = api(server);

const named = (key: string) => ({ 'Idempotency-Key': key });

describe('A request that is repeated with its Idempotency-Key', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson(server);
  });

  const upload = (uploadId: string, key: string, body: unknown) =>
    post(`/v1/data_sets/${uploadId}/data`, { token: person.token, headers: named(key), body });

  const readings = (uploadId: string) => person.records(`uploadId=${uploadId}&type=cbg`);

  it.each(['none', 'dataset.delete.origin', 'dataset.delete.origin.older', 'dataset.drop.hash'])(
    'stores its records once if %s distinguishes records',
    async (name) => {
      const uploadId = await person.openedContinuous({ deduplicator: deduplicator(name) });
      const batch = [cbg({ origin: { time: at(0) } }), cbg({ time: at(1), origin: { time: at(1) } })];
      for (let time = 1; time <= 3; time += 1) {
        const { status, body } = await upload(uploadId, 'first', batch);
        expect(status).toBe(200);
        expect(body.data).toEqual([]);
      }
      const stored = (await readings(uploadId)).length;
      await upload(uploadId, 'first', batch);
      expect((await readings(uploadId)).length).toBe(stored);
    },
  );

  it('stores its records once if both arrive concurrently', async () => {
    const uploadId = await person.openedContinuous();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(uploadId, 'race', [cbg()])));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await readings(uploadId)).toHaveLength(1);
  });

  it('stores equal records again under another key, in another data set, and for another account', async () => {
    const uploadId = await person.openedContinuous();
    const other = await person.openedContinuous();
    await upload(uploadId, 'one', [cbg()]);
    await upload(uploadId, 'two', [cbg()]);
    await upload(other, 'one', [cbg()]);
    expect(await readings(uploadId)).toHaveLength(2);
    expect(await readings(other)).toHaveLength(1);
    const helper = await newAccount(server);
    await post(`/access/${person.userId}/${helper.userId}`, { token: person.token, body: { upload: {} } });
    const sent = { token: helper.token, headers: named('one'), body: [cbg()] };
    expect((await post(`/v1/data_sets/${uploadId}/data`, sent)).status).toBe(200);
    expect(await readings(uploadId)).toHaveLength(3);
  });

  it('is refused if it is another request, and stores nothing', async () => {
    const uploadId = await person.openedContinuous();
    await upload(uploadId, 'key', [cbg()]);
    const { status, body } = await upload(uploadId, 'key', [cbg({ time: at(5) })]);
    expect(status).toBe(422);
    expect(body.message).toContain('Idempotency-Key');
    expect(await readings(uploadId)).toHaveLength(1);
  });

  it('is refused if the key is too long, and accepts any shorter text', async () => {
    const uploadId = await person.openedContinuous();
    expect((await upload(uploadId, 'k'.repeat(256), [cbg()])).status).toBe(400);
    expect((await upload(uploadId, `"${'k'.repeat(252)} "`, [cbg()])).status).toBe(200);
    expect(await readings(uploadId)).toHaveLength(1);
  });

  it('is executed if the first one was refused, and if its records were deleted since', async () => {
    const uploadId = await person.openedContinuous();
    expect((await upload(uploadId, 'key', [cbg({ value: -1 })])).status).toBe(400);
    expect((await upload(uploadId, 'key', [cbg()])).status).toBe(200);
    const [{ id }] = await readings(uploadId);
    await person.deleteData(uploadId, [{ id }]);
    expect((await upload(uploadId, 'key', [cbg()])).status).toBe(200);
    expect(await readings(uploadId)).toHaveLength(1);
  });

  it('creates one data set, even with an id of its own, and returns the same response', async () => {
    const create = (key: string, body: unknown) =>
      post(`/v1/users/${person.userId}/data_sets`, { token: person.token, headers: named(key), body });
    const first = await create('set', {
      dataSetType: 'continuous',
      client: { name: 'org.example.repeating', version: '1.0' },
    });
    const again = await create('set', {
      dataSetType: 'continuous',
      client: { name: 'org.example.repeating', version: '1.0' },
    });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(await person.dataSets('client.name=org.example.repeating')).toHaveLength(1);

    await person.deleted(first.body.data.uploadId);
    const anew = await create('set', { dataSetType: 'continuous' });
    expect([anew.status, anew.body.data.deletedTime]).toEqual([201, undefined]);
    expect(anew.body.data.id).not.toBe(first.body.data.id);

    const id = createHash('md5').update(person.userId).digest('hex');
    expect((await create('own', { id })).status).toBe(201);
    expect((await create('own', { id })).body.data.id).toBe(id);
    expect((await create('not own', { id })).status).toBe(409);
  });

  it('is still recognized after something else that was created was deleted', async () => {
    const { userId, token } = await newPerson(server);
    for (const list of ['data_sets', 'blobs']) {
      const create = (key: string) =>
        post(`/v1/users/${userId}/${list}`, {
          token,
          headers: { ...named(key), 'Content-Type': 'application/json' },
          raw: '{"dataSetType":"continuous"}',
        });
      const idOf = ({ body }: Awaited<ReturnType<typeof create>>) => body.data?.id ?? body.id;
      const [kept, other] = [idOf(await create('kept')), idOf(await create('other'))];
      await remove(`/v1/${list}/${other}`, { token });
      expect([list, idOf(await create('kept'))]).toEqual([list, kept]);
      expect(idOf(await create('other'))).not.toBe(other);
    }
  });

  it('creates one blob and one device log, and returns the same response', async () => {
    const content = Buffer.from('[]');
    const digest = `MD5=${createHash('md5').update(content).digest('base64')}`;
    const headers = {
      ...named('content'),
      Digest: digest,
      'Content-Type': 'application/json',
      'X-Logs-Start-At-Time': at(0),
      'X-Logs-End-At-Time': at(1),
    };
    for (const kind of ['blobs', 'device_logs']) {
      const address = `/v1/users/${person.userId}/${kind}`;
      const send = () => post(address, { token: person.token, headers, raw: content });
      const [first, again] = [await send(), await send()];
      expect([kind, first.status, again.status]).toEqual([kind, 201, 201]);
      expect(again.body).toEqual(first.body);
      const read = await get(`/v1/${kind}/${first.body.id}/content`, { token: person.token });
      expect(read.text).toBe('[]');
    }
    expect((await get(`/v1/users/${person.userId}/blobs`, { token: person.token })).body).toHaveLength(1);
  });

  it('is recognized in the graph too', async () => {
    const uploadId = await person.openedContinuous();
    const send = (key: string) =>
      graph('mutation ($input: UploadDataInput!) { uploadData(input: $input) { stored } }', {
        token: person.token,
        headers: named(key),
        variables: { input: { dataSetId: uploadId, records: [cbg()] } },
      });
    expect((await send('graph')).body.data.uploadData).toEqual({ stored: 1 });
    expect((await send('graph')).body.data.uploadData).toEqual({ stored: 1 });
    expect((await send('k'.repeat(256))).body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(await readings(uploadId)).toHaveLength(1);
  });

  it('is recognized in each of its parts if it has several', async () => {
    const uploadId = await person.openedContinuous();
    const operation = `mutation ($one: UploadDataInput!, $other: UploadDataInput!) {
      one: uploadData(input: $one) { stored }
      again: uploadData(input: $one) { stored }
      other: uploadData(input: $other) { stored }
    }`;
    const input = (...records: object[]) => ({ dataSetId: uploadId, records });
    const variables = { one: input(cbg()), other: input(cbg(), cbg({ time: at(1) })) };
    const send = () => graph(operation, { token: person.token, headers: named('parts'), variables });
    const expected = { one: { stored: 1 }, again: { stored: 1 }, other: { stored: 2 } };
    expect((await send()).body).toEqual({ data: expected });
    expect((await send()).body).toEqual({ data: expected });
    expect(await readings(uploadId)).toHaveLength(4);
  });
});
