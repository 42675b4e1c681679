import { nodeType } from '../../node-type';
import { loadToken } from './restricted-tokens';
import type { RestrictedToken } from './restricted-tokens.types';

/** Restricted tokens. */
export const restrictedTokenNodes = [
  nodeType<RestrictedToken>({
    type: 'RestrictedToken',
    ownId: /^[0-9a-f]{32}$|^[0-9a-f]{40}$/,
    load: loadToken,
    way: ({ id }) => ({ type: 'Query', field: 'restrictedToken', args: { id } }),
  }),
];
