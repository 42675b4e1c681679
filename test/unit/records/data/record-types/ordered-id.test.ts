import { orderedRecordId } from '../../../../../src/records/data/record-types/ordered-id';

describe('ids of records', () => {
  it('are in order of creation, and all different, however many a millisecond has', () => {
    const ids = Array.from({ length: 20_000 }, orderedRecordId);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('end in 64 bits that nobody can guess', () => {
    const ends = Array.from({ length: 1_000 }, () => orderedRecordId().slice(16));
    expect(new Set(ends).size).toBe(ends.length);
  });
});
