const inOne = 1_000_000_000;

/** A value in billionths, so that steps such as 0.05 are counted without drift. The nearest, for what lies between. */
export const billionths = (value: number): number => Math.round(value * inOne);

/** The value of so many billionths. */
export const fromBillionths = (count: number): number => count / inOne;
