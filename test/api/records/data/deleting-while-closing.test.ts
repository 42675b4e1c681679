import { RecordEntity } from '../../../../src/records/data/record.entity';
import { formatFindings } from '../../../support/findings';
import { startOwnApp, type OwnApp } from '../../../support/own-app';
import { deduplicator, newPerson } from '../../../support/person';
import { food } from '../../../support/records';

let own: OwnApp;
beforeAll(async () => {
  own = await startOwnApp();
});
afterAll(() => own.close());

const id = 'a'.repeat(32);
const meal = food({ id, origin: { id: 'meal' } });

describe('records of a data set', () => {
  it('stay if it is closed after the deletion has looked', async () => {
    const person = await newPerson(own.server);
    const dataSetId = await person.opened();
    await person.uploaded(dataSetId, [meal]);
    const { dataSets } = own.app.services;
    const assertOpen = dataSets.assertOpen.bind(dataSets);
    const looks = jest.spyOn(dataSets, 'assertOpen').mockImplementationOnce(async (address) => {
      const dataSet = await assertOpen(address);
      await person.closed(dataSetId);
      return dataSet;
    });
    try {
      const refused = await person.deleteData(dataSetId, [{ id }]);
      expect(refused.status).toBe(409);
      expect(formatFindings(refused)).toEqual(['data-set-closed about the whole']);
      expect(looks).toHaveBeenCalled();
    } finally {
      looks.mockRestore();
    }
    expect(await person.records('type=food')).toHaveLength(1);
  });

  it.each<[string, string, boolean]>([
    ['hidden', 'dataset.delete.origin', true],
    ['hidden', 'dataset.delete.origin.older', true],
    ['destroyed', 'none', false],
  ])('are %s by a deletion with %s', async (_what, name, isKept) => {
    const person = await newPerson(own.server);
    const dataSetId = await person.openedContinuous({ deduplicator: deduplicator(name) });
    await person.uploaded(dataSetId, [meal]);
    expect((await person.deleteData(dataSetId, [{ origin: { id: 'meal' } }])).status).toBe(200);
    expect(await person.records('type=food')).toEqual([]);
    const kept = await own.database.reader.countBy(RecordEntity, { userId: person.userId, type: 'food' });
    expect(kept).toBe(isKept ? 1 : 0);
  });
});
