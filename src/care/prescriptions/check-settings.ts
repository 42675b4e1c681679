import type { Finding } from '../../platform/errors';
import type { GlucoseTarget, InitialSettings, Maximum, ScheduleStart } from './attributes';
import type { Check } from '../../platform/rules/check';
import { findingAt, oneOf, optional, required, within } from '../../platform/rules/finding';

const dayInMilliseconds = 86_400_000;
const highestGlucose = 1_000;
const highestCarbohydrateRatio = 250;
const highestInsulin = 100;

/** Checks for values that are only required in submitted prescriptions. */
type Presence = typeof optional;

const startAfter =
  (previous: number | undefined): Check<number> =>
  (start) => {
    if (previous === undefined && start !== 0)
      return ['value-out-of-range', `The first entry must start at 0, not at ${start}.`];
    if (previous !== undefined && start <= previous)
      return ['value-out-of-range', `${start} is not after the previous start, ${previous}.`];
    return within(0, dayInMilliseconds)(start);
  };

/** Entries of a schedule start at midnight, and are in ascending order within a day. */
function scheduleFindings<Entry extends ScheduleStart>(
  place: string,
  entries: readonly Entry[] | undefined,
  isSubmitted: boolean,
  check: (place: string, entry: Entry) => Finding[],
): Finding[] {
  if (!entries) return isSubmitted ? required(place, entries) : [];
  if (entries.length === 0 && isSubmitted)
    return [findingAt(place, ['value-empty', 'A schedule needs at least one entry.'])];
  return entries.flatMap((entry, index) => {
    const previous = index === 0 ? undefined : (entries[index - 1]?.start ?? -1);
    const at = `${place}/${index}`;
    return [...required(`${at}/start`, entry.start, startAfter(previous)), ...check(at, entry)];
  });
}

const absent = (place: string, value: number | undefined): Finding[] =>
  optional(place, value, () => ['value-exists', 'It contradicts the other values.']);

/** A target has one of four forms: low and high, target, target and range, target and high. In mg/dL. */
function targetFindings(place: string, { low, high, target, range }: GlucoseTarget): Finding[] {
  const glucose = within(0, highestGlucose);
  if (target === undefined && low === undefined) return required(`${place}/target`, target);
  if (target === undefined)
    return [
      ...required(`${place}/low`, low, glucose),
      ...required(`${place}/high`, high, glucose, within(low ?? 0, highestGlucose)),
      ...absent(`${place}/range`, range),
    ];
  const widest = Math.min(target, highestGlucose - target);
  return [
    ...required(`${place}/target`, target, glucose),
    ...absent(`${place}/low`, low),
    ...optional(`${place}/range`, range, within(0, Math.max(widest, 0))),
    ...(range === undefined
      ? optional(`${place}/high`, high, glucose, within(target, highestGlucose))
      : absent(`${place}/high`, high)),
  ];
}

const optionalTarget = (place: string, target: GlucoseTarget | undefined): Finding[] =>
  target ? targetFindings(place, target) : [];

function maximumFindings(
  place: string,
  maximum: Maximum | undefined,
  isSubmitted: boolean,
  units: string,
): Finding[] {
  if (!maximum) return isSubmitted ? required(place, maximum) : [];
  return [
    ...required(`${place}/units`, maximum.units, oneOf(units)),
    ...required(`${place}/value`, maximum.value, within(0, highestInsulin)),
  ];
}

/** All findings about settings that do not depend on the pump. */
export function settingsFindings(place: string, settings: InitialSettings, isSubmitted: boolean): Finding[] {
  const needed: Presence = isSubmitted ? required : optional;
  const at = (name: keyof InitialSettings) => `${place}/${name}`;
  const amounts = (name: 'carbohydrateRatioSchedule' | 'insulinSensitivitySchedule', highest: number) =>
    scheduleFindings(at(name), settings[name], isSubmitted, (entryPlace, { amount }) =>
      required(`${entryPlace}/amount`, amount, within(0, highest)),
    );
  return [
    ...required(at('bloodGlucoseUnits'), settings.bloodGlucoseUnits, oneOf('mg/dL')),
    ...scheduleFindings(
      at('basalRateSchedule'),
      settings.basalRateSchedule,
      isSubmitted,
      (entryPlace, { rate }) => required(`${entryPlace}/rate`, rate, within(0, highestInsulin)),
    ),
    ...amounts('carbohydrateRatioSchedule', highestCarbohydrateRatio),
    ...amounts('insulinSensitivitySchedule', highestGlucose),
    ...scheduleFindings(
      at('bloodGlucoseTargetSchedule'),
      settings.bloodGlucoseTargetSchedule,
      isSubmitted,
      targetFindings,
    ),
    ...optionalTarget(at('bloodGlucoseTargetPhysicalActivity'), settings.bloodGlucoseTargetPhysicalActivity),
    ...optionalTarget(at('bloodGlucoseTargetPreprandial'), settings.bloodGlucoseTargetPreprandial),
    ...needed(at('glucoseSafetyLimit'), settings.glucoseSafetyLimit, within(0, highestGlucose)),
    ...needed(at('insulinModel'), settings.insulinModel, oneOf('rapidAdult', 'rapidChild')),
    ...maximumFindings(at('basalRateMaximum'), settings.basalRateMaximum, isSubmitted, 'Units/hour'),
    ...maximumFindings(at('bolusAmountMaximum'), settings.bolusAmountMaximum, isSubmitted, 'Units'),
    ...needed(at('pumpId'), settings.pumpId),
    ...needed(at('cgmId'), settings.cgmId),
  ];
}
