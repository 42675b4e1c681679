import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { OutboxMessageEntity } from '../../../src/platform/outbox/outbox-message.entity';
import { describeOutbox, type OutboxState } from '../../../src/platform/outbox/outbox-queue.service';
import { pageArguments } from '../../page-arguments';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

/** States of outbox messages in the graph. */
export const OutboxStateName = {
  WAITING: 'waiting',
  DELIVERING: 'delivering',
  FAILING: 'failing',
} as const;

registerEnumType(OutboxStateName, {
  name: 'OutboxState',
  description: 'State of a message in the outbox.',
  valuesConfig: {
    WAITING: { description: 'Waits for its first delivery.' },
    DELIVERING: { description: 'It is being delivered.' },
    FAILING: { description: 'Could not be delivered so far, and is retried after a pause.' },
  },
});

@ObjectType({
  description: 'A mail or another effect that the service owes to a change, without its content.',
})
export class OutboxMessage {
  @Field(() => ID, { description: 'Id of the message.' })
  id!: string;

  @Field({ description: 'What it causes, such as `mail`.' })
  topic!: string;

  @Field(() => OutboxStateName, { description: 'Whether it is waiting, on its way, or failing and retried.' })
  state!: OutboxState;

  @Field(() => Int, { description: 'Number of failed deliveries.' })
  attempts!: number;

  @Field(() => DateTime, { description: 'When the change took place.' })
  createdTime!: number;

  @Field(() => DateTime, { description: 'When it is delivered next, at the earliest.' })
  dueTime!: number;

  @Field(() => String, { nullable: true, description: 'Error of the last delivery.' })
  lastError!: string | null;
}

/** Maps a message to its GraphQL type. */
export const toOutboxMessage = (message: OutboxMessageEntity): OutboxMessage =>
  Object.assign(new OutboxMessage(), {
    id: message.id,
    topic: message.topic,
    state: describeOutbox(message),
    attempts: message.attempts,
    createdTime: message.createdTime,
    dueTime: message.dueTime,
    lastError: message.lastError,
  });

@ObjectType({ description: 'A message and its cursor.' })
export class OutboxMessageEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field({ description: 'The message.' })
  node!: OutboxMessage;
}

@ObjectType({ description: 'A page of messages, in the order of their next delivery.' })
export class OutboxMessageConnection {
  @Field(() => [OutboxMessageEdge], { description: 'The messages of the page.' })
  edges!: OutboxMessageEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class OutboxArguments extends pageArguments('messages') {
  @Field(() => String, { nullable: true, description: 'Only messages of this topic, such as `mail`.' })
  topic?: string;

  @Field(() => OutboxStateName, { nullable: true, description: 'Only messages in this state.' })
  state?: OutboxState;
}

@ObjectType({ description: 'Result of a change to a message.' })
export class OutboxMessagePayload {
  @Field({ description: 'The message after the change.' })
  message!: OutboxMessage;
}
