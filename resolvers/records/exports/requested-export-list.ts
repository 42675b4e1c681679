import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { newestFirst } from '../../../src/platform/list-part';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import { keyedPage, pageComplexity } from '../../paging';
import {
  RequestedExportArguments,
  RequestedExportConnection,
  toRequestedExport,
} from './requested-exports.types';

/** Exports requested by an account. */
@Resolver(() => User)
export class RequestedExportListResolver {
  @FieldResolver(() => RequestedExportConnection, {
    nullable: true,
    description:
      'Exports that the account has requested, newest first. Exports of records that it may no longer view are omitted. For the account itself.',
    complexity: pageComplexity,
  })
  async requestedExports(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => RequestedExportArguments) page: RequestedExportArguments,
  ): Promise<RequestedExportConnection> {
    const userIds = await viewableSubjects(context, user.id);
    return keyedPage(
      { field: 'User.requestedExports', of: user.id, order: newestFirst },
      page,
      (part) =>
        context.load(context.services.requestedExports.pages, { requesterId: user.id, userIds, ...part }),
      toRequestedExport,
    );
  }
}

/** Those of the caller's exports whose records the caller may view now. */
async function viewableSubjects(context: RequestContext, requesterId: string): Promise<string[]> {
  const subjects = await context.load(context.services.requestedExports.subjects, requesterId);
  const held = await Promise.all(subjects.map((id) => context.permissionsOn(id)));
  return subjects.filter((_id, index) => held[index]?.has('root') || held[index]?.has('view'));
}
