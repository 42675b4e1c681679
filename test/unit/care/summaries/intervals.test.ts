import type { GlucoseReading } from '../../../../src/records/data/glucose-reader.service';
import { makeBucket } from '../../../../src/care/summaries/bucket';
import { HourTable } from '../../../../src/care/summaries/hour-table';
import {
  intervalAt,
  intervalsBetween,
  lastIntervals,
  type CalendarInterval,
} from '../../../../src/care/summaries/intervals/calendar-intervals';
import { intervalFigures } from '../../../../src/care/summaries/intervals/interval-figures';
import {
  isCut,
  knownFrom,
  outdatedIntervals,
  type IntervalsBefore,
} from '../../../../src/care/summaries/intervals/known-intervals';

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string): number => Date.parse(`${text}Z`);
const startsOf = (intervals: readonly CalendarInterval[]) =>
  intervals.map(({ span, start }) => `${span} ${new Date(start).toISOString().slice(0, 10)}`);

describe('intervals of the calendar', () => {
  it.each([
    // 1 June 2026 was a Monday.
    ['week', '2026-06-01T00:00:00.000', '2026-06-01', '2026-06-08'],
    ['week', '2026-06-07T23:59:59.999', '2026-06-01', '2026-06-08'],
    ['week', '2026-05-31T23:59:59.999', '2026-05-25', '2026-06-01'],
    ['week', '2026-01-01T12:00:00.000', '2025-12-29', '2026-01-05'],
    ['month', '2026-06-01T00:00:00.000', '2026-06-01', '2026-07-01'],
    ['month', '2026-05-31T23:59:59.999', '2026-05-01', '2026-06-01'],
    ['month', '2025-12-31T23:59:59.999', '2025-12-01', '2026-01-01'],
    ['month', '2024-02-29T00:00:00.000', '2024-02-01', '2024-03-01'],
  ] as const)('the %s of %s lasts from %s to %s', (span, instant, start, end) => {
    expect(intervalAt(span, at(instant))).toEqual({
      ...{ span, start: at(`${start}T00:00`), end: at(`${end}T00:00`) },
    });
  });

  it('follow one another', () => {
    const [from, to] = [at('2026-05-31T23:00'), at('2026-06-15T00:00')];
    expect(startsOf(intervalsBetween('week', from, to))).toEqual(
      ['05-25', '06-01', '06-08', '06-15'].map((each) => `week 2026-${each}`),
    );
    expect(intervalsBetween('week', from, to - 1)).toHaveLength(3);
    expect(intervalsBetween('week', to, to - 1)).toEqual([]);
    expect(startsOf(lastIntervals('month', 3, at('2026-01-31T23:00')))).toEqual([
      ...['month 2025-11-01', 'month 2025-12-01', 'month 2026-01-01'],
    ]);
  });
});

/** Hours are known from Wednesday, 11 March 2026 on. */
const before: IntervalsBefore = {
  intervalsFrom: at('2025-10-01T00:00'),
  hoursFrom: at('2026-03-11T00:00'),
  newest: at('2026-06-10T12:34'),
  newestBefore: at('2026-06-10T11:00'),
  changed: [],
  instant: at('2026-06-11T00:00'),
};
const changedAt = (...hours: string[]) =>
  hours.map((text) => {
    const [from = '', to = from] = text.split(' to ');
    return { from: at(from), to: at(to) };
  });

describe('intervals are cut', () => {
  const cut = (changes: Partial<IntervalsBefore>) => {
    const all = { ...before, ...changes };
    return isCut(all, knownFrom(all));
  };

  it('when some are not known any more, or begin after all readings', () => {
    expect(cut({})).toBe(false);
    expect(cut({ changed: changedAt('2026-05-12T00:00') })).toBe(false);
    expect(cut({ intervalsFrom: null })).toBe(true);
    expect(cut({ newestBefore: null })).toBe(true);
    expect(cut({ newestBefore: before.newest + 1 })).toBe(true);
    expect(cut({ instant: at('2027-06-11T00:00') })).toBe(true);
    expect(cut({ changed: changedAt('2025-11-01T00:00') })).toBe(true);
  });
});

