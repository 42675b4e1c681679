import { Field, ObjectType } from 'type-graphql';
import { DateTime } from './scalars';

@ObjectType({ description: 'An external identity provider that one can log in with to an account.' })
export class LinkedIdentityProvider {
  @Field({ description: 'Its name in addresses and tokens.' })
  alias!: string;

  @Field({ description: 'Its name for people.' })
  displayName!: string;

  @Field(() => DateTime, { description: 'When the account was linked with it.' })
  linkedTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the person last logged in with it; absent before the first time.',
  })
  lastUsedTime!: number | null;
}
