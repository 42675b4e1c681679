import { prepareBatch } from '../../support/prepare-batch';
import { demoPeople } from '../../../src/demo/people';
import { batchesOf } from './collect-records';

describe('a week of records', () => {
  it.each(demoPeople.map((person) => [person.key, person] as const))(
    'of %s is valid for upload as it is',
    (_, person) => {
      for (const { records } of batchesOf(person)) {
        const prepared = prepareBatch(JSON.parse(JSON.stringify(records)) as unknown);
        expect(prepared).not.toHaveProperty('findings');
        expect(prepared).toHaveProperty('records.length', records.length);
      }
    },
  );
});
