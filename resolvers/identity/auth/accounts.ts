import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import type { SessionToken } from '../../../src/identity/auth/auth.service';
import { parseTokenPair } from '../../../src/identity/auth/token.service';
import {
  ChangedAccountPayload,
  CreateUserInput,
  DeleteUserInput,
  DisableUserInput,
  DonePayload,
  LogInInput,
  LogInServerInput,
  SessionTokenPayload,
  toUser,
  TokenInfo,
  UpdateMeInput,
  UpdateUserInput,
  UpdateUserPayload,
  User,
} from './accounts.types';
import { payloadEdges } from '../../payload-edges';
import { removed, RemovedPayload } from '../../removed-payload';
import { TakesNoKey } from '../../repeatable';

/** The account with this id, through the loader of the request. Throws if it does not exist. */
export async function loadUser(context: RequestContext, id: string): Promise<User> {
  const user = await findUser(context, id);
  if (!user) throw notFound('User not found').about('userId');
  return user;
}

/** An account; null once it is deleted. */
export async function findUser(context: RequestContext, id: string): Promise<User | null> {
  const user = await context.load(context.services.accounts.findMany, id);
  return user && toUser(user);
}

/** The rest of the request has the permissions of the new token, for example to read the account in the response. */
async function continuing(context: RequestContext, loggedIn: Promise<SessionToken>): Promise<SessionToken> {
  const sessionToken = await loggedIn;
  await context.continueWith(sessionToken.token);
  return sessionToken;
}

/** Accounts and their tokens. */
@Resolver()
export class AccountsResolver {
  @Query(() => User, { description: 'The caller’s account.' })
  async me(@Ctx() context: RequestContext): Promise<User> {
    return loadUser(context, context.callerId);
  }

