import { randomUUID } from 'node:crypto';
import { newServerToken } from '../../../support/accounts';
import { api } from '../../../support/api';
import { formatFindings } from '../../../support/findings';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, cbg, smbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { delete: remove, get, graph, post, put } = api(server);

let person: Person;
beforeEach(async () => {
  person = await newPerson(server);
});

const dataSet = async (dataSetId: string) =>
  (await get(`/v1/data_sets/${dataSetId}`, { token: person.token })).body;

describe('deleting a data set', () => {
  it.each(['/v1/datasets/', '/v1/data_sets/', '/dataservices/v1/datasets/', '/dataservices/v1/data_sets/'])(
    'responds at %s',
    async (path) => {
      const { status, body } = await remove(path + (await person.opened()), { token: person.token });
      expect(status).toBe(200);
      expect(body).toEqual({ data: {}, meta: { trace: { request: expect.any(String) } } });
    },
  );

  it('destroys its records and keeps it as deleted', async () => {
    const [dataSetId, other] = [await person.openedContinuous(), await person.openedContinuous()];
    for (const each of [dataSetId, other]) await person.uploaded(each, [cbg(), cbg({ time: at(1) })]);
    const before = await dataSet(dataSetId);
    await person.deleted(dataSetId);
    const after = await dataSet(dataSetId);
    expect(after).toEqual({ ...before, deletedTime: expect.any(String), modifiedTime: after.deletedTime });
    expect(after.deletedTime >= before.modifiedTime).toBe(true);
    expect((await person.records()).map(({ uploadId }) => uploadId)).toEqual([other, other, other]);
    expect((await person.dataSets()).map(({ uploadId }) => uploadId)).toEqual([other]);
    expect(await person.dataSets('deleted=true')).toHaveLength(2);
  });

  it('changes nothing the second time', async () => {
    const dataSetId = await person.openedContinuous();
    await person.deleted(dataSetId);
    const before = await dataSet(dataSetId);
    await person.deleted(dataSetId);
    expect(await dataSet(dataSetId)).toEqual(before);
  });

  it('destroys displaced records of other devices', async () => {
    const device = { deviceId: 'd', deduplicator: deduplicator('device.truncate.dataset') };
    const first = await person.opened(device);
    await person.uploaded(first, [cbg({ deviceId: 'd' }), cbg({ deviceId: 'other', time: at(1) })]);
    await person.closed(first);
    await person.closed(await person.opened(device));
    const { deletedTime } = await dataSet(first);
    expect(deletedTime).toEqual(expect.any(String));
    await person.deleted(first);
    expect(await person.records('type=cbg')).toEqual([]);
    expect((await dataSet(first)).deletedTime).toBe(deletedTime);
  });

  it('works in any state, and ends uploads and closing', async () => {
    const open = await person.opened();
    const closed = await person.opened();
    await person.uploaded(closed, [cbg()]);
    await person.closed(closed);
    for (const dataSetId of [open, closed]) {
      await person.deleted(dataSetId);
      expect((await person.upload(dataSetId, [cbg()])).status).toBe(404);
      expect((await person.close(dataSetId)).status).toBe(404);
    }
    expect(await person.records()).toEqual([]);
  });

  it('refuses unknown parameters', async () => {
    const path = `/v1/data_sets/${await person.opened()}?force=true`;
    expect(formatFindings(await remove(path, { token: person.token }))).toEqual(['not-parsed force']);
  });
});

describe('deleting a read-out', () => {
  const deviceId = 'device';
  const readings = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => smbg({ deviceId, time: at(from + index) }));

  async function readOut(from: number, to: number): Promise<string> {
    const dataSetId = await person.opened({ deviceId, deduplicator: deduplicator('device.deactivate.hash') });
    await person.uploaded(dataSetId, readings(from, to));
    await person.closed(dataSetId);
    return dataSetId;
  }

  const shown = async () => (await person.records('type=smbg')).map(({ uploadId }) => uploadId);
  const times = (count: number, dataSetId: string) => Array<string>(count).fill(dataSetId);

  it('makes displaced records visible again', async () => {
    const first = await readOut(0, 4);
    const second = await readOut(2, 6);
    expect(await shown()).toEqual([...times(2, first), ...times(4, second)]);
    await person.deleted(second);
    expect(await shown()).toEqual(times(4, first));
  });

  it('changes nothing visible if a later one has displaced both', async () => {
    const [first, second, third] = [await readOut(0, 3), await readOut(0, 3), await readOut(0, 3)];
    await person.deleted(second);
    expect(await shown()).toEqual(times(3, third));
    await person.deleted(third);
    expect(await shown()).toEqual(times(3, first));
  });

  it('restores record by record', async () => {
    const first = await readOut(0, 4);
    const second = await readOut(0, 4);
    const third = await readOut(0, 2);
    await person.deleted(second);
    expect(await shown()).toEqual([...times(2, third), ...times(2, first)]);
    await person.deleted(third);
    expect(await shown()).toEqual(times(4, first));
  });

  it('leaves each record with the later one, of several, that has displaced both', async () => {
    const first = await readOut(0, 2);
    const second = await readOut(0, 2);
    const [ofOne, ofOther] = [await readOut(0, 1), await readOut(1, 2)];
    await person.deleted(second);
    expect(await shown()).toEqual([ofOne, ofOther]);
    await person.deleted(ofOther);
    expect(await shown()).toEqual([ofOne, first]);
    await person.deleted(ofOne);
    expect(await shown()).toEqual(times(2, first));
  });

  it('in any order leaves each record visible once', async () => {
    const [first, second, third] = [await readOut(0, 3), await readOut(0, 3), await readOut(0, 3)];
    await person.deleted(third);
    expect(await shown()).toEqual(times(3, second));
    await person.deleted(first);
    expect(await shown()).toEqual(times(3, second));
    await person.deleted(second);
    expect(await shown()).toEqual([]);
  });

  it('restores nothing if it was never closed', async () => {
    const first = await readOut(0, 3);
    const second = await person.opened({ deviceId, deduplicator: deduplicator('device.deactivate.hash') });
    await person.uploaded(second, readings(0, 5));
    await person.deleted(second);
    expect(await shown()).toEqual(times(3, first));
  });

  it('restores more than fits into one statement', async () => {
    const first = await readOut(0, 2_300);
    await person.deleted(await readOut(0, 2_300));
    expect(await shown()).toEqual(times(2_300, first));
  });
});

