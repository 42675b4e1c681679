import { topic } from '../../platform/events/topic';

/** Kinds of changes to a message. */
export interface MessageNews {
  kind: 'added' | 'edited' | 'removed';
  messageId: string;
}

/** Changes to the messages of an account. */
export const messageEvents = topic<MessageNews>('message');

/** New messages in an account. */
export const newMessageEvents = topic<MessageNews>('new-message');
