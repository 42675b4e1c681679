/** A `?` for each value, for an IN clause. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
