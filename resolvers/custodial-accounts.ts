import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { toUser, User } from './accounts.types';

@InputType({ description: 'What is known of somebody for whom an account is opened; perhaps nothing.' })
export class CreateCustodialAccountInput {
  @Field(() => ID, { description: 'Account that is to manage the new one.' })
  custodianId!: string;

  @Field(() => String, { nullable: true, description: 'The same as the first e-mail address.' })
  username?: string;

  @Field(() => [String], { nullable: true, description: 'E-mail addresses; the first one counts.' })
  emails?: string[];
}

@InputType({ description: 'What is known of the patient for whom an account is opened; perhaps nothing.' })
export class CreateUnmanagedAccountInput {
  @Field(() => String, { nullable: true, description: 'The same as the first e-mail address.' })
  username?: string;

  @Field(() => [String], { nullable: true, description: 'E-mail addresses; the first one counts.' })
  emails?: string[];
}

@ObjectType({ description: 'An account that somebody opened for somebody else.' })
export class CreateCustodialAccountPayload {
  @Field(() => User, { description: 'The new account. Nobody can log in to it yet.' })
  user!: User;
}

/** Accounts that are opened for somebody else. */
@Resolver()
export class CustodialAccountsResolver {
  @Mutation(() => CreateCustodialAccountPayload, {
    description:
      'Opens an account for somebody else, which its custodian manages until the owner takes it over.',
  })
  async createCustodialAccount(
    @Ctx() { services, personId, origin: { address } }: RequestContext,
    @Arg('input') { custodianId, ...account }: CreateCustodialAccountInput,
  ): Promise<CreateCustodialAccountPayload> {
    const asker = personId === null ? undefined : { accountId: personId, address };
    return { user: toUser(await services.custodialAccounts.open(custodianId, account, asker)) };
  }

  @Mutation(() => CreateCustodialAccountPayload, {
    description:
      'Opens an account for a patient that nobody manages yet. For trusted servers, which add it to a clinic.',
  })
  async createUnmanagedAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') account: CreateUnmanagedAccountInput,
  ): Promise<CreateCustodialAccountPayload> {
    return { user: toUser(await services.custodialAccounts.openUnmanaged(account)) };
  }
}
