import { api } from '../../../support/api';
import { deduplicator, newPerson, type Person } from '../../../support/person';
import { at, cbg } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const pump = { deviceId: 'p', deviceModel: '723', deviceManufacturers: ['Medtronic', 'Zeta'] };

describe('records imported from CareLink', () => {
  let person: Person;
  let imported: string;
  beforeEach(async () => {
    person = await newPerson(server);
    imported = await person.openedContinuous();
    await person.uploaded(imported, [cbg({ value: 1, source: 'carelink' }), cbg({ value: 2, time: at(1) })]);
  });

  const seen = async (query = '') =>
    (await person.records(`type=cbg&${query}`)).map(({ value }: { value: number }) => value);

  const graphValues = async () => {
    const query = '{ me { data(types: [CBG]) { edges { node { ... on ContinuousGlucose { value } } } } } }';
    const { body } = await api(server).graph(query, { token: person.token });
    return body.data.me.data.edges.map(({ node }: { node: { value: number } }) => node.value);
  };

  it('are visible for accounts without other uploads, unless excluded', async () => {
    expect(await seen()).toEqual([1, 2]);
    expect(await seen('carelink=true')).toEqual([1, 2]);
    expect(await seen('carelink=false')).toEqual([2]);
    expect(await graphValues()).toEqual([1, 2]);
  });

  it('are hidden for accounts that have read out a pump directly, unless included', async () => {
    const dataSetId = await person.opened(pump);
    expect(await seen()).toEqual([1, 2]);
    await person.closed(dataSetId);
    expect(await seen()).toEqual([2]);
    expect(await seen('latest=1')).toEqual([2]);
    expect(await seen(`uploadId=${imported}`)).toEqual([2]);
    expect(await seen('carelink=true')).toEqual([1, 2]);
    expect(await seen('carelink=false')).toEqual([2]);
    expect(await graphValues()).toEqual([2]);
  });

  it.each<[string, object]>([
    ['of another maker', { ...pump, deviceManufacturers: ['Abbott'] }],
    ['of a maker of a similar name', { ...pump, deviceManufacturers: ['Medtronic Diabetes'] }],
    ['whose model is called so', { deviceModel: 'Medtronic', deviceManufacturers: ['Abbott'] }],
    ['that is continuous', { ...pump, dataSetType: 'continuous' }],
  ])('are still visible after an upload %s', async (_what, dataSet) => {
    const dataSetId = await person.opened(dataSet);
    await person.close(dataSetId);
    expect(await seen()).toEqual([1, 2]);
  });

  it("are visible again if the read-out was displaced by another manufacturer's", async () => {
    const truncating = { ...pump, deduplicator: deduplicator('device.truncate.dataset') };
    await person.closed(await person.opened(truncating));
    expect(await seen()).toEqual([2]);
    await person.closed(await person.opened({ ...truncating, deviceManufacturers: ['Animas'] }));
    expect(await seen()).toEqual([1, 2]);
  });
});