describe('permission to delete a data set', () => {
  it('is checked in the order of token, data set, and permission', async () => {
    const stranger = await newPerson(server);
    const dataSetId = await person.opened();
    expect((await remove(`/v1/data_sets/${dataSetId}`)).status).toBe(401);
    expect((await remove('/v1/data_sets/unknown')).status).toBe(401);
    expect((await remove('/v1/data_sets/unknown', { token: stranger.token })).status).toBe(404);
    expect((await remove(`/v1/data_sets/${dataSetId}`, { token: stranger.token })).status).toBe(403);
    await person.deleted(dataSetId);
    expect((await remove(`/v1/data_sets/${dataSetId}`, { token: stranger.token })).status).toBe(403);
  });

  it.each([
    ['custodian', 200],
    ['upload', 403],
    ['view', 403],
  ])('of holders of %s', async (permission, status) => {
    const other = await newPerson(server);
    await share(server, person, other, permission);
    const dataSetId = await person.openedContinuous();
    expect((await remove(`/v1/data_sets/${dataSetId}`, { token: other.token })).status).toBe(status);
    expect(await person.dataSets()).toHaveLength(status === 200 ? 0 : 1);
  });

  it('includes its creator with permission to upload', async () => {
    const [creator, other] = [await newPerson(server), await newPerson(server)];
    for (const each of [creator, other]) await share(server, person, each, 'upload');
    const created = async () =>
      (await post(`/v1/users/${person.userId}/data_sets`, { token: creator.token, body: {} })).body.data;
    const [first, second] = [await created(), await created()];
    expect((await remove(`/v1/data_sets/${first.id}`, { token: other.token })).status).toBe(403);
    expect((await remove(`/v1/data_sets/${first.id}`, { token: creator.token })).status).toBe(200);
    await post(`/access/${person.userId}/${creator.userId}`, { token: person.token, body: { view: {} } });
    expect((await remove(`/v1/data_sets/${second.id}`, { token: creator.token })).status).toBe(403);
  });

  it('includes trusted servers, and is the same in the graph', async () => {
    const token = await newServerToken(server);
    expect((await remove(`/v1/datasets/${await person.opened()}`, { token })).status).toBe(200);
    const stranger = await newPerson(server);
    const dataSetId = await person.opened();
    const send = async (callersToken?: string) => {
      const mutation =
        'mutation ($input: DeleteDataSetInput!) { deleteDataSet(input: $input) { dataSet { id deletedTime } } }';
      const variables = { input: { dataSetId } };
      return (await graph(mutation, { token: callersToken, variables })).body;
    };
    expect((await send()).errors[0].extensions.status).toBe(401);
    expect((await send(stranger.token)).errors[0].extensions.status).toBe(403);
    expect((await dataSet(dataSetId)).deletedTime).toBeUndefined();
    const { deletedTime } = (await send(person.token)).data.deleteDataSet.dataSet;
    expect((await dataSet(dataSetId)).deletedTime).toBe(deletedTime);
  });
});

