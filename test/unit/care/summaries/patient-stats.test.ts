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
    [30, 8, 30, 6, ['standardDeviation']],
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

describe('each figure', () => {
  /** Figures all of which differ, of enough readings. */
  function distinct(first: number): PeriodFigures {
    let next = first;
    const range = (): PeriodRange => ({ records: (next += 1), minutes: (next += 1), percent: (next += 1) });
    const minutes = { records: (next += 1), minutes: 30_000 + first, percent: (next += 1) };
    return {
      total: minutes,
      ...Object.fromEntries(names.map((name) => [name, range()])),
      ...{ min: (next += 1), max: (next += 1), hoursWithData: (next += 1), daysWithData: (next += 1) },
      ...{ averageGlucoseMmol: (next += 1), glucoseManagementIndicator: (next += 1) },
      ...{ standardDeviation: (next += 1), coefficientOfVariation: (next += 1) },
      averageDailyRecords: (next += 1),
    } as PeriodFigures;
  }

  /** What clinics get of some figures, by their names. */
  function reported(type: 'cgm' | 'bgm', figures: PeriodFigures): [name: string, value: number][] {
    const ofRanges = names.flatMap((name): [string, number][] => {
      const { records, minutes, percent } = figures[name as 'inTarget'];
      const figure = `time${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const all: [string, number][] = [
        [`${figure}Percent`, percent],
        [`${figure}Records`, records],
      ];
      return type === 'cgm' ? [...all, [`${figure}Minutes`, minutes]] : all;
    });
    const { total, averageGlucoseMmol, averageDailyRecords, standardDeviation } = figures;
    const { coefficientOfVariation, glucoseManagementIndicator, hoursWithData, daysWithData } = figures;
    const { min, max } = figures;
    const ofBoth = { averageGlucoseMmol, averageDailyRecords, standardDeviation, coefficientOfVariation };
    const ofSensors: [string, number][] = [
      ...Object.entries({ glucoseManagementIndicator, hoursWithData }),
      ...[['timeCGMUsePercent', total.percent] as [string, number]],
      ...[['timeCGMUseMinutes', total.minutes] as [string, number]],
      ...[['timeCGMUseRecords', total.records] as [string, number]],
    ];
    return [
      ...ofRanges,
      ...Object.entries({ ...ofBoth, daysWithData, min, max, totalRecords: total.records }),
      ...(type === 'cgm' ? ofSensors : []),
    ];
  }

  it.each(['cgm', 'bgm'] as const)('of a %s summary has its value and its change', (type) => {
    const [figures, delta] = [distinct(1_000), distinct(100)];
    const { total } = delta;
    const period = patientPeriod(type, '14d', {
      ...figures,
      delta: { ...delta, total: { ...total, minutes: 100 } },
    });
    const changes = reported(type, { ...delta, total: { ...total, minutes: 100 } });
    const values = [
      ...reported(type, figures),
      ...changes.map(([name, value]) => [`${name}Delta`, value] as [string, number]),
    ];
    const numbers = Object.entries(period).filter(([, value]) => typeof value === 'number');
    expect(Object.fromEntries(numbers)).toEqual(Object.fromEntries(values));
    for (const unmarked of ['Min', 'Max', 'DaysWithData', 'HoursWithData', 'StandardDeviation'])
      expect(period).not.toHaveProperty(`has${unmarked}`);
  });

  it('that is zero is marked as such', () => {
    const period = patientPeriod('cgm', '7d', { ...figures(nothing, 7), delta: figures(nothing, 7) });
    const flags = Object.entries(period).filter(([name]) => name.startsWith('has') && period[name] === true);
    expect(flags).toEqual([]);
  });
});
