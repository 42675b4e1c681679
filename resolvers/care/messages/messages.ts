import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { orderOfMessages, type MessageFilter } from '../../../src/care/messages/list-messages';
import { noSuchMessage } from '../../../src/care/messages/message.service';
import { RequestContext } from '../../../src/request/request-context';
import { loadUser } from '../../identity/auth/accounts';
import { User } from '../../identity/auth/accounts.types';
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
  usualMessages,
} from './messages.types';
import type { PageArguments } from '../../page-arguments';
import { keyedPage, pageComplexity, type Cost } from '../../paging';
import { Patient } from '../patients/patients.types';
import { Repeatable } from '../../repeatable';
import { removed, RemovedPayload } from '../../removed-payload';

/** A page of the messages of an account, of a thread, or of the replies to a message. */
function messagePage(
  context: RequestContext,
  list: { field: string; of: string },
  filter: MessageFilter,
  { order, ...page }: MessagePageArguments,
): Promise<MessageConnection> {
  const isOldestFirst = order === 'OLDEST_FIRST';
  return keyedPage(
    { ...list, order: orderOfMessages(isOldestFirst) },
    page,
    (part) => context.load(context.services.messages.pages, { filter, isOldestFirst, ...part }),
    toMessage,
    usualMessages,
  );
}

/** Cost of a page of messages. */
const messageComplexity = (cost: Cost<PageArguments>): number => pageComplexity(cost, usualMessages);

/** The author's name in the current profile; the stored name once the account is deleted. */
async function nameOfAuthor(context: RequestContext, message: Message): Promise<string | null> {
  if (message.authorId === null) return message.keptAuthorName;
  const profile = await context.load(context.services.metadata.profiles, message.authorId);
  return typeof profile?.fullName === 'string' ? profile.fullName : null;
}

/** The message with this id, through the loader of the request. Throws if it does not exist. */
export async function loadMessage(context: RequestContext, id: string): Promise<Message> {
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
    description: 'The messages in the account, newest event first unless asked otherwise: notes and replies.',
    complexity: messageComplexity,
  })
  notes(
    @Root() user: User,
    @Ctx() context: RequestContext,
    @Args(() => NotesArguments) { from, to, topLevelOnly, ...page }: NotesArguments,
  ): Promise<MessageConnection> {
    const filter = { within: { accountId: user.id }, from, to, topLevelOnly };
    return messagePage(context, { field: 'User.notes', of: user.id }, filter, page);
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

  @Mutation(() => RemovedPayload, {
    description: 'Removes a message; replies stay. It is permanently deleted some days later.',
  })
  async removeMessage(
    @Ctx() { services }: RequestContext,
    @Arg('input') { messageId }: RemoveMessageInput,
  ): Promise<RemovedPayload> {
    await services.messages.remove(messageId);
    return removed(messageId);
  }

  /** `User.notes` without pagination, in parts. */
  static async *listInParts(context: RequestContext, filter: MessageFilter): AsyncGenerator<Message[]> {
    for await (const part of context.services.messages.listInParts(filter)) yield part.map(toMessage);
  }

  /** `Message.thread` without pagination, in parts. */
  static async *listThread(context: RequestContext, messageId: string): AsyncGenerator<Message[]> {
    const message = await context.load(context.services.messages.findMany, messageId);
    if (!message) throw noSuchMessage();
    yield* MessagesResolver.listInParts(context, { within: { rootId: message.rootId } });
  }
}

/** The same of a patient: notes belong to the account, and all who may write there share them. */
@Resolver(() => Patient)
export class PatientNotesResolver {
  @FieldResolver(() => MessageConnection, {
    description:
      'The messages in the patient’s account, newest event first unless asked otherwise: notes and replies. For clinics with the permission `NOTE`.',
    complexity: messageComplexity,
  })
  notes(
    @Root() { userId: accountId }: Patient,
    @Ctx() context: RequestContext,
    @Args(() => NotesArguments) { from, to, topLevelOnly, ...page }: NotesArguments,
  ): Promise<MessageConnection> {
    const filter = { within: { accountId }, from, to, topLevelOnly };
    return messagePage(context, { field: 'Patient.notes', of: accountId }, filter, page);
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
    description: 'Replies to this message, newest event first unless asked otherwise.',
    complexity: messageComplexity,
  })
  replies(
    @Root() message: Message,
    @Ctx() context: RequestContext,
    @Args(() => MessagePageArguments) paging: MessagePageArguments,
  ): Promise<MessageConnection> {
    const list = { field: 'Message.replies', of: message.id };
    return messagePage(context, list, { within: { parentId: message.id } }, paging);
  }

  @FieldResolver(() => MessageConnection, {
    description: 'The whole thread that contains this message, newest event first unless asked otherwise.',
    complexity: messageComplexity,
  })
  thread(
    @Root() message: Message,
    @Ctx() context: RequestContext,
    @Args(() => MessagePageArguments) paging: MessagePageArguments,
  ): Promise<MessageConnection> {
    const list = { field: 'Message.thread', of: message.rootId };
    return messagePage(context, list, { within: { rootId: message.rootId } }, paging);
  }

  /** `authorName` for lists of any length, in one batch. */
  static namesOfAuthors(context: RequestContext, messages: readonly Message[]): Promise<(string | null)[]> {
    return Promise.all(messages.map((message) => nameOfAuthor(context, message)));
  }
}
