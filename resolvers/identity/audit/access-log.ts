import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { entriesOrder } from '../../../src/identity/audit/list-entries';
import { RequestContext } from '../../../src/request/request-context';
import { AccessLogArguments, AccessLogConnection, AccessLogEntry } from './access-log.types';
import { toUser, User } from '../auth/accounts.types';
import { keyedPage, pageComplexity } from '../../paging';

/** The access log: who read or changed whose data. */
@Resolver(() => User)
export class AccessLogResolver {
  @FieldResolver(() => AccessLogConnection, {
    description:
      'The access log of the account: who read or changed its data, was denied access, or logged in; newest first.',
    complexity: pageComplexity,
  })
  accessLog(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => AccessLogArguments) { from, to, ...page }: AccessLogArguments,
  ): Promise<AccessLogConnection> {
    return keyedPage(
      { field: 'User.accessLog', of: user.id, order: entriesOrder },
      page,
      (part) => context.load(context.services.audit.pages, { subjectId: user.id, from, to, ...part }),
      (entry) => Object.assign(new AccessLogEntry(), entry),
    );
  }
}

/** The account that acted. */
@Resolver(() => AccessLogEntry)
export class AccessLogEntryResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The account of the actor, visible to callers with a relationship to them; absent once deleted.',
  })
  async actor(@Root() { actorId }: AccessLogEntry, @Ctx() context: RequestContext): Promise<User | null> {
    const user = actorId === null ? null : await context.load(context.services.accounts.findMany, actorId);
    return user && toUser(user);
  }
}
