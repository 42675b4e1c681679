import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { badInput } from '../../../src/platform/errors';
import type { MessageFilter } from '../../../src/care/messages/list-messages';
import { noSuchMessage } from '../../../src/care/messages/message.service';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../../identity/auth/accounts';
import { DonePayload, User } from '../../identity/auth/accounts.types';
import { fromCursor, toCursor } from '../../records/data/cursor';
import {
  EditMessageInput,
  Message,
  MessageConnection,
  MessagePageArguments,
  MessagePayload,
  NotesArguments,
  RemoveMessageInput,
  ReplyToMessageInput,
  SendMessageInput,
  toMessage,
} from './messages.types';
import { pageComplexity } from '../../paging';
import { Patient } from '../patients/patients.types';
import { Repeatable } from '../../repeatable';

const largestPage = 1_000;

/** The position of a message in a list: time of the event, time of creation, id. */
const messagePlace = z.tuple([z.int(), z.int(), z.string().regex(/^[0-9a-f]{24}$/)]);

async function page(
  context: RequestContext,
  filter: MessageFilter,
  { first, after }: MessagePageArguments,
): Promise<MessageConnection> {
  if (first < 0 || first > largestPage)
    throw badInput(`The argument "first" lies between 0 and ${largestPage}.`);
  const place = after === undefined ? undefined : fromCursor(after, messagePlace);
  const question = { filter, size: first + 1, after: place };
  const found = await context.load(context.services.messages.pages, question);
  const edges = found.slice(0, first).map((message) => ({
    cursor: toCursor(message.eventTime, message.createdTime, message.id),
    node: toMessage(message),
  }));
  const pageInfo = {
    hasNextPage: found.length > first,
    hasPreviousPage: place !== undefined,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, pageInfo };
}

/** The author's name in the current profile; the stored name once the account is deleted. */
async function nameOfAuthor(context: RequestContext, message: Message): Promise<string | null> {
  if (message.authorId === null) return message.keptAuthorName;
  const profile = await context.load(context.services.metadata.profiles, message.authorId);
  return typeof profile?.fullName === 'string' ? profile.fullName : null;
}

/** The message with this id, through the loader of the request. Throws if it does not exist. */
async function loadMessage(context: RequestContext, id: string): Promise<Message> {
  const found = await context.load(context.services.messages.findMany, id);
  if (!found) throw noSuchMessage();
  return toMessage(found);
}

/** The payload for a message that an earlier request has sent. */
const messageAgain = async (context: RequestContext, created: string): Promise<MessagePayload> => ({
  message: await loadMessage(context, created),
});

/** Messages in accounts, and replies to them. */
@Resolver(() => User)
export class MessagesResolver {
  @Query(() => Message, { description: 'A message by its id.' })
  message(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the message.' }) id: string,
  ): Promise<Message> {
    return loadMessage(context, id);
  }

  @FieldResolver(() => MessageConnection, {
    description: 'The messages in the account, newest event first: notes and replies.',
    complexity: pageComplexity,
  })
  notes(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => NotesArguments) { first, after, ...filter }: NotesArguments,
  ): Promise<MessageConnection> {
    return page(context, { within: { accountId: user.id }, ...filter }, { first, after });
  }

  @Repeatable(messageAgain)
  @Mutation(() => MessagePayload, { description: 'Writes a note into an account.' })
  async sendMessage(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { userId, ...content }: SendMessageInput,
  ): Promise<MessagePayload> {
    return { message: toMessage(await services.messages.send(userId, callerId, content)) };
  }

  @Repeatable(messageAgain)
  @Mutation(() => MessagePayload, { description: 'Replies to a message.' })
  async replyToMessage(
    @Ctx() { services, callerId }: RequestContext,
    @Arg('input') { messageId, ...content }: ReplyToMessageInput,
  ): Promise<MessagePayload> {
    return { message: toMessage(await services.messages.reply(messageId, callerId, content)) };
  }

  @Mutation(() => MessagePayload, {
    description: 'Edits a message. Anyone who may write messages in the account may edit any of them.',
  })
  async editMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { messageId, ...changes }: EditMessageInput,
  ): Promise<MessagePayload> {
    return { message: toMessage(await services.messages.edit(messageId, changes)) };
  }

  @Mutation(() => DonePayload, {
    description: 'Removes a message; replies stay. It is permanently deleted some days later.',
  })
  async removeMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { messageId }: RemoveMessageInput,
  ): Promise<DonePayload> {
    await services.messages.remove(messageId);
    return { done: true };
  }

  /** Lists without pagination: `User.notes`. */
  static async listAll(context: RequestContext, filter: MessageFilter): Promise<Message[]> {
    return (await context.services.messages.list(filter)).map(toMessage);
  }

  /** `Message.thread` without pagination. */
  static async listThread(context: RequestContext, messageId: string): Promise<Message[]> {
    const message = await context.load(context.services.messages.findMany, messageId);
    if (!message) throw noSuchMessage();
    return MessagesResolver.listAll(context, { within: { rootId: message.rootId } });
  }
}

/** The same of a patient: notes belong to the account, and all who may write there share them. */
@Resolver(() => Patient)
export class PatientNotesResolver {
  @FieldResolver(() => MessageConnection, {
    description:
      'The messages in the patient’s account, newest event first: notes and replies. For clinics with the permission `NOTE`.',
    complexity: pageComplexity,
  })
  notes(
    @Root() { userId: accountId }: Patient,
    @Ctx() context: RequestContext,
    @Args(() => NotesArguments) { first, after, ...filter }: NotesArguments,
  ): Promise<MessageConnection> {
    return page(context, { within: { accountId }, ...filter }, { first, after });
  }
}

/** Edges of a message. */
@Resolver(() => Message)
export class MessageResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'The author; absent once that account is deleted.',
  })
  async author(@Root() message: Message, @Ctx() context: RequestContext): Promise<User | null> {
    return message.authorId === null ? null : loadUser(context, message.authorId);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Current full name of the author.' })
  authorName(@Root() message: Message, @Ctx() context: RequestContext): Promise<string | null> {
    return nameOfAuthor(context, message);
  }

  @FieldResolver(() => MessageConnection, {
    description: 'Replies to this message, newest event first.',
    complexity: pageComplexity,
  })
  replies(
    @Root() message: Message,
    @Ctx() context: RequestContext,
    @Args(() => MessagePageArguments) paging: MessagePageArguments,
  ): Promise<MessageConnection> {
    return page(context, { within: { parentId: message.id } }, paging);
  }

  @FieldResolver(() => MessageConnection, {
    description: 'The whole thread that contains this message, newest event first.',
    complexity: pageComplexity,
  })
  thread(
    @Root() message: Message,
    @Ctx() context: RequestContext,
    @Args(() => MessagePageArguments) paging: MessagePageArguments,
  ): Promise<MessageConnection> {
    return page(context, { within: { rootId: message.rootId } }, paging);
  }

  /** `authorName` for lists of any length, in one batch. */
  static namesOfAuthors(context: RequestContext, messages: readonly Message[]): Promise<(string | null)[]> {
    return Promise.all(messages.map((message) => nameOfAuthor(context, message)));
  }
}
