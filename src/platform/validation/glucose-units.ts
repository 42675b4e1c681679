/**
 * Milligrams per deciliter in one millimole per liter of glucose, from its molar mass of 180.1559 g/mol. All
 * stored amounts were made with exactly this factor, so it never changes.
 */
export const mgdLPerMmolL = 18.01559;

/** Stored amounts keep five decimals: enough for every whole mg/dL from 0 to 1000 to survive the way back. */
const storedScale = 100_000;

/**
 * An amount of glucose in mg/dL as it is stored, in mmol/L: five decimals, halves rounded away from zero.
 * The order of the operations belongs to the rule, since doubles round at each of them.
 */
export function toMmolL(mgdL: number): number {
  const half = mgdL < 0 ? -0.5 : 0.5;
  return withoutNegativeZero(Math.trunc((mgdL / mgdLPerMmolL) * storedScale + half) / storedScale);
}

/**
 * The least and the greatest amount, in mmol/L, that an amount in mg/dL may be stored as: legacy uploads are not rounded
 * when they are converted. A limit in mg/dL includes both.
 */
export function storedRange(mgdL: number): { least: number; greatest: number } {
  const amounts = [toMmolL(mgdL), mgdL / mgdLPerMmolL];
  return { least: Math.min(...amounts), greatest: Math.max(...amounts) };
}

/**
 * A stored amount of glucose, in mmol/L, as it is shown in mg/dL: rounded to whole numbers for readings and
 * targets, or to the given number of decimals (one for rates of change). Halves are rounded away from zero.
 */
export function toMgdL(mmolL: number, decimals = 0): number {
  const scale = 10 ** decimals;
  const half = mmolL < 0 ? -0.5 : 0.5;
  return withoutNegativeZero(Math.trunc(mmolL * mgdLPerMmolL * scale + half) / scale);
}

/** Whether a unit, in any of its spellings, counts milligrams per deciliter and its amounts are converted. */
export function isMgdL(units: string | undefined): boolean {
  return units === 'mg/dL' || units === 'mg/dl';
}

/** Whether a unit of rates of change counts milligrams per deciliter and minute. */
export function isMgdLPerMinute(units: string | undefined): boolean {
  return units === 'mg/dL/minute';
}

function withoutNegativeZero(value: number): number {
  return value + 0;
}
