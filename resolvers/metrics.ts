import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import type { MetricsKind } from '../src/metrics/metrics-event.entity';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { PageInfo } from './page-info';
import { countedPage, pageComplexity } from './paging';
import { DateTime, JsonObject } from './scalars';

/** Kinds of events as the graph spells them. */
export const MetricsKindName = { USER: 'user', THIS_USER: 'thisuser', SERVER: 'server' } as const;

registerEnumType(MetricsKindName, {
  name: 'MetricsKind',
  description: 'Who an event is about.',
  valuesConfig: {
    USER: { description: 'An account that is named. Needs no token.' },
    THIS_USER: { description: 'The account of the caller.' },
    SERVER: { description: 'A server that is named. For trusted servers only.' },
  },
});

@InputType({ description: 'Something to be counted. The account is not stored, only a hash of its id.' })
export class RecordMetricsEventInput {
  @Field(() => MetricsKindName, { description: 'Who the event is about.' })
  kind!: MetricsKind;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the account or name of the server; not for events of the caller.',
  })
  subject?: string;

  @Field({ description: 'Name of the event: any text.' })
  eventName!: string;

  @Field(() => JsonObject, { nullable: true, description: 'What else there is to tell, such as a version.' })
  attributes?: Record<string, unknown>;
}

@ObjectType({ description: 'Something that was counted.' })
export class MetricEvent {
  @Field(() => ID, { description: 'Id of the event.' })
  id!: string;

  @Field(() => MetricsKindName, { description: 'Who the event is about.' })
  kind!: MetricsKind;

  @Field({ description: 'Ten characters that stand for the account or server; those of one are the same.' })
  subjectHash!: string;

  @Field({ description: 'Name of the event.' })
  eventName!: string;

  @Field(() => JsonObject, { description: 'What else was told.' })
  attributes!: object;

  @Field(() => DateTime, { description: 'When it was reported.' })
  receivedTime!: number;
}

@ObjectType({ description: 'An event and its place in the list.' })
export class MetricEventEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field({ description: 'The event.' })
  node!: MetricEvent;
}

@ObjectType({ description: 'A page of events, newest first.' })
export class MetricEventConnection {
  @Field(() => [MetricEventEdge], { description: 'The events of the page.' })
  edges!: MetricEventEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MetricEventArguments {
  @Field(() => Int, { description: 'How many events at most, up to 1,000.', defaultValue: 20 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;

  @Field(() => MetricsKindName, { nullable: true, description: 'Only events of this kind.' })
  kind?: MetricsKind;

  @Field(() => String, { nullable: true, description: 'Only events of this name.' })
  eventName?: string;

  @Field(() => String, { nullable: true, description: 'Only those about this account or server.' })
  subject?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only events of this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only earlier events.' })
  to?: number;
}

/** What clients report of their use. */
@Resolver()
export class MetricsResolver {
  @Query(() => MetricEventConnection, {
    description: 'Reported events, newest first. For trusted servers.',
    complexity: pageComplexity,
  })
  metricEvents(
    @Ctx() { services }: RequestContext,
    @Args(() => MetricEventArguments) { first, after, ...filter }: MetricEventArguments,
  ): Promise<MetricEventConnection> {
    return countedPage(
      { first, after },
      (offset, size) => services.metrics.list(filter, offset, size),
      (event) => Object.assign(new MetricEvent(), event),
    );
  }

  @Mutation(() => DonePayload, {
    description:
      'Reports an event for statistics. It is stored later, and nobody learns whether that worked.',
  })
  async recordMetricsEvent(
    @Ctx() { services: { metrics }, caller, origin }: RequestContext,
    @Arg('input') { kind, subject = '', eventName, attributes = {} }: RecordMetricsEventInput,
  ): Promise<DonePayload> {
    const callers = kind === 'thisuser' && caller.kind === 'user';
    const event = { kind, subject: callers ? caller.userId : subject, eventName, attributes };
    if (caller.kind === 'anonymous' && !caller.reportsMetrics)
      await metrics.recordAnonymous(event, origin.address);
    else metrics.record(event);
    return { done: true };
  }
}
