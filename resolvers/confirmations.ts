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

@InputType({ description: 'Whose mail is to be sent once more.' })
export class ResendSignupConfirmationInput {
  @Field({ description: 'Address that is to be confirmed.' })
  email!: string;
}

@InputType({ description: 'A confirmation that is to end without being given.' })
export class EndSignupInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field({ description: 'The key from the link of the confirmation mail.' })
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

  @Mutation(() => DonePayload, {
    description: 'Sends the mail of a pending confirmation once more; the link of the last one is dead then.',
  })
  async resendSignupConfirmation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { email }: ResendSignupConfirmationInput,
  ): Promise<DonePayload> {
    await services.confirmations.resendSignup(email);
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description: 'Tells that a confirmation mail went to the wrong person. The account stays as it is.',
  })
  async dismissSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, key }: EndSignupInput,
  ): Promise<DonePayload> {
    await services.confirmations.endSignup(userId, key, 'declined');
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description: 'Calls a pending confirmation off. The account stays as it is.',
  })
  async cancelSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, key }: EndSignupInput,
  ): Promise<DonePayload> {
    await services.confirmations.endSignup(userId, key, 'canceled');
    return { done: true };
  }
}
