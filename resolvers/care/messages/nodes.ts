import { hex24, nodeType } from '../../node-type';
import { loadMessage } from './messages';
import type { Message } from './messages.types';

/** Messages of accounts. */
export const messageNodes = [
  nodeType<Message>({
    type: 'Message',
    ownId: hex24,
    load: loadMessage,
    way: ({ id }) => ({ type: 'Query', field: 'message', args: { id } }),
  }),
];
