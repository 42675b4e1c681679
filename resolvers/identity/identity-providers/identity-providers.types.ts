import { Field, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../scalars';
import { User } from '../auth/accounts.types';

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

@InputType({ description: 'A linked identity provider to remove from the caller’s account.' })
export class UnlinkIdentityProviderInput {
  @Field({ description: 'Alias of the provider, as in `User.identityProviders`.' })
  alias!: string;
}

@ObjectType({ description: 'Result of `unlinkIdentityProvider`.' })
export class UnlinkIdentityProviderPayload {
  @Field(() => User, { description: 'The account after the change.' })
  user!: User;
}