  @Query(() => User, {
    nullable: true,
    description:
      'An account, by its id or its email address. The result includes only what the caller may see.',
  })
  async user(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { nullable: true, description: 'Id of the account.' }) id?: string,
    @Arg('email', () => String, { nullable: true, description: 'Email address of the account.' })
    email?: string,
  ): Promise<User | null> {
    const userId = await context.load(context.services.accounts.resolveIds, id ?? email ?? '');
    return userId === null ? null : findUser(context, userId);
  }

  @Query(() => TokenInfo, { description: 'The caller behind a token.' })
  async tokenInfo(
    @Ctx() { caller, services }: RequestContext,
    @Arg('token', () => String, {
      nullable: true,
      description: 'The token; the caller’s own if absent. Trusted servers may check other tokens.',
    })
    token?: string,
  ): Promise<TokenInfo> {
    const holder = token === undefined ? caller : (await services.identity.identifyCaller(token))?.caller;
    if (!holder || holder.kind === 'anonymous') throw notFound('The token is not valid.');
    const { userId, expiresTime, identityProvider } = holder;
    return { isServer: holder.kind === 'server', userId, expiresTime, identityProvider };
  }

  @TakesNoKey('The caller may have no account that a key could belong to.')
  @Mutation(() => SessionTokenPayload, { description: 'Creates an account and logs in to it.' })
  createUser(@Ctx() context: RequestContext, @Arg('input') input: CreateUserInput): Promise<SessionToken> {
    return continuing(context, context.services.auth.signUp(input, context.origin));
  }

  @Mutation(() => UpdateUserPayload, { description: 'Changes the caller’s account.' })
  updateMe(@Ctx() context: RequestContext, @Arg('input') changes: UpdateMeInput): Promise<UpdateUserPayload> {
    return this.updateUser(context, { ...changes, userId: context.callerId });
  }

  @Mutation(() => UpdateUserPayload, {
    description: 'Changes an account. For its owner, custodians and trusted servers.',
  })
  async updateUser(
    @Ctx() { services, caller, origin }: RequestContext,
    @Arg('input') { userId, keepOtherSessions, ...changes }: UpdateUserInput,
  ): Promise<UpdateUserPayload> {
    if (caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
    const options = { keepOtherSessions, address: origin.address };
    return {
      user: toUser(await services.accountUpdates.update(userId.toLowerCase(), changes, caller, options)),
    };
  }

  @Mutation(() => RemovedPayload, {
    description:
      'Deletes an account and all of its data, irreversibly. Its tokens are revoked at once; the rest follows.',
  })
  async deleteUser(
    @Ctx() context: RequestContext,
    @Arg('input') { userId: named, password }: DeleteUserInput,
  ): Promise<RemovedPayload> {
    const { services, caller, callerId, origin } = context;
    const userId = named?.toLowerCase() ?? callerId;
    await services.accountDeletions.delete(userId, caller, password, origin);
    return removed(userId);
  }

  @Mutation(() => UpdateUserPayload, {
    description:
      'Disables an account: its sessions end at once and nobody can log in to it. For trusted servers.',
  })
  async disableUser(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DisableUserInput,
  ): Promise<UpdateUserPayload> {
    return { user: toUser(await services.accountUpdates.disable(userId.toLowerCase())) };
  }

  @Mutation(() => UpdateUserPayload, {
    description: 'Enables a disabled account; its owner has to log in again. For trusted servers.',
  })
  async enableUser(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: DisableUserInput,
  ): Promise<UpdateUserPayload> {
    return { user: toUser(await services.accountUpdates.enable(userId.toLowerCase())) };
  }

  @TakesNoKey('The caller may have no account that a key could belong to.')
  @Mutation(() => SessionTokenPayload, { description: 'Logs in with email address and password.' })
  logIn(@Ctx() context: RequestContext, @Arg('input') input: LogInInput): Promise<SessionToken> {
    return continuing(context, context.services.auth.logIn(input, context.origin));
  }

  @TakesNoKey('The caller may have no account that a key could belong to.')
  @Mutation(() => SessionTokenPayload, { description: 'Logs in a trusted server with the shared secret.' })
  logInServer(
    @Ctx() { services, origin }: RequestContext,
    @Arg('input') input: LogInServerInput,
  ): Promise<SessionToken> {
    return services.auth.logInServer(input.name, input.secret, origin);
  }

  @TakesNoKey('Each token is new.')
  @Mutation(() => SessionTokenPayload, {
    description: 'Issues a new token for the caller’s session. The old one stays valid.',
  })
  renewSession(@Ctx() { services, caller }: RequestContext): Promise<SessionToken> {
    const pair = caller.kind === 'anonymous' ? caller.pair : caller.token;
    if (pair !== undefined && parseTokenPair(pair)) return services.tokenPairs.renew(pair);
    if (caller.kind === 'anonymous') throw new Error('A rule let a stranger through.');
    return services.auth.renew(caller);
  }

  @Mutation(() => DonePayload, {
    description: 'Ends the caller’s session, if there is one.',
  })
  async logOut(@Ctx() { services, caller }: RequestContext): Promise<DonePayload> {
    const pair = caller.kind === 'anonymous' ? caller.pair : caller.token;
    if (pair === undefined || !(await services.tokenPairs.end(pair))) await services.auth.logOut(caller);
    return { done: true };
  }
}

/** The account of a token. */
@Resolver(() => SessionTokenPayload)
export class SessionTokenResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'The account; absent for trusted servers.',
  })
  user(@Root() token: SessionTokenPayload, @Ctx() context: RequestContext): Promise<User> | null {
    return token.isServer ? null : loadUser(context, token.userId);
  }
}

/** The account after a change. */
export const ChangedAccountEdges = payloadEdges(ChangedAccountPayload, {
  user: {
    type: () => User,
    description: 'The account after the change; absent if there is none.',
    load: ({ userId }, context) => (userId === null ? null : findUser(context, userId)),
  },
});

/** The payload of a mutation that has changed what belongs to an account. */
export const changedAccount = (userId: string | null): ChangedAccountPayload => ({ done: true, userId });
