import { accountEdges } from '../auth/account-edge';
import { RestrictedToken } from './restricted-tokens.types';

/** The account of a token. */
export const RestrictedTokenAccounts = accountEdges(RestrictedToken, {
  user: { accountOf: ({ userId }) => userId, description: 'The account that the token acts as.' },
});
