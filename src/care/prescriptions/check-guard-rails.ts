import type { Finding } from '../../platform/errors';
import type { GlucoseTarget, InitialSettings } from './attributes';
import { billionths, fromBillionths } from './billionths';
import { cgms, pumps, type Bounds, type GuardRail, type GuardRails } from './device-catalog';
import type { Problem } from '../../platform/rules/check';
import { findingAt } from '../../platform/rules/finding';

/** The lower and upper end of a target, each with the field that it comes from. In mg/dL. */
interface TargetEnd {
  member: keyof GlucoseTarget;
  value: number;
}

function ends({ low, high, target = 0, range }: GlucoseTarget): [lower: TargetEnd, upper: TargetEnd] {
  if (low !== undefined) return [atMember('low', low), atMember('high', high ?? low)];
  if (range !== undefined) return [atMember('range', target - range), atMember('range', target + range)];
  const lower = atMember('target', target);
  return [lower, high === undefined ? lower : atMember('high', high)];
}

const atMember = (member: keyof GlucoseTarget, value: number): TargetEnd => ({ member, value });

/** Findings about a value that a device does not support: out of bounds, or between two steps. */
function boundsProblem(value: number, { minimum, maximum, increment }: Bounds): Problem | undefined {
  const count = billionths(value);
  if (count < minimum || count > maximum)
    return [
      'value-out-of-range',
      `${value} is not between ${fromBillionths(minimum)} and ${fromBillionths(maximum)}.`,
    ];
  if ((count - minimum) % increment !== 0)
    return [
      'value-not-valid',
      `${value} is not ${fromBillionths(minimum)} plus a whole number of steps of ${fromBillionths(increment)}.`,
    ];
  return undefined;
}

const boundsFindings = (place: string, value: number | undefined, { absolute }: GuardRail): Finding[] => {
  const problem = value === undefined ? undefined : boundsProblem(value, absolute);
  return problem ? [findingAt(place, problem)] : [];
};

function segmentFindings(
  place: string,
  entries: readonly unknown[] | undefined,
  { maxSegments }: GuardRail,
): Finding[] {
  const count = entries?.length ?? 0;
  if (maxSegments === undefined || count <= maxSegments) return [];
  const detail = `There are ${count} entries; the pump accepts ${maxSegments}.`;
  return [findingAt(place, ['length-out-of-range', detail])];
}

/** Both ends of a target must be within its guard rail, and not below the safety limit. */
function targetFindings(
  place: string,
  target: GlucoseTarget | undefined,
  guardRail: GuardRail,
  safetyLimit: number | undefined,
): Finding[] {
  if (!target) return [];
  const [lower, upper] = ends(target);
  return [...new Set([lower, upper])].flatMap((end) => [
    ...boundsFindings(`${place}/${end.member}`, end.value, guardRail),
    ...belowLimitFindings(`${place}/${end.member}`, end.value, safetyLimit),
  ]);
}

function belowLimitFindings(place: string, value: number, safetyLimit: number | undefined): Finding[] {
  if (safetyLimit === undefined || billionths(value) >= billionths(safetyLimit)) return [];
  return [findingAt(place, ['value-out-of-range', `${value} is below the safety limit, ${safetyLimit}.`])];
}

function safetyLimitFindings(place: string, settings: InitialSettings, rails: GuardRails): Finding[] {
  const { glucoseSafetyLimit: limit, bloodGlucoseTargetSchedule = [] } = settings;
  if (limit === undefined) return [];
  const targets = [
    ...bloodGlucoseTargetSchedule,
    settings.bloodGlucoseTargetPreprandial,
    settings.bloodGlucoseTargetPhysicalActivity,
  ].flatMap((target) => target ?? []);
  const lowest = targets.reduce((found, target) => Math.min(found, ends(target)[0].value), Infinity);
  const above: Problem = ['value-out-of-range', `${limit} is above the lowest target, ${lowest}.`];
  return [
    ...boundsFindings(place, limit, rails.glucoseSafetyLimit),
    ...(billionths(limit) > billionths(lowest) ? [findingAt(place, above)] : []),
  ];
}

const numbers = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);

/** Grams that one hour at the maximum rate may cover, at the lowest carbohydrate ratio. */
const coveredCarbohydrates = 70;

/** Ratio of the maximum rate to the highest scheduled rate, in tenths. */
const timesHighestRateInTenths = 64n;

/**
 * The maximum basal rate must be at least the highest scheduled rate. It must be at most 70 divided by the lowest
 * carbohydrate ratio, or 6.4 times the highest scheduled rate, whichever is greater. Compared exactly, in whole
 * numbers.
 */
