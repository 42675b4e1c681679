import { IdentityProvidersResolver } from '../../../resolvers/identity/identity-providers/identity-providers';
import { identityProviderRules } from '../../../src/graph/permissions/identity/identity-providers';
import type { Surface } from '../../surface';

/** Log-ins through external identity providers. */
export const identityProvidersSurface: Surface = {
  name: 'identity-providers',
  resolvers: [IdentityProvidersResolver],
  rules: [identityProviderRules],
};
