import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import type { MetricsKind } from '../../../src/records/metrics/metrics-event.entity';
import { eventsOrder } from '../../../src/records/metrics/metrics.service';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from '../../identity/auth/accounts.types';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { keyedPage, pageComplexity } from '../../paging';
import { DateTime, JsonObject } from '../../scalars';
import { TakesNoKey } from '../../repeatable';

/** Kinds of events in the graph. */
export const MetricsKindName = { USER: 'user', THIS_USER: 'thisuser', SERVER: 'server' } as const;

registerEnumType(MetricsKindName, {
  name: 'MetricsKind',
  description: 'The subject of an event.',
  valuesConfig: {
    USER: { description: 'A named account. Needs no token.' },
    THIS_USER: { description: 'The caller’s account.' },
    SERVER: { description: 'A named server. For trusted servers only.' },
  },
});

@InputType({ description: 'A usage event to report. The account is not stored, only a hash of its id.' })
export class RecordMetricsEventInput {
  @Field(() => MetricsKindName, { description: 'The subject of the event.' })
  kind!: MetricsKind;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the account or name of the server; not used for events about the caller.',
  })
  subject?: string;

  @Field({ description: 'Name of the event: any text.' })
  eventName!: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Additional details, such as a version. JSON, because each event has keys of its own.',
  })
  attributes?: Record<string, unknown>;
}

@ObjectType({ description: 'A reported usage event.' })
export class MetricEvent {
  @Field(() => ID, { description: 'Id of the event.' })
  id!: string;

  @Field(() => MetricsKindName, { description: 'The subject of the event.' })
  kind!: MetricsKind;

  @Field({
    description: 'Ten characters that stand for the account or server, always the same for the same one.',
  })
  subjectHash!: string;

  @Field({ description: 'Name of the event.' })
  eventName!: string;

  @Field(() => JsonObject, {
    description: 'Additional details. JSON, because each event has keys of its own.',
  })
  attributes!: object;

  @Field(() => DateTime, { description: 'When it was reported.' })
  receivedTime!: number;
}

@ObjectType({ description: 'An event and its cursor.' })
export class MetricEventEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The event.' })
  node!: MetricEvent;
}

@ObjectType({ description: 'A page of events, newest first.' })
export class MetricEventConnection {
  @Field(() => [MetricEventEdge], { description: 'The events of the page.' })
  edges!: MetricEventEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MetricEventArguments extends pageArguments('events') {
  @Field(() => MetricsKindName, { nullable: true, description: 'Only events with this subject.' })
  kind?: MetricsKind;

  @Field(() => String, { nullable: true, description: 'Only events with this name.' })
  eventName?: string;

  @Field(() => String, { nullable: true, description: 'Only those about this account or server.' })
  subject?: string;

  @Field(() => DateTime, { nullable: true, description: 'Only events at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only events before this instant.' })
  to?: number;
}

/** Usage metrics reported by clients. */
@Resolver()
export class MetricsResolver {
  @Query(() => MetricEventConnection, {
    description: 'Reported events, newest first. For trusted servers.',
    complexity: pageComplexity,
  })
  metricEvents(
    @Ctx() { services }: RequestContext,
    @Args(() => MetricEventArguments) { first, after, last, before, ...filter }: MetricEventArguments,
  ): Promise<MetricEventConnection> {
    return keyedPage(
      { field: 'Query.metricEvents', order: eventsOrder, counts: true },
      { first, after, last, before },
      (part) => services.metrics.list(filter, part),
      (event) => Object.assign(new MetricEvent(), event),
    );
  }

  @TakesNoKey('Whether an event is stored is not known when it is answered.')
  @Mutation(() => DonePayload, {
    description:
      'Reports a usage event. It is stored later, and the response does not tell whether that succeeded.',
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