function basalMaximumProblem(maximum: number, settings: InitialSettings): Problem | undefined {
  const rates = numbers(settings.basalRateSchedule?.map(({ rate }) => rate) ?? []).map(billionths);
  const ratios = numbers(settings.carbohydrateRatioSchedule?.map(({ amount }) => amount) ?? []).map(
    billionths,
  );
  const highest = rates.reduce((found, rate) => Math.max(found, rate), -Infinity);
  const lowest = ratios.reduce((found, ratio) => Math.min(found, ratio), Infinity);
  const count = billionths(maximum);
  if (count < highest)
    return [
      'value-out-of-range',
      `${maximum} is below the highest scheduled rate, ${fromBillionths(highest)}.`,
    ];
  const square = BigInt(billionths(1)) ** 2n;
  const isCovered =
    ratios.length > 0 && BigInt(count) * BigInt(lowest) <= BigInt(coveredCarbohydrates) * square;
  const isNearRate = rates.length > 0 && BigInt(count) * 10n <= timesHighestRateInTenths * BigInt(highest);
  if (isCovered || isNearRate || (rates.length === 0 && ratios.length === 0)) return undefined;
  const detail = `${maximum} exceeds both 70 divided by the lowest carbohydrate ratio and 6.4 times the highest scheduled rate.`;
  return ['value-out-of-range', detail];
}

function railFindings(place: string, settings: InitialSettings, rails: GuardRails): Finding[] {
  const at = (name: keyof InitialSettings) => `${place}/${name}`;
  const { basalRateSchedule, carbohydrateRatioSchedule, insulinSensitivitySchedule } = settings;
  const { bloodGlucoseTargetSchedule, glucoseSafetyLimit, basalRateMaximum, bolusAmountMaximum } = settings;
  const basalMaximum = basalRateMaximum?.value;
  const maximumProblem = basalMaximum === undefined ? undefined : basalMaximumProblem(basalMaximum, settings);
  return [
    ...segmentFindings(at('basalRateSchedule'), basalRateSchedule, rails.basalRates),
    ...(basalRateSchedule ?? []).flatMap(({ rate }, index) =>
      boundsFindings(`${at('basalRateSchedule')}/${index}/rate`, rate, rails.basalRates),
    ),
    ...segmentFindings(at('carbohydrateRatioSchedule'), carbohydrateRatioSchedule, rails.carbohydrateRatio),
    ...(carbohydrateRatioSchedule ?? []).flatMap(({ amount }, index) =>
      boundsFindings(`${at('carbohydrateRatioSchedule')}/${index}/amount`, amount, rails.carbohydrateRatio),
    ),
    ...segmentFindings(
      at('insulinSensitivitySchedule'),
      insulinSensitivitySchedule,
      rails.insulinSensitivity,
    ),
    ...(insulinSensitivitySchedule ?? []).flatMap(({ amount }, index) =>
      boundsFindings(`${at('insulinSensitivitySchedule')}/${index}/amount`, amount, rails.insulinSensitivity),
    ),
    ...segmentFindings(at('bloodGlucoseTargetSchedule'), bloodGlucoseTargetSchedule, rails.correctionRange),
    ...(bloodGlucoseTargetSchedule ?? []).flatMap((target, index) =>
      targetFindings(
        `${at('bloodGlucoseTargetSchedule')}/${index}`,
        target,
        rails.correctionRange,
        glucoseSafetyLimit,
      ),
    ),
    ...targetFindings(
      at('bloodGlucoseTargetPreprandial'),
      settings.bloodGlucoseTargetPreprandial,
      rails.preprandialCorrectionRange,
      glucoseSafetyLimit,
    ),
    ...targetFindings(
      at('bloodGlucoseTargetPhysicalActivity'),
      settings.bloodGlucoseTargetPhysicalActivity,
      rails.workoutCorrectionRange,
      glucoseSafetyLimit,
    ),
    ...safetyLimitFindings(at('glucoseSafetyLimit'), settings, rails),
    ...boundsFindings(`${at('basalRateMaximum')}/value`, basalMaximum, rails.basalRateMaximum),
    ...(maximumProblem ? [findingAt(`${at('basalRateMaximum')}/value`, maximumProblem)] : []),
    ...boundsFindings(
      `${at('bolusAmountMaximum')}/value`,
      bolusAmountMaximum?.value,
      rails.bolusAmountMaximum,
    ),
  ];
}

const unknown = (place: string, kind: string, id: string): Finding =>
  findingAt(place, ['value-not-allowed', `There is no ${kind} "${id}".`]);

/**
 * All findings about settings that the devices do not support. The settings must be valid in themselves. Without a pump
 * there are no guard rails.
 */
export function guardRailFindings(place: string, settings: InitialSettings): Finding[] {
  const { pumpId, cgmId } = settings;
  const pump = pumps.find(({ id }) => id === pumpId);
  const isCgmKnown = cgmId === undefined || cgms.some(({ id }) => id === cgmId);
  return [
    ...(pumpId !== undefined && !pump ? [unknown(`${place}/pumpId`, 'pump', pumpId)] : []),
    ...(isCgmKnown ? [] : [unknown(`${place}/cgmId`, 'monitor', cgmId)]),
    ...(pump ? railFindings(place, settings, pump.guardRails) : []),
  ];
}
