import * as fc from 'fast-check';
import type { CountedReading } from '../../../../src/care/summaries/counted-readings';
import {
  joinedSeries,
  partOfSeries,
  SeriesColumns,
  seriesBetween,
  toSeries,
  type ReadingSeries,
} from '../../../../src/care/summaries/reading-series';

/** Readings in order whose times may be equal. */
const readings = fc
  .array(fc.record({ gap: fc.nat(3), value: fc.double({ noNaN: true }), minutes: fc.nat(15) }), {
    maxLength: 30,
  })
  .map((given) => {
    let time = 1_000;
    return given.map(({ gap, value, minutes }): CountedReading => ({ time: (time += gap), value, minutes }));
  });

const listed = ({ times, values, minutes }: ReadingSeries): CountedReading[] => {
  expect([values.length, minutes.length]).toEqual([times.length, times.length]);
  return [...times].map((time, index) => ({
    ...{ time, value: values[index] as number, minutes: minutes[index] as number },
  }));
};

describe('a series of readings', () => {
  it('has the readings between two instants, those at both of them included', () => {
    const instant = fc.integer({ min: 990, max: 1_100 });
    fc.assert(
      fc.property(readings, instant, instant, (all, from, to) => {
        const within = all.filter(({ time }) => time >= from && time <= to);
        expect(listed(seriesBetween(toSeries(all), from, Math.max(to, from - 1)))).toEqual(within);
      }),
    );
  });

  it('is joined from parts, whether they lie next to each other or not', () => {
    const parts = fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.boolean()), { maxLength: 4 });
    fc.assert(
      fc.property(readings, parts, (all, chosen) => {
        const series = toSeries(all);
        const ranges = chosen.map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
        const pieces = ranges.map(([from, to], index) =>
          chosen[index]?.[2] ? toSeries(all.slice(from, to)) : partOfSeries(series, from, to),
        );
        expect(listed(joinedSeries(pieces))).toEqual(ranges.flatMap(([from, to]) => all.slice(from, to)));
      }),
    );
  });

  it('is joined from neighbors in the same memory, and from all others in a new one', () => {
    const series = toSeries([1, 2, 3, 4, 5, 6].map((time) => ({ time, value: time, minutes: 5 })));
    const part = (from: number, to: number) => partOfSeries(series, from, to);
    const timesOf = (...parts: ReadingSeries[]) => [...joinedSeries(parts).times];
    expect(joinedSeries([part(1, 3), part(3, 5)]).times.buffer).toBe(series.times.buffer);
    expect(timesOf(part(1, 3), part(3, 5))).toEqual([2, 3, 4, 5]);
    expect(timesOf(part(1, 3), part(4, 5))).toEqual([2, 3, 5]);
    expect(timesOf(part(1, 2), part(2, 3), part(5, 6))).toEqual([2, 3, 6]);
    expect(timesOf(part(0, 1), part(3, 4), part(4, 5))).toEqual([1, 4, 5]);
    expect(timesOf(part(3, 5), part(1, 3))).toEqual([4, 5, 2, 3]);
    const other = toSeries([7, 8, 9, 10].map((time) => ({ time, value: time, minutes: 5 })));
    expect(timesOf(part(0, 2), partOfSeries(other, 2, 4))).toEqual([1, 2, 9, 10]);
    expect(timesOf()).toEqual([]);
  });

  it('is filled reading by reading, and read from any of them on', () => {
    fc.assert(
      fc.property(readings, fc.nat(30), (all, from) => {
        const columns = new SeriesColumns(all.length + 1);
        for (const { time, value, minutes } of all) columns.add(time, value, minutes);
        expect(columns.length).toBe(all.length);
        expect(listed(columns.series())).toEqual(all);
        expect(listed(columns.series(from))).toEqual(all.slice(from));
      }),
    );
  });
});
