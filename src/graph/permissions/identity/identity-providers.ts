import type { IRules } from 'graphql-shield';
import { accountItself, thisUser } from '../rules';

/** Linked identity providers are private. */
export const identityProviderRules: IRules = {
  User: { identityProviders: accountItself(thisUser) },
};
