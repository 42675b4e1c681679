import {
  AccountsResolver,
  ChangedAccountEdges,
  SessionTokenResolver,
} from '../../../resolvers/identity/auth/accounts';
import { CustodialAccountsResolver } from '../../../resolvers/identity/auth/custodial-accounts';
import { SessionsResolver } from '../../../resolvers/identity/auth/sessions';
import { UsersResolver } from '../../../resolvers/identity/auth/users';
import { authNodes } from '../../../resolvers/identity/auth/nodes';
import { authRules } from '../../../src/graph/permissions/identity/auth';
import { accountRoutes } from './accounts';
import { accountSchemas } from './accounts.schemas';
import { custodialAccountRoutes } from './custodial-accounts';
import { sessionRoutes } from './sessions';
import { userRoutes } from './users';
import type { Surface } from '../../surface';

/** Accounts, and the sessions of their owners. */
export const authSurface: Surface = {
  name: 'auth',
  resolvers: [
    AccountsResolver,
    ChangedAccountEdges,
    SessionTokenResolver,
    UsersResolver,
    CustodialAccountsResolver,
    SessionsResolver,
  ],
  nodes: authNodes,
  rules: [authRules],
  routes: [...accountRoutes, ...userRoutes, ...custodialAccountRoutes, ...sessionRoutes],
  schemas: accountSchemas,
};
