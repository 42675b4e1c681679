import { isMgdL, mgdLPerMmolL } from '../../../platform/validation/glucose-units';
import { isJsonObject } from '../../../platform/validation/values/json';
import type { GlucoseAmounts } from './legacy-type';

type Json = Record<string, unknown>;

/**
 * The record with glucose values in mmol/L and the usual spelling of the unit. Unlike in data sets, they are not
 * rounded, because the ids of meter readings are computed from them.
 */
export function withConvertedGlucose(record: Json, { units, amounts, keepsUnits }: GlucoseAmounts): Json {
  const path = units.split('.');
  const unit = valueAt(record, path);
  if (typeof unit !== 'string') return record;
  let converted = record;
  if (isMgdL(unit)) {
    for (const amount of amounts) converted = changedAt(converted, amount.split('.'), toMmolL) as Json;
  }
  return changedAt(converted, path, () => (keepsUnits && isMgdL(unit) ? 'mg/dL' : 'mmol/L')) as Json;
}

const toMmolL = (amount: unknown): unknown => (typeof amount === 'number' ? amount / mgdLPerMmolL : amount);

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
}

/** A copy with the values at a path changed; `*` stands for every element or member. Missing values stay missing. */
function changedAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return key === '*' ? value.map((item) => changedAt(item, rest, change)) : value;
  if (!isJsonObject(value)) return value;
  const isMeant = (name: string): boolean => key === '*' || name === key;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isMeant(name) ? changedAt(member, rest, change) : member,
    ]),
  );
}
