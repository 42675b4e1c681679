import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { badInput } from '../src/errors';
import { RequestContext } from '../src/request/request-context';
import type { SummaryType } from '../src/summaries/summary.entity';
import { summaryEvents, type SummaryEvent } from '../src/summaries/summary-events';
import { User } from './accounts.types';
import { listensTo, Since } from './subscribe';
import {
  DataSummaryType,
  OutdatedSummaries,
  RecomputeSummaryInput,
  Summary,
  SummaryChange,
  SummaryPayload,
} from './summaries.types';
import { toSummary } from './to-summary';

interface OfUser {
  userId: string;
}

const largestPage = 1_000;

function checkedSize(first: number): number {
  if (first >= 1 && first <= largestPage) return first;
  throw badInput(`The argument "first" lies between 1 and ${largestPage}.`);
}

const TypeArgument = () =>
  Arg('type', () => DataSummaryType, { description: 'Which summary of the account.' });

const FirstArgument = () =>
  Arg('first', () => Int, { defaultValue: 100, description: 'How many accounts at most, up to 1,000.' });

async function load(context: RequestContext, userId: string, type: SummaryType): Promise<Summary | null> {
  const found = await context.load(context.services.summaries.findMany, { userId, type });
  return found && toSummary(found);
}

/** Statistics of glucose. */
@Resolver(() => User)
export class SummariesResolver {
  @Query(() => Summary, {
    nullable: true,
    description: 'Statistics of an account’s glucose records; absent when none count.',
  })
  summary(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'The account.' }) userId: string,
    @TypeArgument() type: SummaryType,
  ): Promise<Summary | null> {
    return load(context, userId, type);
  }

  @FieldResolver(() => Summary, {
    nullable: true,
    name: 'summary',
    description: 'Statistics of the account’s glucose records; absent when none count.',
  })
  summaryOfUser(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @TypeArgument() type: SummaryType,
  ): Promise<Summary | null> {
    return load(context, id, type);
  }

  @Mutation(() => SummaryPayload, {
    description: 'Brings a summary up to date at once. Otherwise that happens within a minute.',
  })
  async recomputeSummary(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, type }: RecomputeSummaryInput,
  ): Promise<SummaryPayload> {
    const summary = await services.summaries.recompute({ userId, type });
    return { summary: summary && toSummary(summary) };
  }

  @Query(() => OutdatedSummaries, {
    description: 'Accounts whose summaries of a type are out of date. For trusted servers.',
  })
  async outdatedSummaries(
    @Ctx() { services }: RequestContext,
    @TypeArgument() type: SummaryType,
    @FirstArgument() first: number,
  ): Promise<OutdatedSummaries> {
    const found = await services.summaries.outdated(type, checkedSize(first));
    return {
      userIds: found.map(({ userId }) => userId),
      start: found[0]?.since ?? null,
      end: found.at(-1)?.since ?? null,
    };
  }

  @Query(() => [ID], {
    description:
      'Accounts whose summaries of a type were made in an older way, those that were calculated longest ago first. For trusted servers.',
  })
  migratableSummaries(
    @Ctx() { services }: RequestContext,
    @TypeArgument() type: SummaryType,
    @FirstArgument() first: number,
  ): Promise<string[]> {
    return services.summaries.migratable(type, checkedSize(first));
  }

  @Subscription(() => SummaryChange, {
    description: 'Summaries of an account, each time that one has been calculated.',
    subscribe: listensTo(({ userId }: OfUser) => summaryEvents(userId)),
  })
  async summaryChanged(
    @Root() { type }: SummaryEvent,
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'The account.' }) userId: string,
    @Since() _since?: string,
  ): Promise<SummaryChange> {
    return { type, summary: await load(context, userId, type) };
  }
}
