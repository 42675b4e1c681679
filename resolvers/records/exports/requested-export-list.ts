import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { RequestContext } from '../../../src/request/request-context';
import { User } from '../../identity/auth/accounts.types';
import { fromCursor, toCursor } from '../data/cursor';
import { pageComplexity, pageInfo, pageSize } from '../../paging';
import {
  RequestedExportArguments,
  RequestedExportConnection,
  toRequestedExport,
} from './requested-exports.types';

/** The position of an export in a list: time of the request, id. */
const exportPlace = z.tuple([z.int(), z.string().regex(/^[0-9a-f]{32}$/)]);

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
    @Args(() => RequestedExportArguments) { first, after }: RequestedExportArguments,
  ): Promise<RequestedExportConnection> {
    const size = pageSize(first);
    const place = after === undefined ? undefined : fromCursor(after, exportPlace);
    const question = {
      requesterId: user.id,
      userIds: await viewableSubjects(context, user.id),
      after: place,
      size: size + 1,
    };
    const found = await context.load(context.services.requestedExports.pages, question);
    const edges = found.slice(0, size).map((requested) => ({
      cursor: toCursor(requested.createdTime, requested.id),
      node: toRequestedExport(requested),
    }));
    return { edges, pageInfo: pageInfo(edges, found.length > size, place !== undefined) };
  }
}

/** Those of the caller's exports whose records the caller may view now. */
async function viewableSubjects(context: RequestContext, requesterId: string): Promise<string[]> {
  const subjects = await context.load(context.services.requestedExports.subjects, requesterId);
  const held = await Promise.all(subjects.map((id) => context.permissionsOn(id)));
  return subjects.filter((_id, index) => held[index]?.has('root') || held[index]?.has('view'));
}
