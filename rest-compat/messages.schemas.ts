import type { JsonSchema } from './route';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const instant = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Schemas of messages. */
export const messageSchemas: Record<string, JsonSchema> = {
  Message: {
    type: 'object',
    required: ['id', 'guid', 'parentmessage', 'groupid', 'timestamp', 'createdtime', 'messagetext', 'user'],
    properties: {
      id: text('24 lower-case hexadecimal characters.'),
      guid: text('Id that the client has given.'),
      parentmessage: { ...text('Message that this one replies to; null for a note.'), nullable: true },
      userid: text('Who wrote it; absent once that account is deleted.'),
      groupid: text('Account that the message lies in.'),
      timestamp: text('When it happened, letter for letter as it was sent.'),
      createdtime: instant('When it was sent.'),
      modifiedtime: instant('When it was last edited; absent until then.'),
      messagetext: text('The text.'),
      user: {
        type: 'object',
        description: 'Who wrote it, as the profile has it now.',
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
      message: {
        type: 'object',
        description: 'Other keys are ignored.',
        required: ['guid', 'timestamp', 'messagetext'],
        properties: {
          guid: text('Id that the client gives, up to 255 characters.'),
          timestamp: text('When it happened: ISO 8601 with the zone of the person.'),
          messagetext: text('The text.'),
        },
      },
    },
  },
  MessageChanges: {
    type: 'object',
    required: ['message'],
    properties: {
      message: {
        type: 'object',
        description: 'At least one of the two, not empty. Other keys are ignored.',
        properties: { timestamp: text('New time.'), messagetext: text('New text.') },
      },
    },
  },
  MessageId: {
    type: 'object',
    required: ['id'],
    properties: { id: text('Id of the message.') },
  },
};
