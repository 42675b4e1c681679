import { MessageResolver, MessagesResolver } from '../../../resolvers/care/messages/messages';
import type { Message } from '../../../resolvers/care/messages/messages.types';
import { badInput } from '../../../src/platform/errors';
import { parseRangeBound } from '../../../src/platform/iso-time';
import type { RequestContext } from '../../../src/request/request-context';
import { errorsAt, type ErrorBody } from '../../errors';
import {
  EditMessageDocument,
  MessageDocument,
  RemoveMessageDocument,
  ReplyToMessageDocument,
  SendMessageDocument,
} from '../../generated/operations';
import { BodyReader } from '../../json-body';
import { newMessage, readMessageChanges } from './message-bodies';
import { messageOnWire } from './message-on-wire';
import type { QueryParameters } from '../../query-parameters';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { ref } from '../../schemas';

const tag = 'Messages';

const pointing = errorsAt({
  '/input/guid': '/message/guid',
  '/input/timestamp': '/message/timestamp',
  '/input/text': '/message/messagetext',
});

/** Clients treat "not found" as an empty list. */
const errors: ErrorBody = (error, trace) => ({
  ...pointing(error, trace),
  ...(error.status === 404 && { messages: [] }),
});

const rangeParameters = {
  starttime: { description: 'Only messages at this time or later: a date-time, or a date in UTC.' },
  endtime: { description: 'Only messages before this time.' },
};

/** The message in a body. */
function messageIn({ body }: RestRequest): BodyReader {
  const message = 'The body must be a JSON object with a message.';
  return new BodyReader(new BodyReader(body, message).required('message', 'object'), message, '/message');
}

function bound(query: QueryParameters, name: keyof typeof rangeParameters): number | undefined {
  const value = query.unspaced(name);
  if (!value) return undefined;
  const time = parseRangeBound(value);
  if (time !== undefined) return time;
  const detail = `"${query.sent(name)}" is not a time such as 2024-05-06T07:08:09Z.`;
  throw badInput(`The query parameter ${name} is not valid: ${detail}`, [
    { code: 'value-not-parsable', title: 'value cannot be read', detail, source: { parameter: name } },
  ]);
}

/** The JSON of a list of messages. */
async function* onWire(context: RequestContext, parts: AsyncIterable<Message[]>): AsyncGenerator<Buffer> {
  let before = '{"messages":[';
  for await (const messages of parts) {
    const names = await MessageResolver.namesOfAuthors(context, messages);
    for (const [index, message] of messages.entries()) {
      yield Buffer.from(before + JSON.stringify(messageOnWire(message, names[index])));
      before = ',';
    }
  }
  yield Buffer.from(before === ',' ? ']}' : `${before}]}`);
}

const list = (path: string, summary: string, topLevelOnly: boolean): Route =>
  bulkRoute({
    method: 'GET',
    path,
    tag,
    summary,
    query: rangeParameters,
    success: { status: 200, description: 'The messages, newest event first.', schema: ref('MessageList') },
    failures: [400, 401, 403, 404],
    errors,
    guard: ({ params: { userId } }) => ({ type: 'User', field: 'notes', parent: { id: userId } }),
    call({ params: { userId = '' }, query, context }) {
      const range = { from: bound(query, 'starttime'), to: bound(query, 'endtime') };
      const filter = { within: { accountId: userId }, topLevelOnly, ...range };
      return onWire(context, MessagesResolver.listInParts(context, filter));
    },
    reply: (stream) => ({ stream }),
  });

/** Guard: the rule of a mutation with the message of the path. */
const guardFields =
  (field: string) =>
  ({ params: { messageId } }: RestRequest) => ({
    type: 'Mutation',
    field,
    args: { input: { messageId } },
  });

/** Messages in accounts, and replies to them. */
export const messageRoutes: Route[] = [
  list('/message/all/{userId}', 'All messages in an account, replies included.', false),
  list('/message/notes/{userId}', 'The messages in an account that begin a thread.', true),
  route({
    method: 'POST',
    path: '/message/send/{userId}',
    tag,
    body: { schema: ref('NewMessage'), description: 'The note.' },
    success: { status: 201, description: 'The note is stored.', schema: ref('MessageId') },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: ({ params: { userId } }) => ({
      type: 'Mutation',
      field: 'sendMessage',
      args: { input: { userId } },
    }),
    operation: SendMessageDocument,
    variables: (request) => ({
      input: { userId: request.params.userId ?? '', ...newMessage.read(messageIn(request)) },
    }),
    reply: ({ sendMessage }) => ({ body: { id: sendMessage.message.id } }),
  }),
  route({
    method: 'POST',
    path: '/message/reply/{messageId}',
    tag,
    body: { schema: ref('NewMessage'), description: 'The reply.' },
    success: { status: 201, description: 'The reply is stored.', schema: ref('MessageId') },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('replyToMessage'),
    operation: ReplyToMessageDocument,
    variables: (request) => ({
      input: { messageId: request.params.messageId ?? '', ...newMessage.read(messageIn(request)) },
    }),
    reply: ({ replyToMessage }) => ({ body: { id: replyToMessage.message.id } }),
  }),
  route({
    method: 'GET',
    path: '/message/read/{messageId}',
    tag,
    summary: 'One message.',
    success: { status: 200, description: 'The message.', schema: ref('MessageBody') },
    failures: [401, 403, 404],
    errors,
    operation: MessageDocument,
    variables: ({ params: { messageId = '' } }) => ({ id: messageId }),
    reply: ({ message }) => ({ body: { message: messageOnWire(message, message.authorName) } }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/message/thread/{messageId}',
    tag,
    summary: 'The whole thread that contains a message.',
    success: { status: 200, description: 'The messages, newest event first.', schema: ref('MessageList') },
    failures: [401, 403, 404],
    errors,
    guard: ({ params: { messageId } }) => ({ type: 'Query', field: 'message', args: { id: messageId } }),
    call: ({ params: { messageId = '' }, context }) =>
      onWire(context, MessagesResolver.listThread(context, messageId)),
    reply: (stream) => ({ stream }),
  }),
  route({
    method: 'PUT',
    path: '/message/edit/{messageId}',
    tag,
    summary: 'Changes the text of a message, its time, or both.',
    body: { schema: ref('MessageChanges'), description: 'The changes.' },
    success: { status: 200, description: 'The message is changed.' },
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('editMessage'),
    operation: EditMessageDocument,
    variables: (request) => ({
      input: { messageId: request.params.messageId ?? '', ...readMessageChanges(messageIn(request)) },
    }),
    reply: () => ({}),
  }),
  route({
    method: 'DELETE',
    path: '/message/remove/{messageId}',
    tag,
    summary: 'Removes a message; replies stay.',
    success: { status: 202, description: 'The message is removed.' },
    failures: [401, 403, 404],
    errors,
    guard: guardFields('removeMessage'),
    operation: RemoveMessageDocument,
    variables: ({ params: { messageId = '' } }) => ({ input: { messageId } }),
    reply: () => ({}),
  }),
];