describe('intervals are known', () => {
  const known = (changes: Partial<IntervalsBefore>) =>
    new Date(knownFrom({ ...before, ...changes })).toISOString().slice(0, 23);

  it('from the first hour on before any is stored, then as long as nothing changes', () => {
    expect(known({ intervalsFrom: null })).toBe('2026-03-11T00:00:00.000');
    expect(known({})).toBe('2025-10-01T00:00:00.000');
  });

  it('for 400 days', () => {
    const year = { intervalsFrom: at('2024-01-01T00:00') };
    expect(known(year)).toBe('2025-05-07T00:00:00.000');
    expect(before.instant - 400 * day).toBe(at('2025-05-07T00:00'));
  });

  it.each([
    ['before they were known', '2025-09-30T23:00', '2025-10-01T00:00:00.000'],
    ['in the first hour of the first one', '2025-10-01T00:00', '2025-10-01T00:00:00.001'],
    ['long before the first hour', '2026-02-10T03:00 to 2026-02-10T05:00', '2026-02-10T05:00:00.001'],
    ['before the month of the first hour', '2026-02-28T23:00', '2026-02-28T23:00:00.001'],
    ['at the beginning of the month of the first hour', '2026-03-01T00:00', '2026-03-11T00:00:00.000'],
    ['shortly before the first hour', '2026-03-10T23:00', '2026-03-11T00:00:00.000'],
    ['at the first hour, whose week cannot be calculated', '2026-03-11T00:00', '2026-03-11T00:00:00.000'],
    ['in the month of the first hour', '2026-03-31T23:00', '2026-03-11T00:00:00.000'],
    [
      'up to the month after the first hour',
      '2026-03-31T23:00 to 2026-04-02T00:00',
      '2026-03-11T00:00:00.000',
    ],
    ['in the first whole month', '2026-04-01T00:00', '2025-10-01T00:00:00.000'],
    ['on the last day', '2026-06-10T12:00', '2025-10-01T00:00:00.000'],
  ])('from there on where a record changes %s', (_case, change, expected) => {
    expect(known({ changed: changedAt(change) })).toBe(expected);
  });

  it('from the latest of several changes on, in any order', () => {
    const changed = changedAt('2026-02-10T03:00', '2026-01-10T03:00', '2026-05-01T00:00');
    expect(known({ changed })).toBe('2026-02-10T03:00:00.001');
    expect(known({ changed: changed.toReversed() })).toBe('2026-02-10T03:00:00.001');
  });

  it('as before where a record changes earlier in a month that is known in part', () => {
    const changes = { intervalsFrom: at('2026-03-05T00:00'), changed: changedAt('2026-03-04T23:00') };
    expect(known(changes)).toBe('2026-03-05T00:00:00.000');
  });

  it('as before where a week and a month begin with the first hour', () => {
    const hoursFrom = at('2026-06-01T00:00');
    expect(known({ hoursFrom, changed: changedAt('2026-06-01T00:00') })).toBe('2025-10-01T00:00:00.000');
    expect(known({ hoursFrom, changed: changedAt('2026-05-31T23:00') })).toBe('2026-05-31T23:00:00.001');
  });
});

describe('intervals are calculated again', () => {
  const outdated = (changes: Partial<IntervalsBefore>, from = before.intervalsFrom ?? 0) =>
    startsOf(outdatedIntervals({ ...before, ...changes }, from));

  it('all with whole hours, if none is stored', () => {
    const newest = at('2026-04-06T00:00');
    expect(outdated({ intervalsFrom: null, newest })).toEqual([
      ...['week 2026-03-16', 'week 2026-03-23', 'week 2026-03-30', 'week 2026-04-06'],
      'month 2026-04-01',
    ]);
    const whole = { intervalsFrom: null, newest, hoursFrom: at('2026-03-30T00:00') };
    expect(outdated(whole)).toEqual(['week 2026-03-30', 'week 2026-04-06', 'month 2026-04-01']);
    expect(outdated(whole, at('2026-04-01T00:00'))).toEqual(['week 2026-04-06', 'month 2026-04-01']);
  });

  it.each([
    ['nothing', [], []],
    ['the first hour of a week', ['2026-04-06T00:00'], ['week 2026-04-06', 'month 2026-04-01']],
    ['the last hour of a week', ['2026-04-05T23:00'], ['week 2026-03-30', 'month 2026-04-01']],
    [
      'hours of two months',
      ['2026-04-30T23:00 to 2026-05-01T00:00'],
      [...['week 2026-04-27', 'month 2026-04-01', 'month 2026-05-01']],
    ],
    ['hours of a week that is not known', ['2026-03-12T00:00'], []],
    [
      'hours far apart',
      ['2026-04-07T00:00', '2026-06-01T00:00'],
      [...['week 2026-04-06', 'week 2026-06-01', 'month 2026-04-01', 'month 2026-06-01']],
    ],
  ])('where %s changes', (_case, changes, expected) => {
    expect(outdated({ changed: changedAt(...changes) })).toEqual(expected);
  });
});

describe('the figures of an interval', () => {
  const start = at('2026-04-06T00:00');
  const reading = (index: number, value: number, minutes: number): GlucoseReading => ({
    ...{ id: `${index}`, time: start + index * 20 * 60_000, active: true, value, deviceId: '' },
    ...{ sampleInterval: minutes * 60_000, createdTime: start, modifiedTime: start },
  });
  const table = (measure: 'cgm' | 'bgm', readings: readonly GlucoseReading[]) =>
    HourTable.of(
      readings.map((each) => {
        const bucket = makeBucket(measure, [each]);
        if (!bucket) throw new Error('There is no bucket.');
        return [each.time, bucket] as const;
      }),
    );
  const readings = [2.5, 3.5, 6, 12, 16].map((value, index) => reading(index, value, index + 1));

  it('are weighted by time for sensors', () => {
    expect(intervalFigures(table('cgm', readings))).toEqual({
      ...{ readings: 5, minutes: 15, meanGlucose: 155.5 / 15, indicator: 7.8 },
      ...{ inVeryLow: 1 / 15, inAnyLow: 3 / 15, inTarget: 3 / 15, inAnyHigh: 9 / 15, inVeryHigh: 5 / 15 },
    });
  });

  it('are of readings for meters', () => {
    expect(intervalFigures(table('bgm', readings))).toMatchObject({
      ...{ readings: 5, minutes: 0, meanGlucose: 8 },
      ...{ inVeryLow: 1 / 5, inAnyLow: 2 / 5, inTarget: 1 / 5, inAnyHigh: 2 / 5, inVeryHigh: 1 / 5 },
    });
  });

  it('are null without a reading that counts', () => {
    expect(intervalFigures(new HourTable(0))).toBeNull();
    expect(intervalFigures(table('cgm', [reading(0, NaN, 5)]))).toBeNull();
  });
});