describe('deleting all data of an account', () => {
  const path = () => `/v1/users/${person.userId}/data`;

  it('destroys records and data sets of this account only', async () => {
    const other = await newPerson(server);
    const token = await newServerToken(server);
    for (const each of [person, other]) await each.uploaded(await each.openedContinuous(), [cbg()]);
    const dataSetId = await person.opened();
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await remove(path(), { token });
      expect(status).toBe(200);
      expect(body).toEqual({ data: [], meta: { trace: { request: expect.any(String) } } });
      expect(await person.records()).toEqual([]);
      expect(await person.dataSets('deleted=true')).toEqual([]);
      expect((await person.upload(dataSetId, [cbg()])).status).toBe(404);
    }
    expect(await other.records()).toHaveLength(2);
  });

  it('of an account that does not exist, or cannot exist, changes nothing', async () => {
    const token = await newServerToken(server);
    for (const id of [randomUUID(), 'no-id', '%C3%A4', '0'.repeat(300)])
      expect((await remove(`/v1/users/${id}/data`, { token })).body.data).toEqual([]);
    expect((await remove('/v1/users/no-id/data', { token: person.token })).status).toBe(403);
  });

  it('leaves blobs', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const blobs = `/v1/users/${person.userId}/blobs`;
    expect((await post(blobs, { token: person.token, headers, raw: 'x' })).status).toBe(201);
    expect((await remove(path(), { token: await newServerToken(server) })).status).toBe(200);
    expect((await get(blobs, { token: person.token })).body).toHaveLength(1);
  });

  it('is for trusted servers only', async () => {
    await person.uploaded(await person.openedContinuous(), [cbg()]);
    const custodian = await newPerson(server);
    await share(server, person, custodian, 'custodian', 'upload');
    expect((await remove(path())).status).toBe(401);
    expect((await remove(path(), { token: person.token })).status).toBe(403);
    expect((await remove(path(), { token: custodian.token })).status).toBe(403);
    const refused = await remove(`${path()}?type=cbg`, { token: await newServerToken(server) });
    expect(formatFindings(refused)).toEqual(['not-parsed type']);
    expect(await person.records('type=cbg')).toHaveLength(1);
  });

  it('is the same in the graph', async () => {
    await person.uploaded(await person.openedContinuous(), [cbg()]);
    const send = async (token?: string) => {
      const mutation = 'mutation ($input: DeleteAllDataInput!) { deleteAllData(input: $input) { done } }';
      return (await graph(mutation, { token, variables: { input: { userId: person.userId } } })).body;
    };
    expect((await send()).errors[0].extensions.status).toBe(401);
    expect((await send(person.token)).errors[0].extensions.status).toBe(403);
    expect((await send(await newServerToken(server))).data).toEqual({ deleteAllData: { done: true } });
    expect(await person.records()).toEqual([]);
  });
});

describe('concurrently with a deletion,', () => {
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));

  it('uploads are stored and destroyed, or refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const dataSetId = await person.openedContinuous();
      const uploads = times(6, (index) => person.upload(dataSetId, [cbg({ time: at(index) })]));
      const [deletion, ...answers] = await Promise.all([
        remove(`/v1/data_sets/${dataSetId}`, { token: person.token }),
        ...uploads,
      ]);
      expect(deletion.status).toBe(200);
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      expect(await person.records()).toEqual([]);
    }
  });

  it('uploads are deleted with all data of the account, or refused', async () => {
    const token = await newServerToken(server);
    for (let round = 0; round < 4; round += 1) {
      const dataSetId = await person.openedContinuous();
      const uploads = times(6, (index) => person.upload(dataSetId, [cbg({ time: at(index) })]));
      const [deletion, ...answers] = await Promise.all([
        remove(`/v1/users/${person.userId}/data`, { token }),
        ...uploads,
      ]);
      expect(deletion.status).toBe(200);
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      expect(await person.records()).toEqual([]);
    }
  });

  it('closing another read-out leaves each record visible once', async () => {
    const device = { deviceId: 'd', deduplicator: deduplicator('device.deactivate.hash') };
    const batch = times(20, (index) => smbg({ deviceId: 'd', time: at(index) }));
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = [await person.opened(device), await person.opened(device)];
      for (const dataSetId of [first, second]) await person.uploaded(dataSetId, batch);
      await person.closed(first);
      const { token } = person;
      const answers = await Promise.all([
        put(`/v1/data_sets/${second}`, { token }),
        remove(`/v1/data_sets/${first}`, { token }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const records = await person.records('type=smbg');
      expect(records.map(({ uploadId }) => uploadId)).toEqual(times(20, () => second));
    }
  });

  it('a reader sees a read-out or the displaced records, never a gap', async () => {
    const device = { deviceId: 'd', deduplicator: deduplicator('device.deactivate.hash') };
    const batch = times(1_000, (index) => smbg({ deviceId: 'd', time: at(index) }));
    const dataSetIds: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const dataSetId = await person.opened(device);
      await person.uploaded(dataSetId, batch);
      await person.closed(dataSetId);
      dataSetIds.unshift(dataSetId);
    }
    let isDeleting = true;
    const deleting = (async () => {
      for (const dataSetId of dataSetIds.slice(0, 3)) await person.deleted(dataSetId);
      isDeleting = false;
    })();
    while (isDeleting) {
      const records = await person.records('type=smbg');
      expect(records).toHaveLength(1_000);
      expect(new Set(records.map(({ uploadId }) => uploadId)).size).toBe(1);
    }
    await deleting;
    expect((await person.records('type=smbg'))[0]?.uploadId).toBe(dataSetIds[3]);
  });
});
