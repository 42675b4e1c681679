import { deduplicatorNamed } from '../../../../src/records/data/deduplicators/choose';
import { RecordEntity } from '../../../../src/records/data/record.entity';

const record = (fields: Partial<RecordEntity>): RecordEntity => Object.assign(new RecordEntity(), fields);

/** An upload leaves a trace, by which a repetition is known, only if a record would otherwise be stored twice. */
describe('which records are known again by what they are', () => {
  it.each([
    ['none', false, false],
    ['dataset.delete.origin', true, false],
    ['dataset.delete.origin.older', true, false],
    ['dataset.drop.hash', true, true],
    ['device.deactivate.hash', true, true],
    ['device.truncate.dataset', false, false],
  ])('%s: with an origin %s, without one %s', (name, withOrigin, withoutOrigin) => {
    const deduplicator = deduplicatorNamed(`org.tidepool.deduplicator.${name}`);
    expect(deduplicator?.recognizes(record({ originId: 'a' }))).toBe(withOrigin);
    expect(deduplicator?.recognizes(record({ originId: null }))).toBe(withoutOrigin);
  });
});
