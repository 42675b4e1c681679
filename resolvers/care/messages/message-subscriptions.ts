import {
  Arg,
  Ctx,
  Field,
  ID,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { messageEvents, newMessageEvents, type MessageNews } from '../../../src/care/messages/message-events';
import { RequestContext } from '../../../src/request/request-context';
import { Message, toMessage } from './messages.types';
import { listensTo, Since } from '../../subscribe';

/** Kinds of message changes in the graph. */
export const MessageChangeKind = { ADDED: 'added', EDITED: 'edited', REMOVED: 'removed' } as const;

registerEnumType(MessageChangeKind, {
  name: 'MessageChangeKind',
  description: 'Type of a change to a message.',
  valuesConfig: {
    ADDED: { description: 'It was written.' },
    EDITED: { description: 'Its text or its time was changed.' },
    REMOVED: { description: 'It was removed and can no longer be read.' },
  },
});

@ObjectType({ description: 'A change to a message.' })
export class MessageChange {
  @Field(() => MessageChangeKind, { description: 'Type of change.' })
  kind!: string;

  @Field(() => ID, { description: 'Id of the message.' })
  messageId!: string;

  @Field(() => Message, {
    nullable: true,
    description: 'The message after the change; absent once removed.',
  })
  message!: Message | null;
}

async function findMessage(context: RequestContext, { messageId }: MessageNews): Promise<Message | null> {
  const found = await context.load(context.services.messages.findMany, messageId);
  return found && toMessage(found);
}

/** Subscriptions to messages. */
@Resolver()
export class MessageSubscriptions {
  @Subscription(() => Message, {
    nullable: true,
    description: 'Emits each new message in an account. Absent if it was removed at once.',
    subscribe: listensTo(({ userId }: { userId: string }) => newMessageEvents(userId)),
  })
  messageAdded(
    @Root() event: MessageNews,
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) _userId: string,
    @Since() _since?: string,
  ): Promise<Message | null> {
    return findMessage(context, event);
  }

  @Subscription(() => MessageChange, {
    description: 'Emits when a message in an account is written, edited or removed.',
    subscribe: listensTo(({ userId }: { userId: string }) => messageEvents(userId)),
  })
  async messageChanged(
    @Root() event: MessageNews,
    @Ctx() context: RequestContext,
    @Arg('userId', () => ID, { description: 'Id of the account.' }) _userId: string,
    @Since() _since?: string,
  ): Promise<MessageChange> {
    return { ...event, message: await findMessage(context, event) };
  }
}
