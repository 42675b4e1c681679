import { api, type Json } from '../../../support/api';
import { newAccount } from '../../../support/accounts';
import { newPerson, type Person } from '../../../support/person';
import { at, bolus, cbg, smbg, wizard } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';
import { share } from '../../../support/shares';

const server = serverUnderTest();
const { graph } = api(server);

const id = (letter: string): string => letter.repeat(32);
const nodesOf = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node);

/** Runs a query on an account. Throws on any error. */
async function asked(
  query: string,
  { token }: { token: string },
  variables?: Record<string, unknown>,
): Promise<Json> {
  const { body } = await graph(query, { token, variables });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

const withBolus = `{ me { data { edges { node { type ... on BolusCalculation {
  bolusId bolus { id ... on NormalBolus { normal } }
} } } } } }`;

const calculationsOf = async (person: Person): Promise<Json[]> =>
  nodesOf((await asked(withBolus, person)).me.data).filter(({ type }) => type === 'wizard');

describe('the records of a data set in the graph', () => {
  const query = `query ($id: ID!, $after: String) { dataSet(id: $id) {
    recordCount
    records(first: 2, after: $after) { edges { node { id time } } pageInfo { hasNextPage endCursor } }
    readings: records(types: [SMBG], from: "${at(1)}") { edges { node { time } } }
  } }`;

  it('are paged and counted, without those of other data sets', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [cbg({ time: at(2) }), smbg({ time: at(0) }), smbg({ time: at(1) })]);
    await person.uploaded(await person.openedContinuous(), [cbg({ time: at(3) })]);
    const { dataSet: first } = await asked(query, person, { id: dataSetId });
    expect(first.recordCount).toBe(3);
    expect(nodesOf(first.records).map(({ time }) => time)).toEqual([at(0), at(1)]);
    expect(first.records.pageInfo.hasNextPage).toBe(true);
    expect(nodesOf(first.readings)).toEqual([{ time: at(1) }]);
    const after = first.records.pageInfo.endCursor;
    const { dataSet: second } = await asked(query, person, { id: dataSetId, after });
    expect(nodesOf(second.records).map(({ time }) => time)).toEqual([at(2)]);
    expect(second.records.pageInfo.hasNextPage).toBe(false);
  });

  it('are visible once the data set is closed, until it is deleted', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.opened();
    await person.uploaded(dataSetId, [cbg()]);
    const counted = async () => {
      const { dataSet } = await asked(query, person, { id: dataSetId });
      return [dataSet.recordCount, dataSet.records.edges.length];
    };
    expect(await counted()).toEqual([0, 0]);
    await person.closed(dataSetId);
    expect(await counted()).toEqual([1, 1]);
    await person.deleted(dataSetId);
    expect(await counted()).toEqual([0, 0]);
  });

  it('require permission to view; holders of upload only see the data set', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ deviceId: 'd', deviceModel: 'm' });
    await person.uploaded(dataSetId, [cbg()]);
    const [viewer, uploader] = [await newAccount(server), await newAccount(server)];
    await share(server, person, viewer, 'view');
    await share(server, person, uploader, 'upload');
    const variables = { id: dataSetId };
    const device = 'query ($id: ID!) { dataSet(id: $id) { device { id model serialNumber } } }';
    expect((await asked(device, uploader, variables)).dataSet.device).toEqual({
      id: 'd',
      model: 'm',
      serialNumber: null,
    });
    for (const edge of ['recordCount', 'records { edges { node { id } } }']) {
      const own = `query ($id: ID!) { dataSet(id: $id) { ${edge} } }`;
      expect((await asked(own, viewer, variables)).dataSet).toEqual(
        (await asked(own, person, variables)).dataSet,
      );
      const { body } = await graph(own, { token: uploader.token, variables });
      expect(body.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', status: 403 });
      expect(JSON.stringify(body.data ?? null)).not.toContain('edges');
    }
  });
});

describe('a record in the graph', () => {
  it('leads to its data set, even of a legacy upload', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [cbg()]);
    const query = '{ me { data { edges { node { uploadId dataSet { id type device { id } } } } } } }';
    expect(nodesOf((await asked(query, person)).me.data)).toEqual([
      { uploadId: dataSetId, dataSet: { id: dataSetId, type: 'CONTINUOUS', device: { id: null } } },
    ]);
    const other = await newPerson(server);
    const reading = { type: 'cbg', time: at(0), deviceId: 'd', value: 5, units: 'mmol/L' };
    await other.uploadedLegacy([{ ...reading, uploadId: 'nowhere' }]);
    const old = nodesOf((await asked(query, other)).me.data);
    expect(old).toEqual([{ uploadId: 'nowhere', dataSet: null }]);
  });

  it('leads to the bolus uploaded with it', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [wizard({ bolus: bolus({ normal: 3 }) })]);
    const [calculation] = await calculationsOf(person);
    expect(calculation?.bolus).toEqual({ id: calculation?.bolusId, normal: 3 });
  });

  it('leads to the change of delivery of an alarm', async () => {
    const person = await newPerson(server);
    const status = {
      ...{ type: 'deviceEvent', subType: 'status', time: at(0) },
      ...{ status: 'suspended', reason: { suspended: 'manual' } },
    };
    await person.uploaded(await person.openedContinuous(), [
      { type: 'deviceEvent', subType: 'alarm', time: at(0), alarmType: 'low_power', status },
    ]);
    const query = `{ me { data { edges { node { ... on AlarmEvent {
      deliveryStatusId deliveryStatus { id status }
    } } } } } }`;
    const alarm = nodesOf((await asked(query, person)).me.data).find((node) => node.deliveryStatusId);
    expect(alarm?.deliveryStatus).toEqual({ id: alarm?.deliveryStatusId, status: 'SUSPENDED' });
  });

  it('leads to nothing in another data set, in another account, or of another type', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    await other.uploaded(await other.openedContinuous(), [bolus({ id: id('o') })]);
    await person.uploaded(await person.openedContinuous(), [bolus({ id: id('a') })]);
    await person.uploaded(await person.openedContinuous(), [
      cbg({ id: id('c') }),
      ...['o', 'a', 'c', 'z'].map((letter, index) => wizard({ time: at(index), bolus: id(letter) })),
    ]);
    expect(await calculationsOf(person)).toEqual(
      ['o', 'a', 'c', 'z'].map((letter) => ({ type: 'wizard', bolusId: id(letter), bolus: null })),
    );
  });

  it('leads to nothing hidden', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous();
    await person.uploaded(dataSetId, [bolus({ id: id('b') }), wizard({ bolus: id('b') })]);
    expect((await calculationsOf(person))[0]?.bolus.id).toBe(id('b'));
    await person.deleteData(dataSetId, [{ id: id('b') }]);
    expect((await calculationsOf(person))[0]?.bolus).toBeNull();
  });
});

describe('the latest records in the graph', () => {
  it('have the usual types by default', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [
      smbg({ time: at(1) }),
      cbg({ time: at(1) }),
      cbg({ time: at(2) }),
      { type: 'water', time: at(3), amount: { value: 1, units: 'liters' } },
    ]);
    for (const given of ['', '(types: null)']) {
      const { me } = await asked(`{ me { latestData${given} { type time } } }`, person);
      expect(me.latestData).toEqual([
        { type: 'cbg', time: at(2) },
        { type: 'smbg', time: at(1) },
      ]);
    }
  });
});
