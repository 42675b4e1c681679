import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { RequestContext } from '../../../src/request/request-context';
import { AccessLogArguments, AccessLogConnection, AccessLogEntry } from './access-log.types';
import { toUser, User } from '../auth/accounts.types';
import { fromCursor, toCursor } from '../../records/data/cursor';
import { pageComplexity, pageInfo, pageSize } from '../../paging';

/** The position of an entry in a list: its time and id. */
const entryPlace = z.tuple([z.int(), z.string().regex(/^[0-9a-f]{32}$/)]);

/** The access log: who read or changed whose data. */
@Resolver(() => User)
export class AccessLogResolver {
  @FieldResolver(() => AccessLogConnection, {
    description:
      'The access log of the account: who read or changed its data, was denied access, or logged in; newest first.',
    complexity: pageComplexity,
  })
  async accessLog(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => AccessLogArguments) { first, after, from, to }: AccessLogArguments,
  ): Promise<AccessLogConnection> {
    const size = pageSize(first);
    const place = after === undefined ? undefined : fromCursor(after, entryPlace);
    const question = { subjectId: user.id, from, to, after: place, size: size + 1 };
    const found = await context.load(context.services.audit.pages, question);
    const edges = found.slice(0, size).map((entry) => ({
      cursor: toCursor(entry.time, entry.id),
      node: Object.assign(new AccessLogEntry(), entry),
    }));
    return { edges, pageInfo: pageInfo(edges, found.length > size, place !== undefined) };
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
