import { AccountsResolver, SessionTokenResolver } from '../../../resolvers/identity/accounts/accounts';
import { CustodialAccountsResolver } from '../../../resolvers/identity/accounts/custodial-accounts';
import { ServiceAccountsResolver } from '../../../resolvers/identity/accounts/service-accounts';
import { SessionsResolver } from '../../../resolvers/identity/accounts/sessions';
import { UsersResolver } from '../../../resolvers/identity/accounts/users';
import { accountRules } from '../../../src/graph/permissions/identity/accounts';
import { sessionRules } from '../../../src/graph/permissions/identity/sessions';
import { accountRoutes } from './accounts';
import { accountSchemas } from './accounts.schemas';
import { custodialAccountRoutes } from './custodial-accounts';
import { serviceAccountRoutes } from './service-accounts';
import { sessionRoutes } from './sessions';
import { userRoutes } from './users';
import type { Surface } from '../../surface';

/** Accounts, and the sessions of their owners. */
export const accountsSurface: Surface = {
  name: 'accounts',
  resolvers: [
    AccountsResolver,
    SessionTokenResolver,
    UsersResolver,
    CustodialAccountsResolver,
    ServiceAccountsResolver,
    SessionsResolver,
  ],
  rules: [accountRules, sessionRules],
  routes: [
    ...accountRoutes,
    ...userRoutes,
    ...custodialAccountRoutes,
    ...serviceAccountRoutes,
    ...sessionRoutes,
  ],
  schemas: accountSchemas,
};
