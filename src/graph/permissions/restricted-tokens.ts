import type { IRules } from 'graphql-shield';
import { check, partOfParent, trustedServer } from './rules';

/** The account itself and trusted servers: no permission that others hold on the account counts. */
const mayMake = check(({ caller }, args) => {
  if (caller.kind === 'server') return true;
  return caller.kind === 'user' && (args.input as { userId: string }).userId === caller.userId;
});

/** Whoever the token acts as, and trusted servers. One that does not exist is nobody's secret. */
const mayDelete = check(async (context, args) => {
  const { caller, services } = context;
  if (caller.kind === 'anonymous') return false;
  const { id } = args.input as { id: string };
  const token = await context.load(services.restrictedTokens.findMany, id);
  return caller.kind === 'server' || token === null || token.userId === caller.userId;
});

/** Restricted tokens. */
export const restrictedTokenRules: IRules = {
  Query: {
    restrictedToken: trustedServer,
    restrictedTokens: trustedServer,
  },
  Mutation: {
    createRestrictedToken: mayMake,
    updateRestrictedToken: trustedServer,
    deleteRestrictedToken: mayDelete,
    deleteRestrictedTokens: trustedServer,
  },
  RestrictedTokenPayload: { restrictedToken: partOfParent },
  RestrictedTokenConnection: { edges: partOfParent, pageInfo: partOfParent },
  RestrictedTokenEdge: { node: partOfParent },
};
