import { ArgsType, Field, Int, type ClassType } from 'type-graphql';

/** Which page of a list. */
export interface PageArguments {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

/** Maximum size of a page. */
export const largestPage = 1_000;

/** The size of a page when neither `first` nor `last` is given. */
export const usualPage = 20;

/** The arguments of a list that is read page by page, as the base of a class with its filters. */
export function pageArguments(items = 'items', usual = usualPage): ClassType<PageArguments> {
  @ArgsType()
  class Arguments implements PageArguments {
    @Field(() => Int, {
      nullable: true,
      description: `Maximum number of ${items}, from the beginning or after the cursor \`after\`; up to ${largestPage.toLocaleString('en')}. Without \`first\` and \`last\`: ${usual}.`,
    })
    first?: number;

    @Field(() => String, {
      nullable: true,
      description:
        'Return only items after this cursor. It stays valid when its item is removed or moves; items that stay and keep their place are returned exactly once.',
    })
    after?: string;

    @Field(() => Int, {
      nullable: true,
      description: `Maximum number of ${items}, from the end or before the cursor \`before\`, in the same order; not together with \`first\`.`,
    })
    last?: number;

    @Field(() => String, { nullable: true, description: 'Return only items before this cursor.' })
    before?: string;
  }
  return Arguments;
}
