import { newAccount, newServerToken } from '../../support/accounts';
import { api, type Json } from '../../support/api';
import { newPerson } from '../../support/person';
import { at, bolus, cbg } from '../../support/records';
import { serverUnderTest } from '../../support/server';
import { share } from '../../support/shares';
import { closeStreams, overWebSocket, transports, withToken } from '../../support/streams';

const server = serverUnderTest();

const added = `subscription ($id: ID!) {
  dataAdded(userId: $id) {
    dataSetId types from to count dataSet { id state } records(first: 2) { type time ... on ContinuousGlucose { value(units: MMOL_L) } }
  }
}`;
const changed = `subscription ($id: ID!) { dataSetChanged(userId: $id) { kind dataSetId dataSet { state } } }`;

afterEach(closeStreams);

const codesOf = ({ errors }: Json) => errors.map(({ extensions }: Json) => extensions.code);

describe.each(transports)('records over %s', (_name, connect) => {
  it('are published with each batch of a continuous data set', async () => {
    const me = await newPerson(server);
    const dataSetId = await me.openedContinuous();
    const answers = await connect(server, withToken(me.token)).subscribe(added, { id: me.userId });
    await me.uploaded(dataSetId, [
      cbg({ time: at(0), value: 5.5 }),
      cbg({ time: at(10), value: 6.5 }),
      bolus({ time: at(5) }),
    ]);
    expect((await answers.next()).data.dataAdded).toEqual({
      dataSetId,
      types: ['BOLUS', 'CBG'],
      from: at(0),
      to: at(10),
      count: 3,
      dataSet: { id: dataSetId, state: 'OPEN' },
      records: [
        { type: 'cbg', time: at(10), value: 6.5 },
        { type: 'bolus', time: at(5) },
      ],
    });
    await me.uploaded(dataSetId, [cbg({ time: at(5), value: 7.5 })]);
    const { count, records } = (await answers.next()).data.dataAdded;
    expect({ count, records }).toEqual({ count: 1, records: [{ type: 'cbg', time: at(5), value: 7.5 }] });
  });

  it('are published for a normal data set once it is closed', async () => {
    const me = await newPerson(server);
    const answers = await connect(server, withToken(me.token)).subscribe(added, { id: me.userId });
    const dataSetId = await me.opened();
    await me.uploaded(dataSetId, [cbg({ time: at(0), value: 4 }), bolus({ time: at(1) })]);
    await me.closed(dataSetId);
    expect((await answers.next()).data.dataAdded).toMatchObject({
      dataSetId,
      types: ['BOLUS', 'CBG'],
      from: at(0),
      to: at(1),
      count: 2,
      dataSet: { state: 'CLOSED' },
      records: [{ time: at(1) }, { time: at(0), value: 4 }],
    });
  });

  it('show changes of data sets', async () => {
    const me = await newPerson(server);
    const answers = await connect(server, withToken(me.token)).subscribe(changed, { id: me.userId });
    const next = async () => (await answers.next()).data.dataSetChanged;
    const one = await me.opened();
    expect(await next()).toEqual({ kind: 'CREATED', dataSetId: one, dataSet: { state: 'OPEN' } });
    await me.closed(one);
    expect(await next()).toEqual({ kind: 'CLOSED', dataSetId: one, dataSet: { state: 'CLOSED' } });
    await me.deleted(one);
    expect(await next()).toMatchObject({ kind: 'DELETED', dataSetId: one });
    const other = await me.openedContinuous();
    expect(await next()).toMatchObject({ kind: 'CREATED', dataSetId: other });
    const token = await newServerToken(server);
    await api(server).put(`/v1/data_sets/${other}`, { token, body: { timezone: 'Europe/Berlin' } });
    expect(await next()).toMatchObject({ kind: 'UPDATED', dataSetId: other });
    await me.uploaded(other, [cbg({ id: 'a'.repeat(32) })]);
    await me.deleteData(other, [{ id: 'a'.repeat(32) }]);
    expect(await next()).toMatchObject({ kind: 'DATA_DELETED', dataSetId: other });
    await api(server).delete(`/v1/users/${me.userId}/data`, { token });
    expect(await next()).toEqual({ kind: 'DELETED', dataSetId: null, dataSet: null });
  });

  it('are published to callers with permission, until it is revoked, and to no one else', async () => {
    const me = await newPerson(server);
    const [viewer, uploader, stranger] = await Promise.all([1, 2, 3].map(() => newAccount(server)));
    if (!viewer || !uploader || !stranger) throw new Error('There are three accounts.');
    await share(server, me, viewer, 'view');
    await share(server, me, uploader, 'upload', 'note');
    const dataSetId = await me.openedContinuous();
    const answers = await connect(server, withToken(viewer.token)).subscribe(added, { id: me.userId });
    for (const { token } of [uploader, stranger]) {
      const client = connect(server, withToken(token));
      expect(codesOf(await client.ask(added, { id: me.userId }))).toEqual(['FORBIDDEN']);
      expect(codesOf(await client.ask(changed, { id: me.userId }))).toEqual(['FORBIDDEN']);
    }
    await me.uploaded(dataSetId, [cbg()]);
    expect((await answers.next()).data.dataAdded.count).toBe(1);
    await share(server, me, viewer, 'upload');
    await me.uploaded(dataSetId, [cbg({ time: at(5) })]);
    const rest = await answers.rest();
    expect(rest.map((answer) => [answer.data ?? null, ...codesOf(answer)])).toEqual([[null, 'FORBIDDEN']]);
  });
});

it('hundreds of records in one batch are counted, with the newest hundred listed', async () => {
  const me = await newPerson(server);
  const dataSetId = await me.openedContinuous();
  const all = 'subscription ($id: ID!) { dataAdded(userId: $id) { count records(first: 1000) { time } } }';
  const answers = await overWebSocket(server, withToken(me.token)).subscribe(all, { id: me.userId });
  const times = Array.from({ length: 250 }, (_, index) => at(index));
  await me.uploaded(
    dataSetId,
    times.map((time) => cbg({ time })),
  );
  const { count, records } = (await answers.next()).data.dataAdded;
  const newest = times.slice(-100).reverse();
  expect({ count, times: records.map(({ time }: Json) => time) }).toEqual({ count: 250, times: newest });
});
