import { Field, ObjectType } from 'type-graphql';
import { DateTime } from '../../scalars';

@ObjectType({ description: 'An external identity provider that is linked to an account.' })
export class LinkedIdentityProvider {
  @Field({ description: 'Its alias in URLs and tokens.' })
  alias!: string;

  @Field({ description: 'Its display name.' })
  displayName!: string;

  @Field(() => DateTime, { description: 'When the account was linked to it.' })
  linkedTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the person last logged in with it; absent if never.',
  })
  lastUsedTime!: number | null;
}
