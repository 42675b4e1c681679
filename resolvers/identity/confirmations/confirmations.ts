import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import type { SignupRequest } from '../../../src/identity/confirmations/confirmation.service';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload, User } from '../auth/accounts.types';
import { loadCreator } from './confirmation-creators';
import { ConfirmationCreator, SignupConfirmation, toSignupConfirmation } from './confirmations.types';
import { TakesNoKey } from '../../repeatable';
import { CalendarDay } from '../../scalars';

@InputType({ description: 'The account whose address to confirm.' })
export class SendSignupConfirmationInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the clinic that created the account. Only trusted servers can set it.',
  })
  clinicId?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the person who created the account for the clinic. Set by trusted servers.',
  })
  invitedBy?: string;
}

@ObjectType({ description: 'A request to the owner of an address to confirm it.' })
export class SignupConfirmationPayload {
  @Field(() => SignupConfirmation, {
    nullable: true,
    description: 'The confirmation; absent if the account has no address.',
  })
  confirmation!: SignupConfirmation | null;
}

@ObjectType({ description: 'Result of asking the owner of an address to confirm it.' })
export class SendSignupConfirmationPayload extends SignupConfirmationPayload {
  @Field({ description: 'Always true.' })
  done!: boolean;
}

@InputType({ description: 'What the owner provides to claim an account that another person created.' })
export class ClaimInput {
  @Field(() => String, {
    nullable: true,
    description: 'The first password: 8 to 72 characters without spaces.',
  })
  password?: string;

  @Field(() => CalendarDay, {
    nullable: true,
    description: 'The birthday in the profile, `YYYY-MM-DD`.',
  })
  birthday?: string;
}

@InputType({ description: 'The key from the link in the confirmation mail.' })
export class ConfirmSignupInput {
  @Field({ description: 'Key of the confirmation.' })
  key!: string;

  @Field(() => ClaimInput, {
    nullable: true,
    description: 'Required for an account that another person created: its owner claims it at the same time.',
  })
  claim?: ClaimInput;
}

@InputType({ description: 'The address to resend the mail to.' })
export class ResendSignupConfirmationInput {
  @Field({ description: 'Email address to confirm.' })
  email!: string;
}

@InputType({ description: 'A confirmation to dismiss.' })
export class EndSignupInput {
  @Field(() => ID, { description: 'Id of the account.' })
  userId!: string;

  @Field({ description: 'The key from the link in the confirmation mail.' })
  key!: string;
}

/** The sender. Clinic details given by a person are ignored. */
const toRequest = (
  { caller }: RequestContext,
  { clinicId, invitedBy }: SendSignupConfirmationInput,
): SignupRequest =>
  caller.kind === 'user' ? { callerId: caller.userId } : { callerId: null, clinicId, invitedBy };

/** Confirmations by mail. */
@Resolver(() => User)
export class ConfirmationsResolver {
  @TakesNoKey('The caller may have no account that a key could belong to.')
  @Mutation(() => SendSignupConfirmationPayload, {
    description: 'Sends the mail that lets the owner of an account confirm its address.',
  })
  async sendSignupConfirmation(
    @Ctx() context: RequestContext,
    @Arg('input') input: SendSignupConfirmationInput,
  ): Promise<SendSignupConfirmationPayload> {
    const sent = await context.services.confirmations.sendSignup(input.userId, toRequest(context, input));
    return { done: true, confirmation: sent && toSignupConfirmation(sent) };
  }

  @TakesNoKey('Repeating it changes nothing more.')
  @Mutation(() => SignupConfirmationPayload, {
    description:
      'Creates a confirmation of an address without sending a mail; keys of earlier mails become invalid.',
  })
  async addSignupConfirmation(
    @Ctx() context: RequestContext,
    @Arg('input') input: SendSignupConfirmationInput,
  ): Promise<SignupConfirmationPayload> {
    const added = await context.services.confirmations.addSignup(input.userId, toRequest(context, input));
    return { confirmation: added && toSignupConfirmation(added) };
  }

  @FieldResolver(() => SignupConfirmation, {
    nullable: true,
    description: 'The newest open confirmation of the account’s address.',
  })
  async signupConfirmation(
    @Root() user: User,
    @Ctx() context: RequestContext,
  ): Promise<SignupConfirmation | null> {
    const pending = await context.load(context.services.confirmations.pendingSignups, user.id);
    return pending && toSignupConfirmation(pending);
  }

  @Mutation(() => DonePayload, { description: 'Confirms an address with the key from the mail.' })
  async confirmSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { key, claim }: ConfirmSignupInput,
  ): Promise<DonePayload> {
    await services.signups.accept(key, claim);
    return { done: true };
  }

  @TakesNoKey('The caller may have no account that a key could belong to.')
  @Mutation(() => DonePayload, {
    description: 'Resends the mail of a pending confirmation; the previous link becomes invalid.',
  })
  async resendSignupConfirmation(
    @Ctx() { services }: RequestContext,
    @Arg('input') { email }: ResendSignupConfirmationInput,
  ): Promise<DonePayload> {
    await services.confirmations.resendSignup(email);
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description: 'Reports that a confirmation mail went to the wrong person. The account stays unchanged.',
  })
  async dismissSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, key }: EndSignupInput,
  ): Promise<DonePayload> {
    await services.confirmations.endSignup(userId, key, 'declined');
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description: 'Cancels a pending confirmation. The account stays unchanged.',
  })
  async cancelSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, key }: EndSignupInput,
  ): Promise<DonePayload> {
    await services.confirmations.endSignup(userId, key, 'canceled');
    return { done: true };
  }
}

/** Edges of a sign-up confirmation. */
@Resolver(() => SignupConfirmation)
export class SignupConfirmationResolver {
  @FieldResolver(() => ConfirmationCreator, {
    description: 'The person who created the account for its owner.',
  })
  creator(
    @Root() confirmation: SignupConfirmation,
    @Ctx() context: RequestContext,
  ): Promise<ConfirmationCreator> {
    return loadCreator(context, confirmation.creatorId);
  }
}
