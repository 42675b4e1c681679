import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';

@InputType({ description: 'Who has forgotten their password.' })
export class RequestPasswordResetInput {
  @Field({ description: 'E-mail address of the account.' })
  email!: string;
}

@InputType({ description: 'A new password, and what shows that it may be set.' })
export class ResetPasswordInput {
  @Field({ description: 'The key from the link of the mail.' })
  key!: string;

  @Field({ description: 'Address that the mail went to.' })
  email!: string;

  @Field({ description: 'The new password, 8 to 72 characters without blanks.' })
  password!: string;
}

/** New passwords for those that are forgotten. */
@Resolver()
export class PasswordResetResolver {
  @Mutation(() => DonePayload, {
    description:
      'Asks for the mail to set a new password with. The answer does not tell whether there is an account.',
  })
  async requestPasswordReset(
    @Ctx() { services }: RequestContext,
    @Arg('input') { email }: RequestPasswordResetInput,
  ): Promise<DonePayload> {
    await services.passwordResets.request(email);
    return { done: true };
  }

  @Mutation(() => DonePayload, {
    description: 'Sets a new password with the key of the mail; all sessions of the account end.',
  })
  async resetPassword(
    @Ctx() { services }: RequestContext,
    @Arg('input') input: ResetPasswordInput,
  ): Promise<DonePayload> {
    await services.passwordResets.reset(input);
    return { done: true };
  }
}
