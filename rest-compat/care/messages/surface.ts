import { MessageSubscriptions } from '../../../resolvers/care/messages/message-subscriptions';
import {
  MessageResolver,
  MessagesResolver,
  PatientNotesResolver,
} from '../../../resolvers/care/messages/messages';
import { messageNodes } from '../../../resolvers/care/messages/nodes';
import { messageRules } from '../../../src/graph/permissions/care/messages';
import { messageRoutes } from './messages';
import { messageSchemas } from './messages.schemas';
import type { Surface } from '../../surface';

/** Messages in accounts, which clients call notes. */
export const messagesSurface: Surface = {
  name: 'messages',
  resolvers: [MessageResolver, MessagesResolver, PatientNotesResolver, MessageSubscriptions],
  nodes: messageNodes,
  rules: [messageRules],
  routes: messageRoutes,
  schemas: messageSchemas,
};
