/**
 * Condition on records that a batch is compared with: visible ones, and those of a data set that is not closed yet, but none
 * that were removed.
 */
export const notRemoved = '(active = 1 OR archived_time IS NULL)';
