import type { IRules } from 'graphql-shield';
import { notFound } from '../../../platform/errors';
import { isUserId } from '../../../platform/ids';
import { noSuchMessage } from '../../../care/messages/message.service';
import { argumentUserId, check, partOfParent, thisUser, type AccountOf } from '../rules';

type Arguments = Record<string, unknown>;

/**
 * Messages belong to the owner of the account and to holders of `note` on it; trusted servers have no access. An
 * impossible account id is not found; the existence of an account is not revealed.
 */
const mayUseMessages = <Parent = unknown>(accountOf: AccountOf<Parent>) =>
  check<Parent>(async (context, args, parent) => {
    if (context.caller.kind === 'anonymous') return false;
    const accountId = (await accountOf(args, parent, context)) ?? '';
    if (!isUserId(accountId)) throw notFound('There is no such account.');
    const held = await context.permissionsOn(accountId);
    return held.has('root') || held.has('note');
  }, accountOf);

/** The account of the message named by the argument `messageId`, or `id`. Throws if the message does not exist. */
const argumentMessageAccount: AccountOf<unknown> = async (args, _parent, context) => {
  const { messageId, id } = (args.input ?? args) as Arguments;
  const message = await context.load(context.services.messages.findMany, String(messageId ?? id));
  if (!message) throw noSuchMessage();
  return message.accountId;
};

const mayUseNamedMessage = mayUseMessages(argumentMessageAccount);
const mayUseThisMessage = mayUseMessages<{ accountId: string }>((_args, message) => message.accountId);

/** Messages. All messages of a thread are in one account. */
export const messageRules: IRules = {
  Query: { message: mayUseNamedMessage },
  Mutation: {
    sendMessage: mayUseMessages(argumentUserId),
    replyToMessage: mayUseNamedMessage,
    editMessage: mayUseNamedMessage,
    removeMessage: mayUseNamedMessage,
  },
  Subscription: {
    messageAdded: mayUseMessages(argumentUserId),
    messageChanged: mayUseMessages(argumentUserId),
  },
  MessageChange: { message: partOfParent },
  User: { notes: mayUseMessages(thisUser) },
  Patient: { notes: mayUseMessages<{ userId: string }>((_args, { userId }) => userId) },
  Message: {
    author: mayUseThisMessage,
    authorName: mayUseThisMessage,
    replies: partOfParent,
    thread: partOfParent,
  },
  MessagePayload: { message: partOfParent },
  MessageConnection: { edges: partOfParent, pageInfo: partOfParent },
  MessageEdge: { node: partOfParent },
};
