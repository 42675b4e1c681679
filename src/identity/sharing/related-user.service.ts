import type { AccountService } from '../accounts/account.service';
import type { UserEntity } from '../accounts/user.entity';
import type { Collection } from '../metadata/merge';
import type { MetadataService } from '../metadata/metadata.service';
import type { Permission } from '../permission';
import type { ShareEntity } from './share.entity';
import type { SharingService } from './sharing.service';

/** A person who shares with an account, in either direction, and what the account may see of them. */
export interface RelatedUser {
  user: UserEntity;
  /** Permissions that this person grants the account; null if none. */
  received: Permission[] | null;
  /** Permissions that the account grants this person; null if none. */
  given: Permission[] | null;
  profile: Collection | null;
  settings: Collection | null;
  preferences: Collection | null;
}

interface Relation {
  received?: Permission[];
  given?: Permission[];
}

const shownCollections = ['profile', 'settings', 'preferences'] as const;

type ShownCollections = Partial<Record<(typeof shownCollections)[number], Collection>>;

/** People related to accounts. */
export class RelatedUserService {
  constructor(
    private readonly sharing: SharingService,
    private readonly accounts: AccountService,
    private readonly metadata: MetadataService,
  ) {}

  /** All people whom each of these accounts shares with or receives shares from, by id. For loaders. */
  readonly relatedUsers = async (accountIds: readonly string[]): Promise<RelatedUser[][]> => {
    const [received, given] = await Promise.all([
      this.sharing.sharesReceived(accountIds),
      this.sharing.sharesGiven(accountIds),
    ]);
    const relations = accountIds.map((_id, index) => mergeRelations(received[index], given[index]));
    const ids = [...new Set(relations.flatMap((each) => [...each.keys()]))];
    const [users, collections] = await Promise.all([
      this.accounts.findMany(ids),
      this.metadata.collections(ids, shownCollections),
    ]);
    const known = new Map(ids.map((id, index) => [id, { user: users[index], shown: collections[index] }]));
    return relations.map((each) =>
      [...each.keys()].sort().flatMap((id) => {
        const { user, shown = {} } = known.get(id) ?? {};
        return user ? [visible(user, each.get(id) ?? {}, shown)] : [];
      }),
    );
  };
}

function mergeRelations(received: ShareEntity[] = [], given: ShareEntity[] = []): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  for (const { sharerId, permissions } of received) relations.set(sharerId, { received: permissions });
  for (const { granteeId, permissions } of given) {
    relations.set(granteeId, { ...relations.get(granteeId), given: permissions });
  }
  return relations;
}

/** What the account may see of a person depends on the person's permissions for it. */
function visible(user: UserEntity, { received, given }: Relation, shown: ShownCollections): RelatedUser {
  const holds = (...permissions: Permission[]) =>
    permissions.some((permission) => received?.includes(permission));
  return {
    user,
    received: received ?? null,
    given: given ?? null,
    profile: shown.profile ? profileFor(shown.profile, received) : null,
    settings: holds('custodian', 'view', 'upload') ? filled(shown.settings) : null,
    preferences: holds('custodian') ? filled(shown.preferences) : null,
  };
}

function profileFor(profile: Collection, received: Permission[] | undefined): Collection {
  if (received?.length) return profile;
  return Object.fromEntries(Object.entries(profile).filter(([name]) => name !== 'patient'));
}

const filled = (collection: Collection | undefined): Collection | null =>
  collection && Object.keys(collection).length > 0 ? collection : null;
