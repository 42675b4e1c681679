import { Extensions } from 'type-graphql';

/**
 * Marks a field of an update's input that null clears: null reaches the resolver, while an absent field stays unchanged.
 * Null in any other field is refused; see `src/graph/nulls.ts`. Types that inherit the field do not inherit the mark.
 */
export const Clearable = (): PropertyDecorator => Extensions({ clearable: true });
