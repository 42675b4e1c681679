import fc from 'fast-check';
import type { InitialSettings } from '../../../../src/care/prescriptions/attributes';
import { guardRailFindings } from '../../../../src/care/prescriptions/check-guard-rails';
import {
  cgms,
  pumps,
  type GuardRail,
  type GuardRails,
} from '../../../../src/care/prescriptions/device-catalog';
import { coastal } from '../../../support/prescriptions';

/** The settings of each guard rail, with one value and no other error. */
const settingsOf: Record<keyof GuardRails, (value: number) => InitialSettings> = {
  glucoseSafetyLimit: (value) => ({ glucoseSafetyLimit: value }),
  insulinSensitivity: (amount) => ({ insulinSensitivitySchedule: [{ start: 0, amount }] }),
  basalRates: (rate) => ({ basalRateSchedule: [{ start: 0, rate }] }),
  carbohydrateRatio: (amount) => ({ carbohydrateRatioSchedule: [{ start: 0, amount }] }),
  basalRateMaximum: (value) => ({ basalRateMaximum: { units: 'Units/hour', value } }),
  bolusAmountMaximum: (value) => ({ bolusAmountMaximum: { units: 'Units', value } }),
  correctionRange: (target) => ({ bloodGlucoseTargetSchedule: [{ start: 0, target }] }),
  preprandialCorrectionRange: (target) => ({ bloodGlucoseTargetPreprandial: { target } }),
  workoutCorrectionRange: (target) => ({ bloodGlucoseTargetPhysicalActivity: { target } }),
};

const cases = pumps.flatMap(({ id, displayName, guardRails }) =>
  Object.entries(guardRails).map(([name, rail]): [string, string, string, GuardRail] => [
    displayName,
    name,
    id,
    rail,
  ]),
);

/** The decimal text of a number of billionths, as a client may send it. */
const decimal = (count: number): number => {
  const digits = Math.abs(count).toString().padStart(10, '0');
  return Number(`${count < 0 ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`);
};

describe.each(cases)('%s, %s', (_pump, name, pumpId, { absolute: { minimum, maximum, increment } }) => {
  const codes = (value: number): string[] =>
    guardRailFindings('', { ...settingsOf[name as keyof GuardRails](value), pumpId }).map(({ code }) => code);
  const steps = (maximum - minimum) / increment;
  const step = fc.integer({ min: 0, max: steps });

  it('supports every step from the minimum to the maximum', () => {
    fc.assert(fc.property(step, (count) => codes(decimal(minimum + count * increment)).length === 0));
  });

  it('supports a step with floating-point drift', () => {
    const computed = step.map((count) => minimum / 1e9 + count * (increment / 1e9));
    fc.assert(fc.property(computed, (value) => codes(value).length === 0));
  });

  it('supports nothing between two steps', () => {
    const between = fc.tuple(
      fc.integer({ min: 0, max: steps - 1 }),
      fc.integer({ min: 1, max: increment - 1 }),
    );
    fc.assert(
      fc.property(between, ([count, more]) => {
        expect(codes(decimal(minimum + count * increment + more))).toEqual(['value-not-valid']);
      }),
    );
  });

  it('supports nothing below the minimum and above the maximum', () => {
    const beyond = fc.oneof(
      fc.integer({ min: -1_000_000_000_000, max: minimum - 1 }),
      fc.integer({ min: maximum + 1, max: 1_000_000_000_000 }),
    );
    fc.assert(
      fc.property(beyond, (count) => {
        expect(codes(decimal(count))).toEqual(['value-out-of-range']);
      }),
    );
  });
});

