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
import { badInput } from '../../../src/platform/errors';
import { RequestContext } from '../../../src/request/request-context';
import type { SummaryType } from '../../../src/care/summaries/summary.entity';
import { summaryEvents, type SummaryEvent } from '../../../src/care/summaries/summary-events';
import { User } from '../../identity/auth/accounts.types';
import { listensTo, Since } from '../../subscribe';
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

const TypeArgument = () => Arg('type', () => DataSummaryType, { description: 'Type of the summary.' });

const FirstArgument = () =>
  Arg('first', () => Int, { defaultValue: 100, description: 'Maximum number of accounts, up to 1,000.' });

async function load(context: RequestContext, userId: string, type: SummaryType): Promise<Summary | null> {
  const found = await context.load(context.services.summaries.findMany, { userId, type });
  return found && toSummary(found);
}

/** Glucose statistics. */
@Resolver(() => User)
export class SummariesResolver {
  @Query(() => Summary, {
    nullable: true,
    description: 'Statistics of an account’s glucose records; absent if none count.',
  })
  summary(
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
    @TypeArgument() type: SummaryType,
  ): Promise<Summary | null> {
    return load(context, userId, type);
  }

  @FieldResolver(() => Summary, {
    nullable: true,
    name: 'summary',
    description: 'Statistics of the account’s glucose records; absent if none count.',
  })
  summaryOfUser(
    @Root() { id }: User,
    @Ctx() context: RequestContext,
    @TypeArgument() type: SummaryType,
  ): Promise<Summary | null> {
    return load(context, id, type);
  }

  @Mutation(() => SummaryPayload, {
    description: 'Updates a summary at once. Otherwise it is updated within a minute.',
  })
  async recomputeSummary(
    @Ctx() { services }: RequestContext,
    @Arg('input') { userId, type }: RecomputeSummaryInput,
  ): Promise<SummaryPayload> {
    const summary = await services.summaries.recompute({ userId, type });
    return { summary: summary && toSummary(summary) };
  }

  @Query(() => OutdatedSummaries, {
    description: 'Accounts with outdated summaries of a type. For trusted servers.',
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
      'Accounts with summaries of a type from an older schema version, least recently calculated first. For trusted servers.',
  })
  migratableSummaries(
    @Ctx() { services }: RequestContext,
    @TypeArgument() type: SummaryType,
    @FirstArgument() first: number,
  ): Promise<string[]> {
    return services.summaries.migratable(type, checkedSize(first));
  }

  @Subscription(() => SummaryChange, {
    description: 'Emits each recalculated summary of an account.',
    subscribe: listensTo(({ userId }: OfUser) => summaryEvents(userId)),
  })
  async summaryChanged(
    @Root() { type }: SummaryEvent,
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) userId: string,
    @Since() _since?: string,
  ): Promise<SummaryChange> {
    return { type, summary: await load(context, userId, type) };
  }
}
