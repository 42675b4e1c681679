import { defineArea, type Base } from '../../platform/composition/area';
import { RestrictedTokenEntity } from './restricted-token.entity';
import { RestrictedTokenService } from './restricted-token.service';

/** Tokens for a few URLs, valid for a limited time. */
export const restrictedTokensArea = defineArea({
  name: 'restricted-tokens',
  entities: [RestrictedTokenEntity],
  create: ({ database }: Base) => ({ restrictedTokens: new RestrictedTokenService(database) }),
  forgets: ({ restrictedTokens }) => ({
    restrictedTokens: ({ userId }) => restrictedTokens.deleteAll(userId),
  }),
});
