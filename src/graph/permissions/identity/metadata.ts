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
  relatedToAccount,
  thisUser,
  trustedServerOn,
} from '../rules';

const openToHolders = ['preferences', 'settings', 'groups'];

/**
 * A profile is visible to related people in both directions (at least its full name), other collections to holders
 * of a permission. All related people learn if a collection does not exist.
 */
const mayReadCollection = check(async (context, args) => {
  const userId = String(args.userId);
  return openToHolders.includes(String(args.collection))
    ? holdsOn(context, userId, anyPermission)
    : isRelatedTo(context, userId);
}, argumentUserId);

/** Collections of metadata. */
export const metadataRules: IRules = {
  Query: { metadataCollections: anyCaller, metadata: mayReadCollection },
  Mutation: {
    updateMetadata: managesAccount(argumentUserId),
    ensurePrivateItem: trustedServerOn(argumentUserId),
  },
  User: {
    profile: relatedToAccount(thisUser),
    accountSettings: mayOnAccount(anyPermission, thisUser),
    accountPreferences: mayOnAccount(anyPermission, thisUser),
  },
  Profile: { patient: partOfParent },
  AccountSettings: { glucoseTarget: partOfParent },
  UpdateMetadataPayload: { user: partOfParent },
  EnsurePrivateItemPayload: { item: partOfParent },
};
