import { newestFirst } from '../../../src/platform/list-part';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { badInput, notFound } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../../identity/auth/accounts';
import { DataSource, toDataSource } from './data-sources.types';
import { keyedPage, pageComplexity } from '../../paging';
import {
  CreateProviderSessionInput,
  DeleteProviderSessionInput,
  DeleteProviderSessionsInput,
  ProviderSession,
  ProviderSessionArguments,
  ProviderSessionConnection,
  ProviderSessionFilter,
  ProviderSessionPayload,
  type ProviderSessionUpdateInput,
  toProviderSession,
  UpdateProviderSessionInput,
} from './provider-sessions.types';
import type { ProviderSessionEntity } from '../../../src/records/data-sources/provider-session.entity';
import {
  providerSessionBody,
  providerSessionReplacement,
} from '../../../src/records/data-sources/provider-session-body';
import { requiredBodyIn } from '../data/table-inputs';
import type { ProviderToken } from '../../../src/records/data-sources/provider-token';
import { Repeatable } from '../../repeatable';
import { removed, removedAll, RemovedAllPayload, RemovedPayload } from '../../removed-payload';

/** A session with its token, for trusted servers that fetch data with it. */
export interface SessionWithToken {
  session: ProviderSession;
  token: ProviderToken | null;
}

/** The fields that are null. */
const clearedIn = (set: ProviderSessionUpdateInput) =>
  (['externalId', 'oauthToken'] as const).filter((field) => set[field] === null);

function assertNarrow({ userId, externalId }: ProviderSessionFilter): void {
  if (userId == null && externalId == null)
    throw badInput('Of which account or external id? One of userId and externalId is needed.');
}

/** Their list: of everybody whom the filter matches. */
const sessionList = { field: 'Query.providerSessions', order: newestFirst, counts: true };

/** The session with this id, through the loader of the request. Throws if it does not exist. */
export async function loadProviderSession(context: RequestContext, id: string): Promise<ProviderSession> {
  const found = await context.load(context.services.providerSessions.findMany, id);
  if (!found) throw notFound('There is no provider session with this id.');
  return toProviderSession(found);
}

/** The payload for a session that an earlier request has created. */
const sessionAgain = async (context: RequestContext, created: string): Promise<ProviderSessionPayload> => ({
  providerSession: await loadProviderSession(context, created),
});

/** Sessions at data providers on behalf of accounts. */
@Resolver(() => ProviderSession)
export class ProviderSessionsResolver {
  @Query(() => ProviderSession, { description: 'A provider session by its id. For trusted servers.' })
  providerSession(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the session.' }) id: string,
  ): Promise<ProviderSession> {
    return loadProviderSession(context, id);
  }

  @FieldResolver(() => DataSource, { nullable: true, description: 'The linked data source.' })
  async dataSource(
    @Root() { id }: ProviderSession,
    @Ctx() context: RequestContext,
  ): Promise<DataSource | null> {
    const source = await context.load(context.services.dataSources.findOfSessions, id);
    return source && toDataSource(source, true);
  }

  @Query(() => ProviderSessionConnection, {
    description: 'Provider sessions, newest first. For trusted servers.',
    complexity: pageComplexity,
  })
  providerSessions(
    @Ctx() context: RequestContext,
    @Args(() => ProviderSessionArguments) { filter, ...place }: ProviderSessionArguments,
  ): Promise<ProviderSessionConnection> {
    assertNarrow(filter);
    return keyedPage(
      sessionList,
      place,
      (part) => context.load(context.services.providerSessions.lists, { filter, ...part }),
      toProviderSession,
    );
  }

  @Repeatable(sessionAgain)
  @Mutation(() => ProviderSessionPayload, {
    description: 'Creates a provider session and links a data source to it. For trusted servers.',
  })
  async createProviderSession(
    @Ctx() context: RequestContext,
    @Arg('input') input: CreateProviderSessionInput,
  ): Promise<ProviderSessionPayload> {
    await loadUser(context, input.userId);
    const body = requiredBodyIn(input, {
      type: providerSessionBody,
      typed: 'details',
      json: 'providerSession',
    });
    const created = await context.services.providerSessions.create(input.userId, body);
    return { providerSession: toProviderSession(created) };
  }

  @Mutation(() => ProviderSessionPayload, {
    description: 'Changes the token or the external id of a provider session. For trusted servers.',
  })
  async updateProviderSession(
    @Ctx() { services: { providerSessions } }: RequestContext,
    @Arg('input') input: UpdateProviderSessionInput,
  ): Promise<ProviderSessionPayload> {
    const { id, set } = input;
    const body = requiredBodyIn(input, {
      type: providerSessionReplacement,
      typed: 'set',
      json: 'replacement',
    });
    const changed = set
      ? providerSessions.change(id, body, clearedIn(set))
      : providerSessions.replace(id, body);
    return { providerSession: toProviderSession(await changed) };
  }

  @Mutation(() => RemovedPayload, {
    description: 'Ends a provider session and disconnects its data source. For trusted servers.',
  })
  async deleteProviderSession(
    @Ctx() { services }: RequestContext,
    @Arg('input') { id }: DeleteProviderSessionInput,
  ): Promise<RemovedPayload> {
    await services.providerSessions.delete(id);
    return removed(id);
  }

  @Mutation(() => RemovedAllPayload, {
    description: 'Ends all provider sessions that match. For trusted servers.',
  })
  async deleteProviderSessions(
    @Ctx() { services }: RequestContext,
    @Arg('input') { filter }: DeleteProviderSessionsInput,
  ): Promise<RemovedAllPayload> {
    assertNarrow(filter);
    return removedAll(await services.providerSessions.deleteAll(filter));
  }

  /** `createProviderSession` for trusted servers outside the graph, which has no provider tokens. */
  static async createWithToken(
    context: RequestContext,
    userId: string,
    body: unknown,
  ): Promise<SessionWithToken> {
    await loadUser(context, userId);
    return withToken(context, await context.services.providerSessions.create(userId, body));
  }

  /** `updateProviderSession` with the token. */
  static async replaceWithToken(
    context: RequestContext,
    id: string,
    body: unknown,
  ): Promise<SessionWithToken> {
    return withToken(context, await context.services.providerSessions.replace(id, body));
  }

  /** `providerSession` with the token. */
  static async findWithToken(context: RequestContext, id: string): Promise<SessionWithToken> {
    return withToken(context, await context.services.providerSessions.find(id));
  }

  /** `providerSessions` with their tokens. */
  static async listWithTokens(
    context: RequestContext,
    filter: ProviderSessionFilter,
    place: { first: number; after?: string },
  ): Promise<SessionWithToken[]> {
    assertNarrow(filter);
    const { edges } = await keyedPage(
      sessionList,
      place,
      (part) => context.load(context.services.providerSessions.lists, { filter, ...part }),
      (session) => session,
    );
    return Promise.all(edges.map(({ node }) => withToken(context, node)));
  }
}

async function withToken(
  { services }: RequestContext,
  session: ProviderSessionEntity,
): Promise<SessionWithToken> {
  return {
    session: toProviderSession(session),
    token: await services.providerSessions.decryptToken(session),
  };
}
