import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Pagination details, following the Relay cursor connections specification.',
})
export class PageInfo {
  @Field({ description: 'Whether there are more items after this page.' })
  hasNextPage!: boolean;

  @Field({ description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first element; absent on an empty page.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last element; absent on an empty page.',
  })
  endCursor!: string | null;
}
