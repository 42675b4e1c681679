import { topic } from '../../platform/events/topic';

/** What was done to a message. */
export interface MessageNews {
  kind: 'added' | 'edited' | 'removed';
  messageId: string;
}

/** What happens to the messages of an account. */
export const messageEvents = topic<MessageNews>('message');

/** Only new messages in an account. */
export const newMessageEvents = topic<MessageNews>('new-message');
