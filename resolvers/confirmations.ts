import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';

@InputType({ description: 'Whose address is to be confirmed.' })
export class SendSignupConfirmationInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;
}

@InputType({ description: 'The key from the link of the confirmation mail.' })
export class ConfirmSignupInput {
  @Field({ description: 'The key.' })
  key!: string;
}

/** Confirmations by mail. */
@Resolver()
export class ConfirmationsResolver {
  @Mutation(() => DonePayload, {
    description: 'Sends the mail that lets the owner of an account confirm its address.',
  })
  async sendSignupConfirmation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: SendSignupConfirmationInput,
  ): Promise<DonePayload> {
    await services.confirmations.sendSignup(userId);
    return { done: true };
  }

  @Mutation(() => DonePayload, { description: 'Confirms an address with the key of the mail.' })
  async confirmSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { key }: ConfirmSignupInput,
  ): Promise<DonePayload> {
    await services.confirmations.acceptSignup(key);
    return { done: true };
  }
}
