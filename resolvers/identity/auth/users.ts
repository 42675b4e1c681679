import { Args, Ctx, Query, Resolver } from 'type-graphql';
import {
  accountsOrder,
  type AccountQuestion,
} from '../../../src/identity/accounts/account-directory.service';
import { RequestContext } from '../../../src/request/request-context';
import { toUser, type User } from './accounts.types';
import { noteShown } from '../../care/messages/note-shown';
import { keyedPage, pageComplexity } from '../../paging';
import { UserArguments, UserConnection } from './users.types';

/** Lists of accounts. */
@Resolver()
export class UsersResolver {
  @Query(() => UserConnection, {
    description: 'Accounts by id or by role. For trusted servers.',
    complexity: pageComplexity,
  })
  users(
    @Ctx() { services }: RequestContext,
    @Args(() => UserArguments) { first, after, last, before, ...question }: UserArguments,
  ): Promise<UserConnection> {
    return keyedPage(
      { field: 'Query.users', order: accountsOrder(question), counts: true },
      { first, after, last, before },
      (part) => services.accountDirectory.page(question, part),
      toUser,
    );
  }

  /** `users` without pagination. */
  static async all(context: RequestContext, question: AccountQuestion): Promise<User[]> {
    const users = await context.services.accountDirectory.find(question);
    await noteShown(
      context,
      'Query.users',
      users.map(({ id }) => id),
    );
    return users.map(toUser);
  }
}
