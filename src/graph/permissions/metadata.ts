import type { IRules } from 'graphql-shield';
import {
  anyCaller,
  anyPermission,
  argumentUserId,
  check,
  holdsOn,
  isRelatedTo,
  managesAccount,
  mayOnAccount,
  partOfParent,
  thisUser,
} from './rules';

/** A profile shows to relations in both directions (its full name, at least), all else to who holds a permission. */
const mayReadCollection = check(async (context, args) => {
  const userId = String(args.userId);
  return args.collection === 'profile'
    ? isRelatedTo(context, userId)
    : holdsOn(context, userId, anyPermission);
});

/** Collections of metadata. */
export const metadataRules: IRules = {
  Query: { metadataCollections: anyCaller, metadata: mayReadCollection },
  Mutation: { updateMetadata: managesAccount(argumentUserId) },
  User: { profile: mayOnAccount(anyPermission, thisUser) },
  Profile: { patient: partOfParent },
};
