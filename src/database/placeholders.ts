/** A `?` for each value, for behind IN. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
