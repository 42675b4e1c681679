import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { toUser, User } from './accounts.types';
import { Repeatable } from '../../repeatable';
import { loadUser } from './accounts';

@InputType({
  description: 'Details of the person for whom an account is created; all are optional.',
})
export class CreateCustodialAccountInput {
  @Field(() => ID, { description: 'Id of the account that will manage the new one.' })
  custodianId!: string;

  @Field(() => String, { nullable: true, description: 'Must equal the first email address.' })
  username?: string;

  @Field(() => [String], { nullable: true, description: 'Email addresses. Only the first one is used.' })
  emails?: string[];
}

@InputType({
  description: 'Details of the patient for whom an account is created; all are optional.',
})
export class CreateUnmanagedAccountInput {
  @Field(() => String, { nullable: true, description: 'Must equal the first email address.' })
  username?: string;

  @Field(() => [String], { nullable: true, description: 'Email addresses. Only the first one is used.' })
  emails?: string[];
}

@ObjectType({ description: 'A new account created on behalf of another person.' })
export class CreateCustodialAccountPayload {
  @Field(() => User, { description: 'The new account. Nobody can log in to it yet.' })
  user!: User;
}

/** The payload for an account that an earlier request has created. */
const accountAgain = async (
  context: RequestContext,
  created: string,
): Promise<CreateCustodialAccountPayload> => ({ user: await loadUser(context, created) });

/** Accounts created for other people. */
@Resolver()
export class CustodialAccountsResolver {
  @Repeatable(accountAgain)
  @Mutation(() => CreateCustodialAccountPayload, {
    description:
      'Creates an account on behalf of another person. Its custodian manages it until the owner claims it.',
  })
  async createCustodialAccount(
    @Ctx() { services, personId, origin: { address } }: RequestContext,
    @Arg('input') { custodianId, ...account }: CreateCustodialAccountInput,
  ): Promise<CreateCustodialAccountPayload> {
    const asker = personId === null ? undefined : { accountId: personId, address };
    return { user: toUser(await services.custodialAccounts.open(custodianId.toLowerCase(), account, asker)) };
  }

  @Repeatable(accountAgain)
  @Mutation(() => CreateCustodialAccountPayload, {
    description:
      'Creates an account for a patient without a custodian. For trusted servers, which add it to a clinic.',
  })
  async createUnmanagedAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') account: CreateUnmanagedAccountInput,
  ): Promise<CreateCustodialAccountPayload> {
    return { user: toUser(await services.custodialAccounts.openUnmanaged(account)) };
  }
}
