import { patientPeriod } from '../../../../src/care/summaries/patient-stats';
import type { PeriodFigures, PeriodName, PeriodRange } from '../../../../src/care/summaries/periods';

const names = [
  'inVeryLow',
  'inLow',
  'inTarget',
  'inHigh',
  'inVeryHigh',
  'inExtremeHigh',
  'inAnyLow',
  'inAnyHigh',
];

interface Window {
  records: number;
  minutes: number;
  days: number;
}

function figures({ records, minutes, days }: Window, length: number): PeriodFigures {
  const range = (share: number): PeriodRange => ({
    records: records * share,
    minutes: minutes * share,
    percent: records === 0 ? 0 : share,
  });
  return {
    total: { records, minutes, percent: minutes / (length * 1440) },
    ...Object.fromEntries(names.map((name) => [name, range(name === 'inTarget' ? 1 : 0)])),
    min: 3,
    max: 12,
    hoursWithData: days,
    daysWithData: days,
    averageGlucoseMmol: 7,
    glucoseManagementIndicator: 6.3,
    standardDeviation: 2,
    coefficientOfVariation: 0.3,
    averageDailyRecords: records / length,
  } as PeriodFigures;
}

const lengths = { '1d': 1, '7d': 7, '14d': 14, '30d': 30 };

/** A period of a clinic's patient with these days and these preceding days. */
function periodOf(type: 'cgm' | 'bgm', name: PeriodName, current: Window, previous: Window) {
  const length = lengths[name];
  const delta = figures(
    {
      records: current.records - previous.records,
      minutes: current.minutes - previous.minutes,
      days: current.days - previous.days,
    },
    length,
  );
  return patientPeriod(type, name, { ...figures(current, length), delta });
}

const nothing = { records: 0, minutes: 0, days: 0 };
const sensor = (minutes: number) => ({ records: minutes / 5, minutes, days: 1 });

/** The existing ones of some figures of a period, with and without their changes. */
const told = (period: object, ...figureNames: string[]): string[] =>
  figureNames.flatMap((name) => [name, `${name}Delta`]).filter((name) => name in period);

describe('for a sensor, a clinic gets', () => {
  const shares = 'timeInTargetPercent';
  const indicator = 'glucoseManagementIndicator';
  it.each([
    // More than 70 % of a day; the day before exactly 70 %.
    ['1d', 1_010, 1_008, [shares, indicator]],
    ['1d', 1_010, 1_010, [shares, `${shares}Delta`, indicator, `${indicator}Delta`]],
    ['1d', 1_008, 1_010, []],
    // More than a day of the longer periods.
    ['7d', 1_440, 1_445, []],
    ['7d', 1_445, 1_440, [shares]],
    ['30d', 1_445, 1_445, [shares, `${shares}Delta`]],
    ['14d', 14_115, 14_110, [shares, `${shares}Delta`, indicator]],
  ] as const)('in %s, of %d minutes after %d: %j', (name, minutes, before, expected) => {
    const period = periodOf('cgm', name, sensor(minutes), sensor(before));
    expect(told(period, shares, indicator)).toEqual(expected);
    expect(period).toMatchObject({
      hasTimeInTargetPercent: expected.includes(shares as never),
      hasGlucoseManagementIndicator: expected.includes(indicator as never),
    });
  });

  it('averages and use of any reading, with changes if there were readings before', () => {
    const fields = ['averageGlucoseMmol', 'timeCGMUsePercent'];
    expect(told(periodOf('cgm', '7d', sensor(5), nothing), ...fields)).toEqual(fields);
    expect(told(periodOf('cgm', '7d', sensor(5), sensor(5)), ...fields)).toHaveLength(4);
    expect(told(periodOf('cgm', '7d', nothing, sensor(5)), ...fields)).toEqual([]);
  });

  it('counts and deviations always, with flags that say whether they are zero', () => {
    const counts = [
      ...[
        'timeInTargetMinutes',
        'timeInTargetRecords',
        'timeCGMUseMinutes',
        'timeCGMUseRecords',
        'totalRecords',
      ],
      ...['averageDailyRecords', 'hoursWithData', 'daysWithData', 'min', 'max'],
      ...['standardDeviation', 'coefficientOfVariation'],
    ];
    const period = periodOf('cgm', '7d', sensor(5), nothing);
    expect(told(period, ...counts)).toHaveLength(2 * counts.length);
    expect(period).toMatchObject({
      hasTotalRecords: true,
      hasTimeInTargetMinutes: true,
      hasTimeInLowMinutes: false,
      hasTimeCGMUseMinutes: true,
    });
  });
});

describe('for a meter, a clinic gets', () => {
  const meter = (records: number, days: number) => ({ records, minutes: 0, days });
  it.each([
    [30, 7, 30, 7, ['standardDeviation', 'standardDeviationDelta']],
    [30, 7, 29, 7, ['standardDeviation']],
    [29, 7, 30, 7, []],
    [30, 6, 30, 7, []],
  ])(
    'a deviation of %d readings on %d days after %d on %d: %j',
    (records, days, before, daysBefore, expected) => {
      const period = periodOf('bgm', '14d', meter(records, days), meter(before, daysBefore));
      expect(told(period, 'standardDeviation')).toEqual(expected);
      expect(told(period, 'timeInTargetPercent')).toHaveLength(2);
      expect(told(period, 'timeInTargetMinutes', 'hoursWithData', 'timeCGMUsePercent')).toEqual([]);
    },
  );
});
