import fc from 'fast-check';
import { RecordBatches } from '../../../src/demo/record-batches';

describe('RecordBatches', () => {
  it('returns every record once, in order of time, in batches of limited size', () => {
    const times = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 3500 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 6000 }), (all, before) => {
        const batches = new RecordBatches<number>(1000);
        for (const time of all) batches.add(time, time);
        const early = [...batches.takeFull(before)];
        for (const batch of early) {
          expect(batch).toHaveLength(1000);
          expect(Math.max(...batch)).toBeLessThan(before);
        }
        const rest = [...batches.takeRest()];
        expect(Math.max(0, ...rest.map((batch) => batch.length))).toBeLessThanOrEqual(1000);
        expect([...early, ...rest].flat()).toEqual([...all].sort((one, other) => one - other));
      }),
      { numRuns: 50 },
    );
  });

  it('keeps back records that may still be preceded', () => {
    const batches = new RecordBatches<string>(1000);
    for (let time = 0; time < 1000; time += 1) batches.add(time, 'early');
    expect([...batches.takeFull(999)]).toEqual([]);
    expect([...batches.takeFull(1000)]).toHaveLength(1);
    expect([...batches.takeRest()]).toEqual([]);
  });
});
