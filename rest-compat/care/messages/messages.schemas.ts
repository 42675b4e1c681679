import type { JsonSchema } from '../../route';
import { text } from '../../schemas';
import { fromGraph } from '../../from-graph';
import { messageChanges, newMessage } from './message-bodies';
import { describedAs } from '../../sentence';

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Schemas of messages. */
export const messageSchemas: Record<string, JsonSchema> = {
  Message: {
    type: 'object',
    required: ['id', 'guid', 'parentmessage', 'groupid', 'timestamp', 'createdtime', 'messagetext', 'user'],
    properties: {
      id: text('Id of the message: 24 lower-case hexadecimal characters.'),
      guid: text('Id that the client has given.'),
      parentmessage: { ...text('Message that this one replies to; null for a note.'), nullable: true },
      userid: text(describedAs('Message.authorId')),
      groupid: fromGraph('Message.accountId'),
      timestamp: text('When it happened, letter for letter as it was sent.'),
      createdtime: fromGraph('Message.createdTime'),
      modifiedtime: fromGraph('Message.modifiedTime'),
      messagetext: fromGraph('Message.text'),
      user: {
        type: 'object',
        description: 'The author, with their current profile.',
        properties: { fullName: text('Full name; absent when the profile has none.') },
      },
    },
  },
  MessageBody: {
    type: 'object',
    required: ['message'],
    properties: { message: reference('Message') },
  },
  MessageList: {
    type: 'object',
    required: ['messages'],
    properties: { messages: { type: 'array', items: reference('Message') } },
  },
  NewMessage: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { ...newMessage.schema, description: 'Other keys are ignored.' },
    },
  },
  MessageChanges: {
    type: 'object',
    required: ['message'],
    properties: {
      message: {
        ...messageChanges.schema,
        description: 'At least one of the two, not empty. Other keys are ignored.',
      },
    },
  },
  MessageId: {
    type: 'object',
    required: ['id'],
    properties: { id: fromGraph('Message.id') },
  },
};
