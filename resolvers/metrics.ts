import { Arg, Ctx, Field, InputType, Mutation, registerEnumType, Resolver } from 'type-graphql';
import type { MetricsKind } from '../src/metrics/metrics-event.entity';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import { JsonObject } from './scalars';

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

/** What clients report of their use. */
@Resolver()
export class MetricsResolver {
  @Mutation(() => DonePayload, {
    description:
      'Reports an event for statistics. It is stored later, and nobody learns whether that worked.',
  })
  recordMetricsEvent(
    @Ctx() { services, caller }: RequestContext,
    @Arg('input') { kind, subject = '', eventName, attributes = {} }: RecordMetricsEventInput,
  ): DonePayload {
    const callers = kind === 'thisuser' && caller.kind === 'user';
    services.metrics.record({ kind, subject: callers ? caller.userId : subject, eventName, attributes });
    return { done: true };
  }
}
