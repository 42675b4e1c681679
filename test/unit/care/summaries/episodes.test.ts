import * as fc from 'fast-check';
import { toSeries } from '../../../../src/care/summaries/reading-series';
import { makeEpisodes, type EpisodeKind } from '../../../../src/care/summaries/statistics/episodes';
import { episodesInSteps, extendedHighsInSteps } from '../../../support/statistics-definitions';

const minute = 60_000;
const step = 5 * minute;
const start = Date.UTC(2026, 0, 1);

/** Readings every five minutes out of a picture; see `episodesInSteps`. */
const readingsOf = (picture: string, beyond: number, within: number) =>
  toSeries(
    [...picture].flatMap((each, index) =>
      each === '-' ? [] : [{ time: start + index * step, value: each === 'x' ? beyond : within, minutes: 5 }],
    ),
  );

const found = (picture: string, kind: EpisodeKind = 'low', beyond = 3.5, within = 5) => {
  const { count, averageMinutes } = makeEpisodes(kind, readingsOf(picture, beyond, within)) ?? {};
  return { count, minutes: (averageMinutes ?? 0) * (count ?? 0) };
};

/** Readings every five minutes: above 13.9 mmol/L (x), above 10.0 (m), not above that (o), none (-). */
const highReadings = (picture: string) =>
  toSeries(
    [...picture].flatMap((each, index) =>
      each === '-'
        ? []
        : [
            {
              time: start + index * step,
              value: { x: 13.90001, m: each === 'm' && index % 2 ? 13.9 : 10.00001, o: 10 }[each] ?? 0,
              minutes: 5,
            },
          ],
    ),
  );

const extendedHighs = (picture: string) => {
  const { count, averageMinutes } = makeEpisodes('extendedHigh', highReadings(picture)) ?? {};
  return { count, minutes: (averageMinutes ?? 0) * (count ?? 0) };
};

const times = (count: number, symbol: string): string => symbol.repeat(count);

type Find = (picture: string) => { count?: number; minutes: number };

/** Both find the same in pictures of runs of symbols; a symbol that is given twice is twice as frequent. */
function agreeOnPictures(symbols: readonly string[], longestRun: number, ours: Find, inSteps: Find): void {
  const run = fc.tuple(fc.constantFrom(...symbols), fc.integer({ min: 1, max: longestRun }));
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 12 }), (runs) => {
      const picture = runs.map(([symbol, count]) => times(count, symbol)).join('');
      if (!/[xmo]/.test(picture)) return;
      const { count, minutes } = inSteps(picture);
      expect(ours(picture)).toEqual({ count, minutes: expect.closeTo(minutes, 6) as number });
    }),
    { numRuns: 2_000 },
  );
}

describe('extended highs', () => {
  it.each([
    ['90 minutes in a row are enough', times(18, 'x'), 1, 90],
    ['85 minutes are not', times(17, 'x'), 0, 0],
    ['90 of 120 minutes are enough', times(9, 'x') + times(6, 'm') + times(9, 'x'), 1, 120],
    ['90 of 125 minutes are not', times(9, 'x') + times(7, 'm') + times(9, 'x'), 0, 0],
    ['10 minutes in range do not interrupt it', times(9, 'x') + 'oo' + times(9, 'x'), 1, 100],
    ['15 minutes in range do', times(9, 'x') + 'ooo' + times(9, 'x'), 0, 0],
    ['it goes on above 10.0 mmol/L', times(18, 'x') + times(30, 'm') + 'ooo', 1, 240],
    ['and ends with 15 minutes in range', times(18, 'x') + 'ooo' + times(18, 'x'), 2, 180],
    ['highs before the two hours do not count', 'x' + times(30, 'm') + times(18, 'x'), 1, 90],
    ['nor what a reading says of the time after them', `${times(16, 'x')}${times(7, 'm')}x-m`, 0, 0],
    ['15 minutes without readings interrupt it', times(9, 'x') + '---' + times(9, 'x'), 0, 0],
    ['a missing reading does not', times(9, 'x') + '-' + times(8, 'x'), 1, 90],
  ])('%s: %s', (_what, picture, count, minutes) => {
    expect(extendedHighs(picture)).toEqual({ count, minutes });
    expect(extendedHighsInSteps(picture)).toEqual({ count, minutes });
  });

  it('are those of a picture of the time', () => {
    agreeOnPictures(['x', 'x', 'x', 'm', 'o', '-'], 20, extendedHighs, extendedHighsInSteps);
  });
});

