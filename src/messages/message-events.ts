import { topic } from '../events/topic';

/** What was done to a message. */
export interface MessageEvent {
  kind: 'added' | 'edited' | 'removed';
  messageId: string;
}

/** What happens to the messages of an account. */
export const messageEvents = topic<MessageEvent>('message');

/** Only new messages in an account. */
export const newMessageEvents = topic<MessageEvent>('new-message');
