import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import { isDuplicateKey, type Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { ApiError, notFound } from '../../platform/errors';
import { refuse } from '../../platform/rules/finding';
import { findInfinite } from '../../platform/rules/infinite-numbers';
import { preferencesPatch, type PreferencesChange } from './account-preferences';
import { settingsPatch, type SettingsChange } from './account-settings';
import { displayName } from './display-name';
import { isCollection, assertFieldName, mergeCollection, type Collection } from './merge';
import { MetadataEntity } from './metadata.entity';
import { assertProfileNames } from './profile-names';
import { findPrivateItem, newPrivateItem, type PrivateItem } from './private-item';

/** The existing collections. `private` is for trusted servers only. */
const collectionNames = ['profile', 'preferences', 'settings', 'groups', 'private'] as const;

export type CollectionName = (typeof collectionNames)[number];

export const isCollectionName = (name: string): name is CollectionName =>
  (collectionNames as readonly string[]).includes(name);

/** Bytes of a collection as JSON: everybody who sees the account gets all of it. */
const largestCollection = 1024 * 1024;

/** Free-form metadata of accounts, in named collections. */
export class MetadataService {
  constructor(private readonly database: Database) {}

  /** Profiles of many accounts, in the order of the ids; null if never written. For loaders. */
  readonly profiles = (userIds: readonly string[]): Promise<(Collection | null)[]> =>
    this.readMany(userIds, 'profile');

  /** The same for settings. */
  readonly settings = (userIds: readonly string[]): Promise<(Collection | null)[]> =>
    this.readMany(userIds, 'settings');

  /** The same for preferences. */
  readonly preferences = (userIds: readonly string[]): Promise<(Collection | null)[]> =>
    this.readMany(userIds, 'preferences');

  /**
   * Display names of accounts, in the order of the ids; null if unknown. If the account is managed for another
   * person, it is the name of that person.
   */
  readonly displayNames = async (userIds: readonly string[]): Promise<(string | null)[]> =>
    (await this.profiles(userIds)).map((profile) => profile && displayName(profile));

  /** The named collections of many accounts, in the order of the ids; unwritten ones are omitted. */
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

  /** The birthday in a profile, as written; undefined if absent. */
  async birthday(userId: string): Promise<unknown> {
    const [profile] = await this.profiles([userId]);
    return isCollection(profile?.patient) ? profile.patient.birthday : undefined;
  }

  /** Deletes all collections of a deleted account. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction((manager) => manager.delete(MetadataEntity, { userId }));
  }

  /** A collection. Throws if it was never written. */
  async read(userId: string, collection: CollectionName): Promise<Collection> {
    const [row] = await this.database.plain.find(MetadataEntity, { userId, collection });
    if (!row) throw notFound(`The account does not have the collection ${collection} yet.`);
    return JSON.parse(row.content) as Collection;
  }

  /**
   * Merges a patch into a collection (see `mergeCollection`) and returns the whole collection after the change.
   * Concurrent patches of different fields all survive. Findings point into the field `patch` of the input.
   */
  patch(userId: string, collection: CollectionName, patch: Collection): Promise<Collection> {
    return this.change(userId, collection, merging(collection, patch, '/patch'));
  }

  /** Changes the settings with a known meaning; all other keys stay. Returns the whole collection. */
  changeSettings(userId: string, change: SettingsChange): Promise<Collection> {
    return this.change(userId, 'settings', (current) =>
      mergeCollection(current, settingsPatch(current, change)),
    );
  }

  /** The same for preferences. */
  changePreferences(userId: string, change: PreferencesChange): Promise<Collection> {
    return this.patch(userId, 'preferences', preferencesPatch(change));
  }

  /** `patch` within a larger transaction; findings point into the input itself. */
  async patchWithin(
    manager: EntityManager,
    userId: string,
    collection: CollectionName,
    patch: Collection,
  ): Promise<void> {
    await this.changeWithin(manager, userId, collection, merging(collection, patch, ''));
  }

  /**
   * The named item of the collection `private`; the first call creates it, and all calls get the same one. `isNew` is
   * false if nothing was written. Throws on internal names of objects and on names longer than 255 characters.
   */
  async privateItem(userId: string, name: string): Promise<{ item: PrivateItem; isNew: boolean }> {
    assertFieldName(name);
    const [known] = await this.readMany([userId], 'private');
    const found = known ? findPrivateItem(known, name) : null;
    if (found) return { item: found, isNew: false };
    const changed = await this.change(userId, 'private', (current) => {
      if (findPrivateItem(current, name)) return current;
      const written = Object.hasOwn(current, name) ? current[name] : undefined;
      return { ...current, [name]: newPrivateItem(written) };
    });
    return { item: changed[name] as PrivateItem, isNew: true };
  }

  private async readMany(
    userIds: readonly string[],
    collection: CollectionName,
  ): Promise<(Collection | null)[]> {
    const rows = await this.database.reader.findBy(MetadataEntity, { userId: In([...userIds]), collection });
    const byUser = new Map(rows.map((row) => [row.userId, JSON.parse(row.content) as Collection]));
    return userIds.map((id) => byUser.get(id) ?? null);
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
        // Another request created the collection: now there is one to merge into.
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
    const row = await lockRow(this.database, manager, MetadataEntity, { userId, collection });
    const current = row ? (JSON.parse(row.content) as Collection) : {};
    const changed = change(current);
    if (row && changed === current) return current;
    const content = JSON.stringify(changed);
    assertSize(collection, row?.content ?? '', content);
    const set = { content, modifiedTime: now() };
    if (row) await manager.update(MetadataEntity, { userId, collection }, set);
    else await manager.insert(MetadataEntity, { userId, collection, ...set });
    return changed;
  }
}

/**
 * Merges a patch into a collection. Throws when it has a number that cannot be stored, or sets an invalid name in a
 * profile.
 *
 * @param place of the patch in the input
 */
const merging =
  (collection: CollectionName, patch: Collection, place: string) =>
  (current: Collection): Collection => {
    const merged = mergeCollection(current, patch);
    refuse(findInfinite(place, patch), place);
    if (collection === 'profile') assertProfileNames(place, current, merged);
    return merged;
  };

/** Throws when a change makes a collection too large. One that is too large already may become smaller. */
function assertSize(collection: CollectionName, before: string, after: string): void {
  const bytes = Buffer.byteLength(after);
  if (bytes <= largestCollection || bytes <= Buffer.byteLength(before)) return;
  const sentence = `The collection ${collection} can have at most ${largestCollection} bytes as JSON.`;
  throw new ApiError('PAYLOAD_TOO_LARGE', sentence).about('patch', 'settings', 'preferences');
}
