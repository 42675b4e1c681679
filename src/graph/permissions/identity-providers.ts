import type { IRules } from 'graphql-shield';
import { accountItself, thisUser } from './rules';

/** Where somebody else logs in is nobody's business. */
export const identityProviderRules: IRules = {
  User: { identityProviders: accountItself(thisUser) },
};
