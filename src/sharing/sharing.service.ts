import { In, type EntityManager } from 'typeorm';
import { now } from '../clock';
import type { Database } from '../database/database';
import type { EffectivePermission, Permission } from './permission';
import { ShareEntity } from './share.entity';

/** One question to the permission model: what may `userId` do with the data of `ownerId`? */
export interface PermissionQuestion {
  ownerId: string;
  userId: string;
}

const nothing: ReadonlySet<EffectivePermission> = new Set();
const owner: ReadonlySet<EffectivePermission> = new Set(['root']);

/** Who may do what with whose data. Read anew for each request: what is revoked is gone with the next one. */
export class SharingService {
  constructor(private readonly database: Database) {}

  /** The effective permissions for many pairs of accounts, in the order of the questions. For loaders. */
  readonly effectivePermissions = async (
    questions: readonly PermissionQuestion[],
  ): Promise<ReadonlySet<EffectivePermission>[]> => {
    const between = questions.filter(({ ownerId, userId }) => ownerId !== userId);
    const held = between.length === 0 ? new Map<string, ShareEntity>() : await this.sharesBetween(between);
    return questions.map(({ ownerId, userId }) => {
      if (ownerId === userId) return owner;
      const share = held.get(`${ownerId} ${userId}`);
      return share ? new Set(share.permissions) : nothing;
    });
  };

  private async sharesBetween(pairs: readonly PermissionQuestion[]): Promise<Map<string, ShareEntity>> {
    const shares = await this.database.reader.findBy(ShareEntity, {
      sharerId: In([...new Set(pairs.map((pair) => pair.ownerId))]),
      granteeId: In([...new Set(pairs.map((pair) => pair.userId))]),
    });
    return new Map(shares.map((share) => [`${share.sharerId} ${share.granteeId}`, share]));
  }

  /** What other accounts share with each of these accounts. For loaders. */
  readonly sharesReceived = async (granteeIds: readonly string[]): Promise<ShareEntity[][]> => {
    const shares = await this.database.reader.find(ShareEntity, {
      where: { granteeId: In([...granteeIds]) },
      order: { sharerId: 'ASC' },
    });
    return granteeIds.map((id) => shares.filter((share) => share.granteeId === id));
  };

  /** Gives `granteeId` these permissions on the data of `sharerId`, in place of what it held. */
  async grant(
    manager: EntityManager,
    sharerId: string,
    granteeId: string,
    permissions: readonly Permission[],
  ): Promise<void> {
    const share = { sharerId, granteeId, permissions: [...permissions], modifiedTime: now() };
    await manager.upsert(ShareEntity, share, ['sharerId', 'granteeId']);
  }
}
