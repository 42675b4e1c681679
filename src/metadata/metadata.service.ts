import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { notFound } from '../errors';
import { displayName } from './display-name';
import { isCollection, assertFieldName, mergeCollection, type Collection } from './merge';
import { MetadataEntity } from './metadata.entity';
import { assertProfileNames } from './profile-names';
import { isPrivateItem, newPrivateItem, type PrivateItem } from './private-item';

/** The collections that exist. `private` is for trusted servers only. */
export const collectionNames = ['profile', 'preferences', 'settings', 'groups', 'private'] as const;

export type CollectionName = (typeof collectionNames)[number];

export const isCollectionName = (name: string): name is CollectionName =>
  (collectionNames as readonly string[]).includes(name);

/** Free-form facts about accounts, kept in named collections. */
export class MetadataService {
  constructor(private readonly database: Database) {}

  /** Profiles of many accounts, in the order of the ids; null where none was ever written. For loaders. */
  readonly profiles = async (userIds: readonly string[]): Promise<(Collection | null)[]> => {
    const rows = await this.database.reader.findBy(MetadataEntity, {
      userId: In([...userIds]),
      collection: 'profile',
    });
    const byUser = new Map(rows.map((row) => [row.userId, JSON.parse(row.content) as Collection]));
    return userIds.map((id) => byUser.get(id) ?? null);
  };

  /**
   * The names to show for accounts, in the order of the ids; null where none was told. Where somebody keeps the
   * account for another person, it is the name of that person.
   */
  readonly displayNames = async (userIds: readonly string[]): Promise<(string | null)[]> =>
    (await this.profiles(userIds)).map((profile) => profile && displayName(profile));

  /** The named collections of many accounts, in the order of the ids; left out is what was never written. */
  async collections(
    userIds: readonly string[],
    names: readonly CollectionName[],
  ): Promise<Partial<Record<CollectionName, Collection>>[]> {
    const rows = await this.database.plain.find(MetadataEntity, { userId: userIds, collection: names });
    const byUser = new Map<string, Record<string, Collection>>(userIds.map((id) => [id, {}]));
    for (const { userId, collection, content } of rows) {
      const collections = byUser.get(userId);
      if (collections) collections[collection] = JSON.parse(content) as Collection;
    }
    return userIds.map((id) => byUser.get(id) ?? {});
  }

  /** The birthday in a profile, as it was written; undefined when none was. */
  async birthday(userId: string): Promise<unknown> {
    const [profile] = await this.profiles([userId]);
    return isCollection(profile?.patient) ? profile.patient.birthday : undefined;
  }

  /** Deletes all collections of an account that is gone. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(MetadataEntity, { userId }));
  }

  /** A collection as it stands. Throws when it was never written. */
  async read(userId: string, collection: CollectionName): Promise<Collection> {
    const [row] = await this.database.plain.find(MetadataEntity, { userId, collection });
    if (!row) throw notFound(`The account has no collection ${collection} yet.`);
    return JSON.parse(row.content) as Collection;
  }

  /**
   * Merges a patch into a collection (see `mergeCollection`) and returns the whole collection after the change.
   * Parallel patches of different fields all survive.
   */
  patch(userId: string, collection: CollectionName, patch: Collection): Promise<Collection> {
    return this.change(userId, collection, (current) => mergeCollection(current, patch));
  }

  /** `patch` as a part of a larger change. */
  async patchWithin(
    manager: EntityManager,
    userId: string,
    collection: CollectionName,
    patch: Collection,
  ): Promise<void> {
    await this.changeWithin(manager, userId, collection, (current) => mergeCollection(current, patch));
  }

  /**
   * The item of the collection `private` under a name; the first call makes it up, and all calls get the same one.
   * Throws on names of object internals and on names that are longer than 255 characters.
   */
  async privateItem(userId: string, name: string): Promise<PrivateItem> {
    assertFieldName(name);
    const changed = await this.change(userId, 'private', (current) => {
      const item = Object.hasOwn(current, name) ? current[name] : undefined;
      return isPrivateItem(item) ? current : { ...current, [name]: newPrivateItem(item) };
    });
    return changed[name] as PrivateItem;
  }

  private async change(
    userId: string,
    collection: CollectionName,
    change: (current: Collection) => Collection,
  ): Promise<Collection> {
    for (;;) {
      try {
        return await this.database.transaction((manager) =>
          this.changeWithin(manager, userId, collection, change),
        );
      } catch (error) {
        // Somebody else wrote the collection for the first time: now there is one to merge into.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  private async changeWithin(
    manager: EntityManager,
    userId: string,
    collection: CollectionName,
    change: (current: Collection) => Collection,
  ): Promise<Collection> {
    const query = manager.createQueryBuilder(MetadataEntity, 'm').where({ userId, collection });
    const row = await (
      this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query
    ).getOne();
    const current = row ? (JSON.parse(row.content) as Collection) : {};
    const changed = change(current);
    if (row && changed === current) return current;
    if (collection === 'profile') assertProfileNames(current, changed);
    const content = { content: JSON.stringify(changed), modifiedTime: now() };
    if (row) await manager.update(MetadataEntity, { userId, collection }, content);
    else await manager.insert(MetadataEntity, { userId, collection, ...content });
    return changed;
  }
}
