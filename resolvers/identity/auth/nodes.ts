import { hex32, nodeType } from '../../node-type';
import { findUser } from './accounts';
import type { User } from './accounts.types';
import { toSession } from './sessions';
import type { Session } from './sessions.types';

/** Accounts, and the caller's own sessions. */
export const authNodes = [
  nodeType<User>({
    type: 'User',
    ownId: /^[0-9a-f]{10}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    load: findUser,
    way: ({ id }) => ({ type: 'Query', field: 'user', args: { id } }),
  }),
  nodeType<Session>({
    type: 'Session',
    ownId: hex32,
    load: async (context, id) => {
      const { personId, services } = context;
      if (personId === null) return null;
      const found = await context.load(services.sessions.findActive, { userId: personId, id });
      return found && toSession(context, found);
    },
    way: () => ({ type: 'Query', field: 'mySessions' }),
  }),
];
