import { In, type EntityManager } from 'typeorm';
import { now } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import { lockRow } from '../../platform/database/lock-rows';
import { readParts, withItems } from '../../platform/database/pages';
import type { ListOrder, ListPart, Placed } from '../../platform/list-part';
import type { AlertsConfig } from './alerts-config';
import { AlertsConfigEntity } from './alerts-config.entity';
import type { AlertWatches } from './alert-watches';
import { AlertWatchEntity } from './alert-watch.entity';
import type { AlertsActivity } from './alert-kinds';
import type { FollowerPair } from './follower-pair';
import { withoutUndefined } from '../../platform/without-absent';

/** The order of the configurations about an account. */
export const followersOrder: ListOrder = {
  name: 'followers',
  keys: [{ expression: 'follower_id', kind: 'text' }],
};

/** Stores alert configurations. */
export class AlertsService {
  constructor(
    private readonly database: Database,
    private readonly watches: AlertWatches,
  ) {}

  /** Configurations by pair, in the order of the pairs; null if there is none. For loaders. */
  readonly findMany = async (pairs: readonly FollowerPair[]): Promise<(AlertsConfigEntity | null)[]> => {
    const found = await this.database.reader.findBy(AlertsConfigEntity, {
      followedId: In(pairs.map(({ followedId }) => followedId)),
      followerId: In(pairs.map(({ followerId }) => followerId)),
    });
    return pairs.map(
      (pair) =>
        found.find((each) => each.followedId === pair.followedId && each.followerId === pair.followerId) ??
        null,
    );
  };

  /** Alert activity by pair, in the order of the pairs. For loaders. */
  readonly activities = async (pairs: readonly FollowerPair[]): Promise<AlertsActivity[]> => {
    const found = await this.database.reader.findBy(AlertWatchEntity, {
      followedId: In(pairs.map(({ followedId }) => followedId)),
      followerId: In(pairs.map(({ followerId }) => followerId)),
    });
    const byPair = new Map(found.map((each) => [`${each.followedId} ${each.followerId}`, each.activity]));
    return pairs.map(({ followedId, followerId }) => byPair.get(`${followedId} ${followerId}`) ?? {});
  };

  /** A part of the configurations about an account, in the order of `followersOrder`. */
  async page(followedId: string, part: ListPart): Promise<Placed<AlertsConfigEntity>[]> {
    const source = {
      id: 'follower_id',
      from: 'FROM alerts_configs WHERE followed_id = ?',
      parameters: [followedId],
    };
    const parts = await readParts(this.database.reader, [{ source, keys: followersOrder.keys, part }]);
    const pairs = parts.flat().map(({ id }) => ({ followedId, followerId: id }));
    const [found = []] = withItems(parts, await this.findMany(pairs));
    return found;
  }

  /** All configurations about an account, ordered by follower. */
  about(followedId: string): Promise<AlertsConfigEntity[]> {
    return this.database.reader.find(AlertsConfigEntity, {
      where: { followedId },
      order: { followerId: 'ASC' },
    });
  }

  /** `configure` in its own transaction; returns the whole configuration after the change. */
  upsert(pair: FollowerPair, config: AlertsConfig): Promise<AlertsConfigEntity> {
    return this.database.transaction(async (manager) => {
      await this.configure(manager, pair, config);
      return manager.findOneByOrFail(AlertsConfigEntity, { ...pair });
    });
  }

  /** Deletes the configuration of a pair, if there is one. */
  async remove({ followedId, followerId }: FollowerPair): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(AlertsConfigEntity, { followedId, followerId });
      await manager.delete(AlertWatchEntity, { followedId, followerId });
    });
  }

  /**
   * Merges a configuration into the one of the pair: each section replaces that section, the others stay. It is
   * evaluated after the commit.
   */
  async configure(manager: EntityManager, pair: FollowerPair, config: AlertsConfig): Promise<void> {
    const time = now();
    const nothingYet = { ...pair, dataSetId: null, sections: {}, createdTime: time, modifiedTime: time };
    // The row exists before it is locked, so that two concurrent first configurations both count.
    await manager
      .createQueryBuilder()
      .insert()
      .into(AlertsConfigEntity)
      .values(nothingYet)
      .orIgnore()
      .execute();
    const current = await lockRow(this.database, manager, AlertsConfigEntity, pair);
    const { uploadId, ...given } = config;
    await manager.update(AlertsConfigEntity, pair, {
      dataSetId: uploadId ?? current?.dataSetId ?? null,
      sections: { ...current?.sections, ...withoutUndefined(given) },
      modifiedTime: time,
    });
    await this.watches.want(manager, pair);
  }

  /** Deletes the configurations of a deleted account, and those about it. */
  async forgetAccount(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      for (const entity of [AlertsConfigEntity, AlertWatchEntity]) {
        await manager.delete(entity, { followedId: userId });
        await manager.delete(entity, { followerId: userId });
      }
    });
  }
}
