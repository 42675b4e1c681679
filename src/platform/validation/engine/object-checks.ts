import type { FindingReport } from '../finding';
import type { Rule } from '../vocabulary';
import type { Shaped } from './compiled';
import { glucoseTargetRule } from './glucose-target';

/** Checks an object as a whole, after its fields. */
export type ObjectCheck = (values: Shaped, units: string | undefined, report: FindingReport) => void;

/**
 * @param isRecord findings about a whole record point to the first field that could fix it, because clients expect a
 *   field after the index of the record; other objects are pointed to themselves
 */
export function compileRule(rule: Rule, isRecord: boolean): ObjectCheck {
  if ('glucoseTarget' in rule) return glucoseTargetRule(rule.glucoseTarget);

  const names = 'anyOf' in rule ? rule.anyOf : rule.oneOf;
  const code = 'anyOf' in rule ? 'values-not-exist-for-any' : 'values-not-exist-for-one';
  const detail = `At least one of ${names.join(', ')} is required.`;
  const key = isRecord ? names[0] : undefined;
  return (values, _units, report) => {
    if (names.every((name) => values[name] === undefined)) report.add(code, detail, key);
  };
}
