import fc from 'fast-check';
import type { InitialSettings } from '../../../../src/care/prescriptions/attributes';
import { guardRailFindings } from '../../../../src/care/prescriptions/check-guard-rails';
import { pumps, type GuardRail, type GuardRails } from '../../../../src/care/prescriptions/device-catalog';

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
