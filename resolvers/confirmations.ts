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
import type { SignupRequest } from '../src/confirmations/confirmation.service';
import { RequestContext } from '../src/request/request-context';
import { DonePayload, User } from './accounts.types';
import { loadCreator } from './confirmation-creators';
import { ConfirmationCreator, SignupConfirmation, toSignupConfirmation } from './confirmations.types';

@InputType({ description: 'Whose address is to be confirmed.' })
export class SendSignupConfirmationInput {
  @Field(() => ID, { description: 'The account.' })
  userId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Clinic that has opened the account. Told by trusted servers; nobody else is asked.',
  })
  clinicId?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Account of the person who has opened it for the clinic. Told by trusted servers.',
  })
  invitedBy?: string;
}

@ObjectType({ description: 'The confirmation that the owner of an address is asked for.' })
export class SignupConfirmationPayload {
  @Field(() => SignupConfirmation, {
    nullable: true,
    description: 'The confirmation; absent for an account without an address.',
  })
  confirmation!: SignupConfirmation | null;
}

@InputType({ description: 'What the owner of an account that somebody else opened tells to take it over.' })
export class ClaimInput {
  @Field(() => String, {
    nullable: true,
    description: 'The first password: 8 to 72 characters without blanks.',
  })
  password?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The birthday that stands in the profile, `YYYY-MM-DD`.',
  })
  birthday?: string;
}

@InputType({ description: 'The key from the link of the confirmation mail.' })
export class ConfirmSignupInput {
  @Field({ description: 'The key.' })
  key!: string;

  @Field(() => ClaimInput, {
    nullable: true,
    description: 'Needed for an account that somebody else opened: its owner takes it over along the way.',
  })
  claim?: ClaimInput;
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

/** Who asks. What a person tells of clinics is not listened to. */
const requestOf = (
  { caller }: RequestContext,
  { clinicId, invitedBy }: SendSignupConfirmationInput,
): SignupRequest =>
  caller.kind === 'user' ? { callerId: caller.userId } : { callerId: null, clinicId, invitedBy };

/** Confirmations by mail. */
@Resolver(() => User)
export class ConfirmationsResolver {
  @Mutation(() => DonePayload, {
    description: 'Sends the mail that lets the owner of an account confirm its address.',
  })
  async sendSignupConfirmation(
    @Ctx() context: RequestContext,
    @Arg('input') input: SendSignupConfirmationInput,
  ): Promise<DonePayload> {
    await context.services.confirmations.sendSignup(input.userId, requestOf(context, input));
    return { done: true };
  }

  @Mutation(() => SignupConfirmationPayload, {
    description: 'Has an address confirmed without sending a mail; keys of earlier mails are dead then.',
  })
  async addSignupConfirmation(
    @Ctx() context: RequestContext,
    @Arg('input') input: SendSignupConfirmationInput,
  ): Promise<SignupConfirmationPayload> {
    const added = await context.services.confirmations.addSignup(input.userId, requestOf(context, input));
    return { confirmation: added && toSignupConfirmation(added) };
  }

  @FieldResolver(() => SignupConfirmation, {
    nullable: true,
    description: 'The newest confirmation of its address that the account has not given yet.',
  })
  async signupConfirmation(
    @Root() user: User,
    @Ctx() context: RequestContext,
  ): Promise<SignupConfirmation | null> {
    const pending = await context.load(context.services.confirmations.pendingSignups, user.id);
    return pending && toSignupConfirmation(pending);
  }

  @Mutation(() => DonePayload, { description: 'Confirms an address with the key of the mail.' })
  async confirmSignup(
    @Ctx() { services }: RequestContext,
    @Arg('input') { key, claim }: ConfirmSignupInput,
  ): Promise<DonePayload> {
    await services.signups.accept(key, claim);
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

/** What a sign-up confirmation leads to. */
@Resolver(() => SignupConfirmation)
export class SignupConfirmationResolver {
  @FieldResolver(() => ConfirmationCreator, { description: 'Who has opened the account for its owner.' })
  creator(
    @Root() confirmation: SignupConfirmation,
    @Ctx() context: RequestContext,
  ): Promise<ConfirmationCreator> {
    return loadCreator(context, confirmation.creatorId);
  }
}
