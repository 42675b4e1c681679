const inOne = 1_000_000_000;

/** A value in billionths, rounded to the nearest, so that steps such as 0.05 add up exactly. */
export const billionths = (value: number): number => Math.round(value * inOne);

/** The value of a number of billionths. */
export const fromBillionths = (count: number): number => count / inOne;
