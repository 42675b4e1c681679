import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { MessageEntity } from '../src/messages/message.entity';
import { PageInfo } from './page-info';
import { DateTime } from './scalars';

@ObjectType({ description: 'A message in an account: a note, or a reply to one.' })
export class Message {
  rootId!: string;
  /** Kept of an author whose account is deleted. */
  keptAuthorName!: string | null;

  @Field(() => ID, { description: 'Id of the message.' })
  id!: string;

  @Field({ description: 'Id that the client has given; sending again with it makes no second message.' })
  guid!: string;

  @Field(() => ID, { description: 'Account that the message lies in.' })
  accountId!: string;

  @Field(() => ID, { nullable: true, description: 'Message that this one replies to; absent for a note.' })
  parentId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Who wrote it; absent once that account is deleted.' })
  authorId!: string | null;

  @Field({ description: 'When it happened, as the client wrote it, with the zone of the person.' })
  timestamp!: string;

  @Field(() => DateTime, { description: 'The instant of `timestamp`.' })
  time!: number;

  @Field({ description: 'The text.' })
  text!: string;

  @Field(() => DateTime, { description: 'When the message was sent.' })
  createdTime!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last edited; absent until then.' })
  modifiedTime!: number | null;
}

/** The message as the graph shows it. */
export function toMessage(message: MessageEntity): Message {
  const { id, rootId, guid, accountId, parentId, authorId, timestamp, text, createdTime, modifiedTime } =
    message;
  const own = { id, rootId, guid, accountId, parentId, authorId, timestamp, text, createdTime, modifiedTime };
  return Object.assign(new Message(), own, { time: message.eventTime, keptAuthorName: message.authorName });
}

@ObjectType({ description: 'A message and its place in the list.' })
export class MessageEdge {
  @Field({ description: 'The place, for `after`.' })
  cursor!: string;

  @Field(() => Message, { description: 'The message.' })
  node!: Message;
}

@ObjectType({ description: 'A page of messages, newest event first.' })
export class MessageConnection {
  @Field(() => [MessageEdge], { description: 'The messages of the page.' })
  edges!: MessageEdge[];

  @Field({ description: 'Where the page stands in the list.' })
  pageInfo!: PageInfo;
}

@ArgsType()
export class MessagePageArguments {
  @Field(() => Int, { description: 'How many messages at most, up to 1,000.', defaultValue: 100 })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor behind which the page begins.' })
  after?: string;
}

@ArgsType()
export class NotesArguments extends MessagePageArguments {
  @Field(() => DateTime, { nullable: true, description: 'Only messages of this instant or later.' })
  from?: number;

  @Field(() => DateTime, { nullable: true, description: 'Only messages before this instant.' })
  to?: number;

  @Field(() => Boolean, { nullable: true, description: 'No replies.' })
  topLevelOnly?: boolean;
}

@InputType({ description: 'What a message says.' })
class MessageContentInput {
  @Field({
    description:
      'Id that the client gives, such as a UUID, up to 255 characters. Repeating a call is harmless.',
  })
  guid!: string;

  @Field({ description: 'When it happened: ISO 8601, with the zone of the person. Kept as it is written.' })
  timestamp!: string;

  @Field({ description: 'The text.' })
  text!: string;
}

@InputType({ description: 'A note for an account.' })
export class SendMessageInput extends MessageContentInput {
  @Field(() => ID, { description: 'Account that the note is for.' })
  userId!: string;
}

@InputType({ description: 'A reply to a message.' })
export class ReplyToMessageInput extends MessageContentInput {
  @Field(() => ID, { description: 'Message to reply to.' })
  messageId!: string;
}

@InputType({ description: 'A change of a message: of its text, its time or both.' })
export class EditMessageInput {
  @Field(() => ID, { description: 'The message.' })
  messageId!: string;

  @Field(() => String, { nullable: true, description: 'New time, as in a new message.' })
  timestamp?: string;

  @Field(() => String, { nullable: true, description: 'New text.' })
  text?: string;
}

@InputType({ description: 'Which message to remove.' })
export class RemoveMessageInput {
  @Field(() => ID, { description: 'The message.' })
  messageId!: string;
}

@ObjectType({ description: 'A message after a change.' })
export class MessagePayload {
  @Field(() => Message, { description: 'The message as it is now.' })
  message!: Message;
}
