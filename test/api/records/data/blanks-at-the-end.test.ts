import { deduplicator, newPerson } from '../../../support/person';
import { at, cbg, decision } from '../../../support/records';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

const devices = ['a', 'a ', 'a  '];
const asked = (name: string): string => encodeURIComponent(name);

describe('a trailing space in a name', () => {
  it('distinguishes devices when records and data sets are read', async () => {
    const person = await newPerson(server);
    for (const deviceId of devices) {
      const dataSetId = await person.openedContinuous({ deviceId, client: { name: deviceId } });
      await person.uploaded(dataSetId, [cbg({ deviceId })]);
    }
    for (const deviceId of devices) {
      const records = await person.records(`deviceId=${asked(deviceId)}`);
      expect(records.map((record) => [record.type, record.deviceId])).toEqual(
        expect.arrayContaining([
          ['cbg', deviceId],
          ['upload', deviceId],
        ]),
      );
      expect(records).toHaveLength(2);
      for (const filter of ['deviceId', 'client.name']) {
        expect(await person.dataSets(`${filter}=${asked(deviceId)}`)).toMatchObject([{ deviceId }]);
      }
    }
  });

  it('never matches a type or sub type, and counts in reasons of dosing decisions', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous(), [
      decision('loop', at(0)),
      decision('loop ', at(1)),
      cbg({ time: at(2) }),
    ]);
    expect(await person.records('type=cbg%20')).toEqual([]);
    expect(await person.records('subType=normal%20')).toEqual([]);
    const ofReason = await person.records('type=dosingDecision&dosingDecision.reason=loop');
    expect(ofReason.map(({ reason }) => reason)).toEqual(['loop']);
  });

  it('makes it another record of the origin', async () => {
    const person = await newPerson(server);
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator('dataset.delete.origin') });
    for (const id of ['o', 'o ']) await person.uploaded(dataSetId, [cbg({ origin: { id } })]);
    expect(await person.records('type=cbg')).toHaveLength(2);
    expect((await person.deleteData(dataSetId, [{ origin: { id: 'o  ' } }])).status).toBe(200);
    expect(await person.records('type=cbg')).toHaveLength(2);
    expect((await person.deleteData(dataSetId, [{ origin: { id: 'o ' } }])).status).toBe(200);
    expect((await person.records('type=cbg')).map(({ origin }) => origin.id)).toEqual(['o']);
  });

  it("keeps a device from displacing another one's data", async () => {
    for (const name of ['device.truncate.dataset', 'device.deactivate.hash']) {
      const person = await newPerson(server);
      for (const deviceId of devices) {
        const dataSetId = await person.opened({ deviceId, deduplicator: deduplicator(name) });
        await person.uploaded(dataSetId, [cbg({ deviceId: 'a' }), cbg({ deviceId, time: at(1) })]);
        await person.closed(dataSetId);
      }
      expect(await person.records('type=cbg')).toHaveLength(6);
      expect(await person.dataSets()).toHaveLength(3);
    }
  });
});