describe('the maximum basal rate', () => {
  const [pump] = pumps;
  const inSteps = (most: number, unit: number) =>
    fc.integer({ min: 1, max: most }).map((count) => count * unit);

  it('is limited by rates and ratios with exact fractions', () => {
    const hundredths = fc.record({
      maximum: inSteps(600, 5),
      rates: fc.array(inSteps(600, 5), { minLength: 0, maxLength: 4 }),
      ratios: fc.array(
        fc.integer({ min: 20, max: 1_500 }).map((count) => count * 10),
        { minLength: 0, maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(hundredths, ({ maximum, rates, ratios }) => {
        const found = guardRailFindings('', {
          pumpId: pump?.id,
          basalRateMaximum: { units: 'Units/hour', value: decimal(maximum * 10_000_000) },
          basalRateSchedule: rates.map((rate, start) => ({ start, rate: decimal(rate * 10_000_000) })),
          carbohydrateRatioSchedule: ratios.map((amount, start) => ({
            start,
            amount: decimal(amount * 10_000_000),
          })),
        });
        const highest = Math.max(...rates);
        const lowest = Math.min(...ratios);
        const isHighEnough = rates.every((rate) => rate <= maximum);
        const isCovered = ratios.length > 0 && maximum * lowest <= 70 * 100 * 100;
        const isNear = rates.length > 0 && maximum * 10 <= highest * 64;
        const isFree = rates.length === 0 && ratios.length === 0;
        expect(found.length === 0).toBe(isHighEnough && (isCovered || isNear || isFree));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('targets and the safety limit', () => {
  it('never overlap', () => {
    const glucose = fc.integer({ min: 87, max: 110 });
    fc.assert(
      fc.property(glucose, fc.array(glucose, { minLength: 1, maxLength: 5 }), (limit, lows) => {
        const found = guardRailFindings('', {
          pumpId: pumps[0]?.id,
          glucoseSafetyLimit: limit,
          bloodGlucoseTargetSchedule: lows.map((low, start) => ({ start, low, high: 180 })),
        });
        const below = lows.filter((low) => low < limit).length;
        expect(found).toHaveLength(below === 0 ? 0 : below + 1);
      }),
    );
  });
});

/** The findings about settings of a pump, as `code pointer`. */
const findProblems = (settings: InitialSettings, pumpId = pumps[0]?.id): string[] =>
  guardRailFindings('/place', { pumpId, ...settings }).map(
    ({ code, source }) => `${code} ${source?.pointer}`,
  );

const times = <Entry>(count: number, entry: Entry): (Entry & { start: number })[] =>
  Array.from({ length: count }, (_, start) => ({ start, ...entry }));

describe('a finding names its place', () => {
  const cases: [place: string, settings: InitialSettings][] = [
    [
      'basalRateSchedule/1/rate',
      {
        basalRateSchedule: [
          { start: 0, rate: 1 },
          { start: 1, rate: 31 },
        ],
      },
    ],
    ['carbohydrateRatioSchedule/0/amount', { carbohydrateRatioSchedule: [{ start: 0, amount: 151 }] }],
    ['insulinSensitivitySchedule/0/amount', { insulinSensitivitySchedule: [{ start: 0, amount: 501 }] }],
    ['bloodGlucoseTargetSchedule/0/low', { bloodGlucoseTargetSchedule: [{ start: 0, low: 86, high: 100 }] }],
    ['bloodGlucoseTargetSchedule/0/high', { bloodGlucoseTargetSchedule: [{ start: 0, low: 90, high: 181 }] }],
    [
      'bloodGlucoseTargetSchedule/0/target',
      { bloodGlucoseTargetSchedule: [{ start: 0, target: 86, high: 99 }] },
    ],
    [
      'bloodGlucoseTargetSchedule/0/high',
      { bloodGlucoseTargetSchedule: [{ start: 0, target: 99, high: 181 }] },
    ],
    [
      'bloodGlucoseTargetSchedule/0/range',
      { bloodGlucoseTargetSchedule: [{ start: 0, target: 90, range: 4 }] },
    ],
    [
      'bloodGlucoseTargetSchedule/0/range',
      { bloodGlucoseTargetSchedule: [{ start: 0, target: 175, range: 6 }] },
    ],
    ['bloodGlucoseTargetPreprandial/low', { bloodGlucoseTargetPreprandial: { low: 66, high: 100 } }],
    [
      'bloodGlucoseTargetPhysicalActivity/high',
      { bloodGlucoseTargetPhysicalActivity: { low: 90, high: 251 } },
    ],
    ['glucoseSafetyLimit', { glucoseSafetyLimit: 66 }],
    ['basalRateMaximum/value', { basalRateMaximum: { units: 'Units/hour', value: 31 } }],
    ['bolusAmountMaximum/value', { bolusAmountMaximum: { units: 'Units', value: 31 } }],
  ];

  it.each(cases)('%s', (place, settings) => {
    expect(findProblems(settings)).toEqual([`value-out-of-range /input/place/${place}`]);
  });
});

describe('the number of entries', () => {
  const rates = (count: number) => ({ basalRateSchedule: times(count, { rate: 1 }) });

  it('is limited by the pump', () => {
    expect(findProblems(rates(24))).toEqual([]);
    expect(findProblems(rates(25))).toEqual(['length-out-of-range /input/place/basalRateSchedule']);
    expect(findProblems({ carbohydrateRatioSchedule: times(49, { amount: 10 }) })).toEqual([
      'length-out-of-range /input/place/carbohydrateRatioSchedule',
    ]);
    expect(findProblems({ insulinSensitivitySchedule: times(49, { amount: 40 }) })).toEqual([
      'length-out-of-range /input/place/insulinSensitivitySchedule',
    ]);
    expect(findProblems({ bloodGlucoseTargetSchedule: times(49, { target: 100 }) })).toEqual([
      'length-out-of-range /input/place/bloodGlucoseTargetSchedule',
    ]);
  });

  it('is free where the pump has no limit', () => {
    expect(findProblems(rates(100), coastal)).toEqual([]);
  });
});

describe('the maximum basal rate, at its borders', () => {
  const maximum = (value: number, rates: (number | undefined)[], ratios: (number | undefined)[]) =>
    findProblems({
      basalRateMaximum: { units: 'Units/hour', value },
      basalRateSchedule: rates.map((rate, start) => ({ start, rate })),
      carbohydrateRatioSchedule: ratios.map((amount, start) => ({ start, amount })),
    });
  const refused = ['value-out-of-range /input/place/basalRateMaximum/value'];

  it('may equal the highest rate, and must not be below it', () => {
    expect(maximum(2, [1, 2], [])).toEqual([]);
    expect(maximum(1.95, [1, 2], [])).toEqual(refused);
  });

  it('may cover exactly 70 grams an hour', () => {
    expect(maximum(7, [0.5], [12, 10])).toEqual([]);
    expect(maximum(7.05, [0.5], [12, 10])).toEqual(refused);
    expect(maximum(7.05, [], [12, 10])).toEqual(refused);
  });

  it('may be exactly 6.4 times the highest rate', () => {
    expect(maximum(6.4, [1, 0.5], [])).toEqual([]);
    expect(maximum(6.45, [1, 0.5], [])).toEqual(refused);
  });

  it('is free without rates and ratios', () => {
    expect(maximum(30, [], [])).toEqual([]);
    expect(maximum(30, [undefined], [undefined])).toEqual([]);
  });
});

describe('the safety limit', () => {
  it('must not be above any target, and is reported at both', () => {
    expect(
      findProblems({ glucoseSafetyLimit: 80, bloodGlucoseTargetPreprandial: { low: 79, high: 90 } }),
    ).toEqual([
      'value-out-of-range /input/place/bloodGlucoseTargetPreprandial/low',
      'value-out-of-range /input/place/glucoseSafetyLimit',
    ]);
    expect(
      findProblems({
        glucoseSafetyLimit: 100,
        bloodGlucoseTargetPhysicalActivity: { target: 105, range: 6 },
      }),
    ).toEqual([
      'value-out-of-range /input/place/bloodGlucoseTargetPhysicalActivity/range',
      'value-out-of-range /input/place/glucoseSafetyLimit',
    ]);
  });

  it('allows a target without an upper end above it', () => {
    expect(findProblems({ glucoseSafetyLimit: 80, bloodGlucoseTargetPreprandial: { target: 90 } })).toEqual(
      [],
    );
  });

  it('may equal a target', () => {
    expect(
      findProblems({ glucoseSafetyLimit: 80, bloodGlucoseTargetPreprandial: { low: 80, high: 90 } }),
    ).toEqual([]);
  });
});

describe('a device', () => {
  it('must be in the catalog', () => {
    expect(findProblems({ pumpId: 'unknown', cgmId: 'unknown' })).toEqual([
      'value-not-allowed /input/place/pumpId',
      'value-not-allowed /input/place/cgmId',
    ]);
    expect(findProblems({ cgmId: cgms[0]?.id })).toEqual([]);
  });

  it('need not be given, and then nothing is limited', () => {
    expect(guardRailFindings('/place', { glucoseSafetyLimit: 1 })).toEqual([]);
  });
});
