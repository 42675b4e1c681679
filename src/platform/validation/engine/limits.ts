import type { FindingReport } from '../finding';

/** Inclusive limits; infinities where there is none. */
export type Limits = readonly [minimum: number, maximum: number];

interface ItemLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly emptyIsAbsent?: boolean;
}

/** Reports a number outside of its limits. Without limits every number is right. */
export function checkLimits(
  value: number,
  limits: Limits | undefined,
  key: string | number,
  report: FindingReport,
): void {
  if (!limits || (value >= limits[0] && value <= limits[1])) return;
  report.add('value-out-of-range', `${value} is not ${describeLimits(limits)}.`, key);
}

/** Reports a list with too few or too many items. */
export function checkItemCount(
  limits: ItemLimits,
  count: number,
  key: string | number,
  report: FindingReport,
): void {
  const { minItems = 0, maxItems = Infinity, emptyIsAbsent } = limits;
  if (count === 0 && minItems > 0 && !emptyIsAbsent) {
    report.add('value-empty', 'The list is empty.', key);
  } else if (count > maxItems) {
    report.add('length-out-of-range', `The list has ${count} items; at most ${maxItems} are allowed.`, key);
  }
}

/** Limits in words: `between 0 and 55`, `at least 0`. */
export function describeLimits([minimum, maximum]: Limits): string {
  if (maximum === Infinity) return `at least ${minimum}`;
  if (minimum === -Infinity) return `at most ${maximum}`;
  return `between ${minimum} and ${maximum}`;
}
