import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from '../auth/accounts.types';
import { TakesNoKey } from '../../repeatable';

@InputType({ description: 'The account whose password was forgotten.' })
export class RequestPasswordResetInput {
  @Field({ description: 'Email address of the account.' })
  email!: string;
}

@InputType({ description: 'A new password, and the proof that it may be set.' })
export class ResetPasswordInput {
  @Field({ description: 'The key from the link in the mail.' })
  key!: string;

  @Field({ description: 'Email address that the mail was sent to.' })
  email!: string;

  @Field({ description: 'The new password, 8 to 72 characters without spaces.' })
  password!: string;
}

/** Replaces forgotten passwords. */
@Resolver()
export class PasswordResetResolver {
  @TakesNoKey('The caller may have no account that a key could belong to.')
  @Mutation(() => DonePayload, {
    description:
      'Requests a mail to reset the password. The response does not reveal whether there is an account.',
  })
  async requestPasswordReset(
    @Ctx() { services }: RequestContext,
    @Arg('input') { email }: RequestPasswordResetInput,
  ): Promise<DonePayload> {
    await services.passwordResets.request(email);
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description: 'Sets a new password with the key from the mail and ends all sessions of the account.',
  })
  async resetPassword(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: ResetPasswordInput,
  ): Promise<DonePayload> {
    await services.passwordResets.reset(input);
    return { done: true };
  }
}
