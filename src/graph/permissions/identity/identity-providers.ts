import type { IRules } from 'graphql-shield';
import { accountItself, anyUserThemselves, partOfParent, thisUser } from '../rules';

/** Linked identity providers are private. */
export const identityProviderRules: IRules = {
  Mutation: { unlinkIdentityProvider: anyUserThemselves },
  User: { identityProviders: accountItself(thisUser) },
  UnlinkIdentityProviderPayload: { user: partOfParent },
};
