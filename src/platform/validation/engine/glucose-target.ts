import type { FindingReport } from '../finding';
import type { BoundsByUnits } from '../vocabulary';
import type { Shaped } from './compiled';
import { checkLimits, type Limits } from './limits';

/**
 * The rule of glucose targets, which come in four forms: target and range around it, target and upper limit,
 * target alone, lower and upper limit. The first form whose members are present is taken, and the members
 * that do not belong to it are forbidden. Limits follow the units and, between the members, each other:
 * whatever lies within them, the target's range stays within what can be measured.
 */
export function glucoseTargetRule(boundsByUnits: BoundsByUnits) {
  const boundsOfUnits = new Map(Object.entries(boundsByUnits));

  return (values: Shaped, units: string | undefined, report: FindingReport): void => {
    const { target, range, low, high } = values as Partial<Record<string, number>>;
    const bounds = boundsOfUnits.get(units ?? '');
    const check = (name: string, value: number, limits: Limits | undefined): void => {
      // An infinite number has a finding already.
      if (Number.isFinite(value)) checkLimits(value, limits, name, report);
    };

    if (target !== undefined && range !== undefined) {
      check('target', target, bounds);
      check('range', range, rangeLimits(target, bounds));
      forbid(values, ['low', 'high'], report);
    } else if (target !== undefined) {
      check('target', target, bounds);
      if (high !== undefined) check('high', high, highLimits(target, bounds));
      forbid(values, ['low'], report);
    } else if (low !== undefined && high !== undefined) {
      check('low', low, bounds);
      check('high', high, highLimits(low, bounds));
      forbid(values, ['range'], report);
    } else {
      report.addMissing(low === undefined ? 'target' : 'high');
    }
  };
}

function rangeLimits(target: number, bounds: Limits | undefined): Limits | undefined {
  return isWithin(target, bounds) ? [0, Math.min(target - bounds[0], bounds[1] - target)] : undefined;
}

function highLimits(lowest: number, bounds: Limits | undefined): Limits | undefined {
  return isWithin(lowest, bounds) ? [lowest, bounds[1]] : undefined;
}

function isWithin(value: number, bounds: Limits | undefined): bounds is Limits {
  return bounds !== undefined && value >= bounds[0] && value <= bounds[1];
}

function forbid(values: Shaped, names: readonly string[], report: FindingReport): void {
  for (const name of names) {
    if (values[name] === undefined) continue;
    report.add('value-exists', `${name} contradicts the other values.`, name);
  }
}