describe('episodes', () => {
  it.each([
    ['15 minutes are enough', 'oxxxo', 1, 15],
    ['10 minutes are not', 'oxxo', 0, 0],
    ['what is interrupted begins anew', 'oxxoxxo', 0, 0],
    ['10 minutes back do not end it', 'xxxooxxx', 1, 40],
    ['15 minutes back end it', 'xxxoooxxx', 2, 30],
    ['after 15 minutes a single reading does not begin another one', 'xxxooox', 1, 15],
    ['a missing reading does not end it', 'xx-xo', 1, 20],
    ['15 minutes without readings end it', 'xxx---xxx', 2, 30],
    ['it lasts until it is seen to be over', 'xx-o', 1, 15],
    ['minutes back may be unseen', 'xxxo--xxx', 2, 30],
    ['it may be under way at both ends', 'xxxx', 1, 20],
    ['it is over once', 'xxxoooo---ooo', 1, 15],
    ['none', 'oooo', 0, 0],
  ])('%s: %s', (_what, picture, count, minutes) => {
    expect(found(picture)).toEqual({ count, minutes });
    expect(episodesInSteps(picture)).toEqual({ count, minutes });
  });

  it.each([
    ['low', 3.89999, 3.9],
    ['veryLow', 2.99999, 3],
    ['high', 10.00001, 10],
    ['veryHigh', 13.90001, 13.9],
  ] as const)('of kind %s begin beyond %d and end at %d', (kind, beyond, within) => {
    expect(found('oxxxo', kind, beyond, within)).toEqual({ count: 1, minutes: 15 });
  });

  it('are those of a picture of the time', () => {
    agreeOnPictures(['x', 'x', 'o', '-'], 5, found, episodesInSteps);
  });

  it('end with a reading that stands for 15 minutes, even if the next one is a little early', () => {
    const reading = (time: number, value: number) => ({ time: start + time * minute, value, minutes: 15 });
    const readings = [reading(0, 3.5), reading(15, 3.5), reading(30, 5), reading(44.9, 3.5)];
    expect(makeEpisodes('low', toSeries(readings))).toMatchObject({ count: 2 });
  });

  it('that are extended begin below the limit', () => {
    expect(found('x'.repeat(24), 'extendedLow', 3.89999)).toEqual({ count: 1, minutes: 120 });
    expect(found('x'.repeat(24), 'extendedLow', 3.9)).toEqual({ count: 0, minutes: 0 });
  });

  it('that are extended take two hours in a row', () => {
    expect(found('x'.repeat(23), 'extendedLow')).toEqual({ count: 0, minutes: 0 });
    expect(found('x'.repeat(24), 'extendedLow')).toEqual({ count: 1, minutes: 120 });
    expect(found(`${'x'.repeat(12)}o${'x'.repeat(12)}`, 'extendedLow')).toEqual({ count: 0, minutes: 0 });
  });

  it('are unknown without readings, and per day of measured time', () => {
    expect(makeEpisodes('low', toSeries([]))).toBeNull();
    expect(makeEpisodes('low', readingsOf('x'.repeat(144), 3.5, 5))).toEqual({
      count: 1,
      perDay: 2,
      averageMinutes: 720,
    });
    expect(makeEpisodes('low', readingsOf('o', 3.5, 5))).toEqual({
      count: 0,
      perDay: 0,
      averageMinutes: null,
    });
  });

  it('are those of a picture of the time', () => {
    const symbol = fc.constantFrom('x', 'x', 'x', 'o', 'o', '-');
    fc.assert(
      fc.property(fc.string({ unit: symbol, maxLength: 60 }), (picture) => {
        const { count, minutes } = episodesInSteps(picture);
        if (!/[xo]/.test(picture)) return;
        const ours = found(picture);
        expect(ours).toEqual({ count, minutes: expect.closeTo(minutes, 6) as number });
        const extended = episodesInSteps(picture, 24);
        expect(found(picture, 'extendedLow').count).toBe(extended.count);
      }),
      { numRuns: 2_000 },
    );
  });
});
