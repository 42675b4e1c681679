import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { MessageEntity } from '../../../src/care/messages/message.entity';
import { pageArguments } from '../../page-arguments';
import { TimeOrder } from '../../time-order';
import { PageInfo } from '../../page-info';
import { DateTime } from '../../scalars';

/** The size of a page of messages when none is given. */
export const usualMessages = 100;

@ObjectType({ description: 'A message in an account: a note, or a reply to one.' })
export class Message {
  rootId!: string;
  /** Stored name of an author whose account is deleted. */
  keptAuthorName!: string | null;

  @Field(() => ID, { description: 'Id of the message.' })
  id!: string;

  @Field({
    description: 'Id set by the client; sending a message again with the same id creates no second one.',
  })
  guid!: string;

  @Field(() => ID, { description: 'Id of the account that contains the message.' })
  accountId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the message that this one replies to; absent for a note.',
  })
  parentId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the author; absent once that account is deleted.' })
  authorId!: string | null;

  @Field({ description: 'When the event happened, as sent by the client, with a time zone.' })
  timestamp!: string;

  @Field(() => DateTime, { description: 'The instant of `timestamp`, in UTC.' })
  time!: number;

  @Field({ description: 'Text of the message.' })
  text!: string;

  @Field(() => DateTime, { description: 'When the message was sent.' })
  createdTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the message was last edited; absent if never.',
  })
  modifiedTime!: number | null;
}

/** Maps a message to its GraphQL type. */
export function toMessage(message: MessageEntity): Message {
  const { id, rootId, guid, accountId, parentId, authorId, timestamp, text, createdTime, modifiedTime } =
    message;
  const own = { id, rootId, guid, accountId, parentId, authorId, timestamp, text, createdTime, modifiedTime };
  return Object.assign(new Message(), own, { time: message.eventTime, keptAuthorName: message.authorName });
}

@ObjectType({ description: 'A message and its cursor.' })
export class MessageEdge {
  @Field({ description: 'Cursor of this item, for `after`.' })
  cursor!: string;

  @Field(() => Message, { description: 'The message.' })
  node!: Message;
}

@ObjectType({ description: 'A page of messages, newest event first.' })
export class MessageConnection {
  @Field(() => [MessageEdge], { description: 'The messages of the page.' })
  edges!: MessageEdge[];

  @Field({ description: 'Pagination details.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MessagePageArguments extends pageArguments('messages', usualMessages) {
  @Field(() => TimeOrder, {
    description: 'Whether the newest or the oldest event comes first.',
    defaultValue: TimeOrder.NEWEST_FIRST,
  })
  order!: TimeOrder;
}

@ArgsType()
export class NotesArguments extends MessagePageArguments {
  @Field(() => DateTime, { nullable: true, description: 'Only messages at this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only messages before this instant.' })
  to?: number;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only messages that begin a thread, without replies.',
  })
  topLevelOnly?: boolean;
}

@InputType({ description: 'Content of a message.' })
class MessageContentInput {
  @Field({
    description:
      'Id set by the client, such as a UUID, up to 255 characters. It makes repeating a call harmless.',
  })
  guid!: string;

  @Field({ description: 'When the event happened: ISO 8601, with a time zone. Stored verbatim.' })
  timestamp!: string;

  @Field({ description: 'Text of the message.' })
  text!: string;
}

@InputType({ description: 'A note for an account.' })
export class SendMessageInput extends MessageContentInput {
  @Field(() => ID, { description: 'Id of the account to write the note in.' })
  userId!: string;
}

@InputType({ description: 'A reply to a message.' })
export class ReplyToMessageInput extends MessageContentInput {
  @Field(() => ID, { description: 'Id of the message to reply to.' })
  messageId!: string;
}

@InputType({ description: 'A change to a message: its text, its time or both.' })
export class EditMessageInput {
  @Field(() => ID, { description: 'Id of the message.' })
  messageId!: string;

  @Field(() => String, { nullable: true, description: 'New time, in the same format.' })
  timestamp?: string;

  @Field(() => String, { nullable: true, description: 'The new text of the message.' })
  text?: string;
}

@InputType({ description: 'The message to remove.' })
export class RemoveMessageInput {
  @Field(() => ID, { description: 'Id of the message.' })
  messageId!: string;
}

@ObjectType({ description: 'Result of changing a message.' })
export class MessagePayload {
  @Field(() => Message, { description: 'The message after the change.' })
  message!: Message;
}
