import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Where a page of a list stands, after the Relay cursor connections specification.',
})
export class PageInfo {
  @Field({ description: 'There is more behind this page.' })
  hasNextPage!: boolean;

  @Field({ description: 'There is something before this page.' })
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
