import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { SessionEntity } from '../../../src/identity/auth/session.entity';
import { sessionEvents, type SessionsEnded } from '../../../src/identity/auth/session-events';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from './accounts.types';
import { keyedPage, pageComplexity } from '../../paging';
import {
  EndSessionInput,
  EndUserSessionsInput,
  Session,
  SessionArguments,
  SessionConnection,
  SessionEnd,
} from './sessions.types';
import { removed, RemovedPayload } from '../../removed-payload';
import { listensTo, Since } from '../../subscribe';

/** Maps a session of the caller to its GraphQL type. */
export const toSession = ({ caller }: RequestContext, session: SessionEntity): Session =>
  Object.assign(new Session(), {
    ...session,
    client: session.clientId,
    current: caller.kind !== 'anonymous' && caller.sessionId === session.id,
  });

/** Sessions of accounts. */
@Resolver()
export class SessionsResolver {
  @Query(() => SessionConnection, {
    description: 'The caller’s active sessions, newest first.',
    complexity: pageComplexity,
  })
  mySessions(
    @Ctx() context: RequestContext,
    @Args(() => SessionArguments) place: SessionArguments,
  ): Promise<SessionConnection> {
    const { callerId: userId, services } = context;
    return keyedPage(
      { field: 'Query.mySessions', of: userId, order: newestFirst, counts: true },
      place,
      (part) => context.load(services.sessions.lists, { userId, ...part }),
      (session) => toSession(context, session),
    );
  }

  @Mutation(() => RemovedPayload, {
    description:
      'Ends one of the caller’s sessions, such as one on a lost phone, and revokes its tokens at once. Third-party clients that take part in it have to ask for consent again.',
  })
  async endSession(
    @Ctx() context: RequestContext,
    @Arg('input') { id }: EndSessionInput,
  ): Promise<RemovedPayload> {
    await context.services.sessions.endOwn(context.callerId, id);
    return removed(id);
  }

  @Mutation(() => DonePayload, {
    description:
      'Ends all sessions of an account and revokes their tokens at once. Also deletes its restricted tokens, except those that connect data sources, and its consents to third-party clients. For trusted servers.',
  })
  async endUserSessions(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId }: EndUserSessionsInput,
  ): Promise<DonePayload> {
    await services.sessions.endAll(userId.toLowerCase());
    return { done: true };
  }

  @Subscription(() => SessionEnd, {
    description:
      'Emits when sessions of the caller end. The end of the subscriber’s own session is the last event on the connection.',
    subscribe: listensTo((_args, { callerId }) => sessionEvents(callerId)),
  })
  mySessionEnded(
    @Root() { sessionIds }: SessionsEnded,
    @Ctx() { sessionId }: RequestContext,
    @Since() _since?: string,
  ): SessionEnd {
    return { sessionIds, current: sessionId !== undefined && sessionIds.includes(sessionId) };
  }
}
