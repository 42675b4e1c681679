import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';
import { DonePayload } from '../auth/accounts.types';
import {
  AdministerAccountInput,
  AdministerAccountPayload,
  CreateAccountInput,
  CreateAccountPayload,
  toAdminAccount,
} from './administration.types';

/** Changes that administrators make to accounts. */
@Resolver()
export class AccountChangesResolver {
  @TakesNoKey('An address has only one account.')
  @Mutation(() => CreateAccountPayload, {
    description:
      'Creates an account without a known password. Its owner gets a mail: to set a password, or to confirm the address. For administrators.',
  })
  async createAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { fullName, ...input }: CreateAccountInput,
  ): Promise<CreateAccountPayload> {
    const { accountAdministration } = services;
    const user = await accountAdministration.prepare(input);
    await accountAdministration.open(user, fullName ?? undefined);
    if (input.isConfirmed) await accountAdministration.sendPasswordReset(user.id);
    return { account: toAdminAccount(user) };
  }

  @Mutation(() => AdministerAccountPayload, {
    description:
      'Disables an account: nobody can log in, and all of its sessions end at once. For administrators.',
  })
  async disableAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: AdministerAccountInput,
  ): Promise<AdministerAccountPayload> {
    return { account: toAdminAccount(await services.accountUpdates.disable(userId)) };
  }

  @Mutation(() => AdministerAccountPayload, {
    description: 'Enables an account that was disabled. Its owner has to log in again. For administrators.',
  })
  async enableAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: AdministerAccountInput,
  ): Promise<AdministerAccountPayload> {
    return { account: toAdminAccount(await services.accountUpdates.enable(userId)) };
  }

  @Mutation(() => AdministerAccountPayload, {
    description: 'Confirms the address of an account without the mail. For administrators.',
  })
  async confirmAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: AdministerAccountInput,
  ): Promise<AdministerAccountPayload> {
    await services.accountAdministration.confirm(userId);
    const [user] = await services.accounts.findMany([userId]);
    if (!user) throw notFound('User not found').about('userId');
    return { account: toAdminAccount(user) };
  }

  @Mutation(() => DonePayload, {
    description: 'Ends all sessions of an account, and with them all of its tokens. For administrators.',
  })
  async endAccountSessions(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: AdministerAccountInput,
  ): Promise<DonePayload> {
    await services.sessions.endAll(userId);
    return { done: true };
  }

  @TakesNoKey('Each request sends a mail.')
  @Mutation(() => DonePayload, {
    description:
      'Sends the owner of an account a mail with which they can set a new password. For administrators.',
  })
  async sendAccountPasswordReset(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: AdministerAccountInput,
  ): Promise<DonePayload> {
    await services.accountAdministration.sendPasswordReset(userId);
    return { done: true };
  }

  @Mutation(() => RemovedPayload, {
    description:
      'Deletes an account at once, and then all of its data. Accounts of clinics and clinicians cannot be deleted. For administrators.',
  })
  async deleteAccount(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: AdministerAccountInput,
  ): Promise<RemovedPayload> {
    await services.accountDeletions.deleteChecked(userId);
    return removed(userId);
  }
}
