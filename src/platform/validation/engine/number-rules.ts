import { type FindingReport, quoted } from '../finding';
import { isMgdL, isMgdLPerMinute, toMmolL } from '../glucose-units';
import type { Conversion, IntegerField, NumberField } from '../vocabulary';
import type { Shaped, ValueRules } from './compiled';
import { compileSiblingLimit, compileUnitsPath } from './conditions';
import { checkLimits, type Limits } from './limits';

type LimitsLookup = (siblings: Shaped, units: string | undefined) => Limits | undefined;

const isConverted: Readonly<Record<Conversion, (units: string | undefined) => boolean>> = {
  glucose: isMgdL,
  glucoseRate: isMgdLPerMinute,
};

/** Whole numbers. Beyond 2^53 a double skips whole numbers, so nothing larger can be stored as sent. */
export function integerRules(field: IntegerField): ValueRules<number> {
  const readLimits = compileLimits(field);
  const allowed = field.allowed && new Set(field.allowed);

  return {
    read(raw, key, report) {
      // An infinity is a number too large to read, which the second stage reports.
      if (typeof raw === 'number' && (Number.isInteger(raw) || !Number.isFinite(raw))) return raw + 0;
      report.add('type-not-int', `Expected a whole number, found ${quoted(raw)}.`, key);
      return undefined;
    },
    check(value, key, siblings, units, report) {
      if (!Number.isSafeInteger(value)) return addTooLarge(value, key, report);
      if (allowed && !allowed.has(value)) {
        return report.add('value-not-allowed', `${value} is not one of ${field.allowed?.join(', ')}.`, key);
      }
      checkLimits(value, readLimits(siblings, units), key, report);
    },
  };
}

/** Numbers, with limits that may depend on units, and converted where the table says so. */
export function numberRules(field: NumberField): ValueRules<number> {
  const readLimits = compileLimits(field);
  const readUnits = compileUnitsPath(field.unitsFrom);
  const allowedByUnits = field.allowedByUnits && new Map(Object.entries(field.allowedByUnits));

  const rules: ValueRules<number> = {
    read(raw, key, report) {
      if (typeof raw === 'number') return raw + 0;
      report.add('type-not-float64', `Expected a number, found ${quoted(raw)}.`, key);
      return undefined;
    },
    check(value, key, siblings, units, report) {
      if (!Number.isFinite(value)) return addTooLarge(value, key, report);
      const allowed = allowedByUnits?.get(readUnits(siblings, units) ?? '');
      if (allowed && !allowed.includes(value)) {
        return report.add('value-not-allowed', `${value} is not one of ${allowed.join(', ')}.`, key);
      }
      checkLimits(value, readLimits(siblings, units), key, report);
    },
  };
  if (!field.convert) return rules;

  const converts = isConverted[field.convert];
  return {
    ...rules,
    normalize: (value, siblings, units) => (converts(readUnits(siblings, units)) ? toMmolL(value) : value),
  };
}

function compileLimits(field: IntegerField | NumberField): LimitsLookup {
  if (field.kind === 'number' && field.bounds) {
    const bounds = new Map(Object.entries(field.bounds));
    const readUnits = compileUnitsPath(field.unitsFrom);
    return (siblings, units) => bounds.get(readUnits(siblings, units) ?? '');
  }

  const { minimum = -Infinity, maximum = Infinity } = field;
  const fixed: Limits = [minimum, maximum];
  const readMinimum = field.minimumFrom && compileSiblingLimit(field.minimumFrom);
  const readMaximum = field.maximumFrom && compileSiblingLimit(field.maximumFrom);
  if (!readMinimum && !readMaximum) return () => fixed;
  return (siblings) => [readMinimum?.(siblings) ?? minimum, readMaximum?.(siblings) ?? maximum];
}

function addTooLarge(value: number, key: string | number, report: FindingReport): void {
  const size = Number.isFinite(value) ? String(value) : 'The number';
  report.add('value-out-of-range', `${size} is too large to be stored exactly.`, key);
}
