import type { IRules } from 'graphql-shield';
import { notFound } from '../../../platform/errors';
import {
  accountItself,
  accountOfParent,
  argumentUserId,
  check,
  partOfParent,
  trustedServerOn,
  type AccountOf,
} from '../rules';

/** The account of the token with the argument `id`; null if it does not exist. */
const argumentTokenOwner: AccountOf<unknown> = async (args, _parent, context) => {
  const { id } = (args.input ?? args) as { id: string };
  const token = await context.load(context.services.restrictedTokens.findMany, id);
  return token?.userId ?? null;
};

/** The account of the token, and trusted servers. Anyone may delete one that does not exist. */
const mayDelete = check(async (context, args, parent) => {
  const { caller } = context;
  if (caller.kind === 'anonymous') return false;
  const owner = await argumentTokenOwner(args, parent, context);
  return caller.kind === 'server' || owner === null || owner === caller.userId;
}, argumentTokenOwner);

/** A trusted server, after checking that the token exists. */
const serverOnExisting = check(async (context, args, parent) => {
  if (context.caller.kind !== 'server') return false;
  if ((await argumentTokenOwner(args, parent, context)) === null)
    throw notFound('There is no restricted token with this id.').about('id');
  return true;
}, argumentTokenOwner);

/** Restricted tokens. */
export const restrictedTokenRules: IRules = {
  Query: {
    restrictedToken: trustedServerOn(argumentTokenOwner),
    restrictedTokens: trustedServerOn(argumentUserId),
  },
  Mutation: {
    createRestrictedToken: accountItself(argumentUserId),
    updateRestrictedToken: serverOnExisting,
    deleteRestrictedToken: mayDelete,
    deleteRestrictedTokens: trustedServerOn(argumentUserId),
  },
  RestrictedToken: { user: accountItself(accountOfParent) },
  RestrictedTokenPayload: { restrictedToken: partOfParent },
  RestrictedTokenConnection: { edges: partOfParent, pageInfo: partOfParent },
  RestrictedTokenEdge: { node: partOfParent },
};
