import { RestrictedTokenAccounts } from '../../../resolvers/identity/restricted-tokens/token-accounts';
import { RestrictedTokensResolver } from '../../../resolvers/identity/restricted-tokens/restricted-tokens';
import { restrictedTokenNodes } from '../../../resolvers/identity/restricted-tokens/nodes';
import { restrictedTokenRules } from '../../../src/graph/permissions/identity/restricted-tokens';
import { restrictedTokenRoutes } from './restricted-tokens';
import { restrictedTokenSchemas } from './restricted-tokens.schemas';
import type { Surface } from '../../surface';

/** Tokens that open a few paths for a limited time. */
export const restrictedTokensSurface: Surface = {
  name: 'restricted-tokens',
  resolvers: [RestrictedTokenAccounts, RestrictedTokensResolver],
  nodes: restrictedTokenNodes,
  rules: [restrictedTokenRules],
  routes: restrictedTokenRoutes,
  schemas: restrictedTokenSchemas,
};
