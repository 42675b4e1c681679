import { Extensions } from 'type-graphql';

/**
 * Marks a field of an update's input that null clears: null reaches the resolver, while an absent field stays unchanged.
 * Null in any other field is refused; see `src/graph/nulls.ts`. Types that inherit the field do not inherit the mark.
 */
export const Clearable = (): PropertyDecorator => Extensions({ clearable: true });

/**
 * Marks a field of an update's input whose value holds the changes: null in one of its fields is refused, too, while an
 * absent one stays unchanged.
 */
export const Changes = (): PropertyDecorator => Extensions({ changes: true });
