import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { notFound } from '../errors';
import { mergeCollection, type Collection } from './merge';
import { MetadataEntity } from './metadata.entity';

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
  async patch(userId: string, collection: CollectionName, patch: Collection): Promise<Collection> {
    for (;;) {
      try {
        return await this.database.transaction((manager) =>
          this.patchWithin(manager, userId, collection, patch),
        );
      } catch (error) {
        // Somebody else wrote the collection for the first time: now there is one to merge into.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  private async patchWithin(
    manager: EntityManager,
    userId: string,
    collection: CollectionName,
    patch: Collection,
  ): Promise<Collection> {
    const query = manager.createQueryBuilder(MetadataEntity, 'm').where({ userId, collection });
    const row = await (
      this.database.dialect === 'mysql' ? query.setLock('pessimistic_write') : query
    ).getOne();
    const merged = mergeCollection(row ? (JSON.parse(row.content) as Collection) : {}, patch);
    const content = { content: JSON.stringify(merged), modifiedTime: now() };
    if (row) await manager.update(MetadataEntity, { userId, collection }, content);
    else await manager.insert(MetadataEntity, { userId, collection, ...content });
    return merged;
  }
}
